"""A narration as one file: everything comes back, and nothing half written is ever there."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import edits, project
from studio.document import (
    Document,
    Paragraph,
    Pause,
    Pin,
    Sentence,
    SourceMap,
    Spelling,
    Timing,
    Word,
)
from studio.errors import CannotWrite, FileDamaged, FileTooNew
from studio.project import Opened, Progress, content
from studio.takes import Take, TakeStore
from tests.narrations import harbor

ROOT = Path(__file__).parents[2]


def everything() -> Document:
    """No field of it has its usual value."""
    sentence = Sentence(
        id="s7",
        text="Hé, it’s $5 — 日本 \ud83d!",
        voice="af_heart:60,af_bella:40",
        speed=0.85,
        language="ja",
        source=SourceMap(((0, 0, 4), (4, 6, 13))),
        pins=(Pin(0, 2, "/hˈe/"), Pin(4, 8, "+2")),
        pauses=(Pause(0, 1_200), Pause(9, 19_200)),
        kept="6e74-A_b",
        timing=Timing(
            "6e74-A_b",
            (Word("Hé,", 0, 480, (0, 3)), Word("it’s $5 —", 480, 9_000, (4, 13), True)),
        ),
        spellings=(Spelling(4, 8, "it is"), Spelling(9, 11, "five dollars")),
        breaks=(4, 9),
        joins=(0,),
        unknown=(("emotion", '{"joy": [1, 2.5, null]}'),),
    )
    return Document(
        (Paragraph((sentence, replace(sentence, id="s8")), at=3),),
        sentence_gap=480,
        paragraph_gap=12_000,
        source="-- Hé, * it’s $5 — 日本 \ud83d!\r\n",
        markdown=True,
        title='Act 1: "Why?"',
        profile="shorts",
        grouping="words:3",
        lexicon=(("Worcester", "wooster"), ("日", "ひ")),
        voice="bf_emma",
        speed=1.5,
        language="en-gb",
        unknown=(("music", '"none"'),),
    )


def take(samples: int = 2_400, value: float = 0.25) -> Take:
    return Take(np.full(samples, value, np.float32), (Word("Hé,", 600, 1_200, (0, 3)),), "kokoro")


@pytest.fixture
def store(tmp_path: Path) -> TakeStore:
    found = TakeStore(tmp_path / "takes", 1_000_000)
    found.put("k1", take(2_400, 0.1))
    found.put("k2", take(4_800, 0.2))
    return found


@pytest.fixture
def other(tmp_path: Path) -> TakeStore:
    """The takes of another machine."""
    return TakeStore(tmp_path / "other", 1_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Harbor.narration"


def files_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


# --- there and back


def test_no_field_of_the_example_has_its_usual_value() -> None:
    document = everything()
    for value in (document, document.paragraphs[0].sentences[0]):
        usual = Document() if isinstance(value, Document) else Sentence("", "")
        for field in fields(value):
            assert getattr(value, field.name) != getattr(usual, field.name), field.name


@pytest.mark.parametrize("document", [everything(), harbor(), Document()])
def test_a_narration_comes_back_as_it_was(
    document: Document, path: Path, store: TakeStore, other: TakeStore
) -> None:
    saved = project.save(document, path, store, ["k1", "k2", "k1"])
    assert (saved.path, saved.missing) == (path, ())
    opened = project.open(path, other)
    assert opened == Opened(document, ())
    for key, samples, value in (("k1", 2_400, 0.1), ("k2", 4_800, 0.2)):
        found = other.get(key)
        assert found is not None
        np.testing.assert_array_equal(found.audio, np.full(samples, value, np.float32))
        assert (found.words, found.engine) == (take().words, "kokoro")
    assert files_in(path.parent) == ["Harbor.narration"]
    assert files_in(other.folder) == ["k1.take", "k2.take"]


def test_the_same_narration_is_the_same_file(path: Path, store: TakeStore) -> None:
    project.save(harbor(), path, store, ["k1"])
    first = path.read_bytes()
    project.save(harbor(), path, store, ["k1"])
    assert path.read_bytes() == first


def test_it_is_an_archive_that_others_can_read(path: Path, store: TakeStore) -> None:
    project.save(edits.set_title(harbor(), "Hé"), path, store, ["k2"])
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["document.json", "takes/k2.take"]
        assert archive.read("takes/k2.take") == (store.folder / "k2.take").read_bytes()
        values = json.loads(archive.read("document.json"))
    assert values["format"] == "narration"
    assert values["version"] == 1
    assert values["document"]["title"] == "Hé"
    assert values["document"]["source"] == harbor().source


def test_takes_that_are_gone_are_named(path: Path, store: TakeStore, other: TakeStore) -> None:
    assert project.save(harbor(), path, store, ["k1", "k3"]).missing == ("k3",)
    assert project.open(path, other) == Opened(harbor(), ())
    assert files_in(other.folder) == ["k1.take"]


def test_takes_that_are_there_already_stay(path: Path, store: TakeStore) -> None:
    project.save(harbor(), path, store, ["k1"])
    store.put("k1", take(1_200))
    project.open(path, store)
    found = store.get("k1")
    assert found is not None
    assert len(found.audio) == 1_200


def test_progress_goes_up_to_the_whole(path: Path, store: TakeStore, other: TakeStore) -> None:
    size = sum((store.folder / f"{key}.take").stat().st_size for key in ("k1", "k2"))
    for work in (
        project.saving(harbor(), path, store, ["k1", "k2"]),
        project.opening(path, other),
    ):
        *steps, _ = work
        assert [step.total for step in steps if isinstance(step, Progress)] == [size, size]
        assert steps[-1] == Progress(size, size)


# --- whole or not at all


def test_saving_that_is_stopped_leaves_everything_as_it_was(path: Path, store: TakeStore) -> None:
    project.save(harbor(), path, store, [])
    before = path.read_bytes()
    saving = project.saving(everything(), path, store, ["k1", "k2"])
    next(saving)
    saving.close()  # type: ignore[attr-defined]
    assert path.read_bytes() == before
    assert files_in(path.parent) == ["Harbor.narration"]


def test_where_nothing_can_be_written(tmp_path: Path, store: TakeStore) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.narration").mkdir()
    for path in (tmp_path / "file" / "x.narration", tmp_path / "folder.narration"):
        with pytest.raises(CannotWrite):
            project.save(harbor(), path, store, ["k1"])
    assert files_in(tmp_path) == ["file"]


def test_a_link_stays_a_link(tmp_path: Path, store: TakeStore, other: TakeStore) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir()
    (tmp_path / "link.narration").symlink_to(target / "real.narration")
    project.save(harbor(), tmp_path / "link.narration", store, [])
    assert (tmp_path / "link.narration").is_symlink()
    assert project.open(target / "real.narration", other).document == harbor()


def test_a_long_narration_in_little_memory(tmp_path: Path) -> None:
    """In a process of its own: 20 takes of a minute, 115 MB, in less than 30 MB."""
    program = """
        import resource, sys
        from pathlib import Path
        import numpy as np
        from studio import edits, project
        from studio.takes import Take, TakeStore
        folder = Path(sys.argv[1])
        store = TakeStore(folder / "a", 1 << 40)
        sound = np.linspace(-1, 1, 60 * 24_000, dtype=np.float32)
        keys = [f"k{i}" for i in range(20)]
        for key in keys:
            store.put(key, Take(sound, (), "fake"))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        project.save(edits.begin("Hi."), folder / "x.narration", store, keys)
        project.open(folder / "x.narration", TakeStore(folder / "b", 1 << 40))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    grown = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert int(grown.stdout) < 30_000
    assert (tmp_path / "x.narration").stat().st_size > 115_000_000


# --- damage


def test_damage_anywhere_is_an_error_with_a_name_or_no_damage(
    path: Path, store: TakeStore, tmp_path: Path
) -> None:
    project.save(everything(), path, store, ["k1", "k2"])
    data = path.read_bytes()
    random, named = np.random.default_rng(1), set()
    for trial in range(150):
        place = int(random.integers(len(data)))
        damaged = bytearray(data)
        damaged[place] ^= int(random.integers(1, 256))
        path.write_bytes(damaged if trial % 3 else data[:place])
        fresh = TakeStore(tmp_path / f"fresh{trial}", 1_000_000)
        try:
            opened = project.open(path, fresh)
        except FileDamaged as error:
            named.add(error.path)
        else:
            assert opened.document == everything()
            assert all(key in fresh or key in opened.damaged for key in ("k1", "k2"))
    assert named == {path}


def test_a_damaged_take_costs_no_more_than_itself(
    path: Path, store: TakeStore, other: TakeStore
) -> None:
    project.save(harbor(), path, store, ["k1", "k2"])
    data = path.read_bytes()
    sound = np.full(100, 0.2, np.float32).tobytes()
    path.write_bytes(data.replace(sound, b"\0" * len(sound), 1))
    assert project.open(path, other) == Opened(harbor(), ("k2",))
    assert files_in(other.folder) == ["k1.take"]


def test_what_is_no_narration(path: Path, other: TakeStore) -> None:
    with pytest.raises(FileDamaged, match="no such file"):
        project.open(path, other)
    path.write_bytes(b"hello")
    with pytest.raises(FileDamaged, match="no narration"):
        project.open(path, other)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    with pytest.raises(FileDamaged, match=r"no document\.json"):
        project.open(path, other)


def packed(path: Path, values: object) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("document.json", values if isinstance(values, str) else json.dumps(values))
        archive.writestr("takes/../../evil.take", "x")
        archive.writestr("takes/not a key.take", "x")
        archive.writestr("takes/k1.take", "not a take")
    return path


def values(document: Document | None = None) -> Any:
    return json.loads(content.to_bytes(document or everything()))


def test_only_takes_are_taken_out(path: Path, other: TakeStore) -> None:
    assert project.open(packed(path, values()), other) == Opened(everything(), ("k1",))
    assert files_in(other.folder) == []
    assert files_in(path.parent) == ["Harbor.narration"]


@pytest.mark.parametrize("text", ["", "{", "[]", "1", "{}", "NaN", "[" * 100_000, '{"format":1}'])
def test_a_document_that_is_not_one(text: str, path: Path, other: TakeStore) -> None:
    with pytest.raises(FileDamaged, match=r"document\.json"):
        project.open(packed(path, text), other)


def sentence_of(whole: Any) -> Any:
    return whole["document"]["paragraphs"][0]["sentences"][0]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda v: v.pop("version"), "version"),
        (lambda v: v.update(version="1"), "version"),
        (lambda v: v.update(document=None), "document"),
        (lambda v: v["document"].update(source=None), "source"),
        (lambda v: v["document"].update(source="short"), "source of sentence 's7'"),
        (lambda v: v["document"].update(sentence_gap=-1), "sentence_gap"),
        (lambda v: v["document"].update(paragraph_gap=1e9), "paragraph_gap"),
        (lambda v: v["document"].update(paragraph_gap=10**12), "paragraph_gap"),
        (lambda v: v["document"].update(lexicon=[["a"]]), "lexicon"),
        (lambda v: v["document"].update(language="tlh"), "language"),
        (lambda v: v["document"].update(paragraphs={}), "paragraphs"),
        (lambda v: v["document"]["paragraphs"].append({"sentences": []}), "paragraphs"),
        (lambda v: v["document"]["paragraphs"].append(v["document"]["paragraphs"][0]), "ids"),
        (lambda v: sentence_of(v).pop("text"), "sentence 's7'"),
        (lambda v: sentence_of(v).pop("id"), "sentence"),
        (lambda v: sentence_of(v).update(speed=9), "speed of sentence 's7'"),
        (lambda v: sentence_of(v).update(speed=True), "speed of sentence 's7'"),
        (lambda v: sentence_of(v).update(kept="../x"), "kept of sentence 's7'"),
        (lambda v: sentence_of(v).update(source=[[0, 0, 99]]), "source of sentence 's7'"),
        (lambda v: sentence_of(v).update(pins=[[3, 3, "x"]]), "pins of sentence 's7'"),
        (lambda v: sentence_of(v).update(pauses=[[0, 0]]), "pauses of sentence 's7'"),
        (lambda v: sentence_of(v).update(breaks=[9, 4]), "breaks of sentence 's7'"),
        (lambda v: sentence_of(v).update(breaks=[99]), "breaks of sentence 's7'"),
        (lambda v: sentence_of(v).update(joins=[4]), "joins of sentence 's7'"),
        (lambda v: sentence_of(v).update(spellings=[[0, 2, " "]]), "spellings of sentence 's7'"),
        (lambda v: sentence_of(v)["timing"].update(words=[]), "timing of sentence 's7'"),
        (lambda v: sentence_of(v)["timing"]["words"].reverse(), "timing of sentence 's7'"),
        (lambda v: sentence_of(v)["timing"]["words"][0].pop(), "timing of sentence 's7'"),
    ],
)
def test_what_is_wrong_is_named(
    change: Callable[[Any], object], named: str, path: Path, other: TakeStore
) -> None:
    whole = values()
    change(whole)
    with pytest.raises(FileDamaged) as caught:
        project.open(packed(path, whole), other)
    assert named in caught.value.reason


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)  # fmt: skip


@given(st.data())
def test_any_value_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    whole = values()
    at, key = whole, "document"
    while True:
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        at, key = inner, data.draw(st.sampled_from(keys))
    at[key] = data.draw(JSON)
    try:
        document, _ = content.from_bytes(json.dumps(whole).encode(), Path("x"))
    except (FileDamaged, FileTooNew):
        return
    assert content.from_bytes(content.to_bytes(document), Path("x"))[0] == document


# --- other versions


def test_a_newer_format_is_refused(path: Path, other: TakeStore) -> None:
    with pytest.raises(FileTooNew) as caught:
        project.open(packed(path, {**values(), "version": 2}), other)
    assert (caught.value.version, caught.value.known) == (2, 1)
    assert "update" in str(caught.value)


def test_what_a_newer_program_added_is_kept(path: Path, store: TakeStore, other: TakeStore) -> None:
    whole = values(harbor())
    whole["document"]["music"] = {"file": "sea.ogg", "level": -20.5}
    sentence_of(whole)["emotion"] = "joy"
    document = project.open(packed(path, whole), other).document
    changed = edits.retype(document, "It rained. " + document.source)
    project.save(edits.set_voice(changed, None, "bf_emma"), path, store, [])
    with zipfile.ZipFile(path) as archive:
        kept = json.loads(archive.read("document.json"))["document"]
    assert kept["music"] == {"file": "sea.ogg", "level": -20.5}
    assert [s.get("emotion") for s in kept["paragraphs"][0]["sentences"]] == [None, "joy", None]


def test_a_voice_that_only_a_relay_has_is_kept(
    path: Path, store: TakeStore, other: TakeStore
) -> None:
    project.save(edits.set_voice(harbor(), None, "em_new@relay"), path, store, [])
    document = project.open(path, other).document
    assert (document.voice, document.language) == ("em_new@relay", "es")
    assert {s.voice for s in document.sentences if not s.locked} == {"em_new@relay"}


def test_an_older_format_is_brought_up_to_date(
    path: Path, other: TakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def from_one(old: dict[str, Any]) -> dict[str, Any]:
        old["document"]["title"] = old["document"].pop("name")
        return old

    monkeypatch.setattr(content, "VERSION", 2)
    monkeypatch.setitem(content.MIGRATIONS, 1, from_one)
    whole = values(harbor())
    whole["version"] = 1
    whole["document"]["name"] = "Harbor"
    assert project.open(packed(path, whole), other).document.title == "Harbor"


def test_captions_of_a_kind_that_is_not_known_are_the_usual_ones(
    path: Path, other: TakeStore
) -> None:
    whole = values(harbor())
    whole["document"].update(profile="cinema", grouping="rhymes")
    assert project.open(packed(path, whole), other).document == harbor()
