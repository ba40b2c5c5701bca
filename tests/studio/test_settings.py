from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import settings
from studio.document import SAMPLE_RATE, Document
from studio.errors import CannotWrite, VoiceUnknown, WrongUse
from studio.settings import SETTINGS, Settings, load, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_apply(path: Path) -> None:
    loaded = load(path)
    assert loaded["voice"] == "af_heart"
    assert loaded["speed"] == 1.0
    assert loaded["paragraph_gap"] == 0.4
    assert loaded["cache_limit"] == 2.0
    assert loaded["profile"] == "narration"
    assert loaded.warnings == ()
    assert not path.parent.exists()  # loading leaves no trace


def test_every_default_is_a_possible_value() -> None:
    for name, setting in SETTINGS.items():
        assert setting.name == name
        assert setting.checked(setting.default) == setting.default
        assert setting.meaning


def test_the_gaps_are_those_of_a_new_document() -> None:
    assert SETTINGS["paragraph_gap"].default * SAMPLE_RATE == Document().paragraph_gap
    assert SETTINGS["sentence_gap"].default * SAMPLE_RATE == Document().sentence_gap


def test_what_is_saved_is_loaded_again(path: Path) -> None:
    chosen = Settings().change(voice="af_heart:60,af_bella:40", speed=1.25, threads=2)
    save(chosen, path)
    assert load(path) == chosen


def test_only_choices_are_written_so_that_defaults_can_improve(path: Path) -> None:
    save(Settings().change(speed=1.5), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"speed": 1.5}


def test_reset_goes_back_to_the_default() -> None:
    assert Settings().change(speed=1.5).reset("speed") == Settings()


def test_names_of_other_versions_are_kept(path: Path) -> None:
    written(path, '{"theme": {"name": "dark"}, "speed": 0.9}')
    save(load(path).change(speed=1.1), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "theme": {"name": "dark"},
        "speed": 1.1,
    }


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", '"text"', '{"speed": 1,}', "\x00\x00"])
def test_a_damaged_file_is_kept_aside(path: Path, content: str) -> None:
    loaded = load(written(path, content))
    assert loaded["speed"] == 1.0
    assert len(loaded.warnings) == 1
    assert "settings.damaged.json" in loaded.warnings[0]
    assert not path.exists()
    assert path.with_name("settings.damaged.json").read_text(encoding="utf-8") == content


def test_a_second_damaged_file_does_not_replace_the_first(path: Path) -> None:
    load(written(path, "first"))
    load(written(path, "second"))
    kept = {each.name: each.read_text(encoding="utf-8") for each in path.parent.iterdir()}
    assert kept == {"settings.damaged.json": "first", "settings.damaged-2.json": "second"}


def test_one_bad_value_spoils_only_itself(path: Path) -> None:
    loaded = load(written(path, '{"speed": 7, "paragraph_gap": 1, "voice": "af_haert"}'))
    assert loaded["speed"] == 1.0
    assert loaded["paragraph_gap"] == 1.0
    assert loaded["voice"] == "af_heart"
    assert len(loaded.warnings) == 2
    assert "Setting speed cannot be 7; choose 0.5 to 2." in loaded.warnings[0]
    assert "af_haert" in loaded.warnings[1]


def test_a_value_that_cannot_be_is_kept_until_another_is_chosen(path: Path) -> None:
    written(path, '{"speed": 7, "voice": "af_haert", "servers": {"Desk": 1}}')
    save(load(path).change(threads=2), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "speed": 7,
        "voice": "af_haert",
        "servers": {"Desk": 1},
        "threads": 2,
    }
    save(load(path).change(speed=1.5).reset("voice"), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "speed": 1.5,
        "servers": {"Desk": 1},
        "threads": 2,
    }


DESK = {"name": "Desk", "base": "http://10.0.0.7:8880/v1", "model": "kokoro"}
CELLAR = {"name": "Cellar", "base": "https://cellar.example/v1", "model": "kokoro", "price": 1}


@pytest.mark.parametrize(
    ("row", "warning"),
    [
        ({**DESK, "in_flight": "two"}, " ('Desk') is left out: The field in_flight of a server "),
        ({**DESK, "stream": 1}, " ('Desk') is left out: The field stream of a server "),
        (
            {**DESK, "in_flight": 0},
            " ('Desk') is left out: Server 'Desk': in_flight must be a number from 1 to 10,000.",
        ),
        ({**DESK, "base": "http://a.example"}, " ('Desk') is left out: A script and a key "),
        ({**DESK, "base": "desk"}, " ('Desk') is left out: The address of a server must look "),
        ({**DESK, "later": True}, " ('Desk') is left out: The field of a server cannot be later;"),
        ({**DESK, "name": 7}, " is left out: The field name of a server "),
        ({"base": "https://a.example", "model": "k"}, " is left out: A server of one's own needs "),
        ("Desk", " is left out: A server of one's own needs at least name, base, model."),
        (None, " is left out: A server of one's own needs at least name, base, model."),
    ],
)
def test_a_row_that_is_no_server_spoils_only_itself(path: Path, row: object, warning: str) -> None:
    written(path, json.dumps({"servers": [DESK, row, CELLAR]}))
    loaded = load(path)
    assert loaded["servers"] == [DESK, CELLAR]
    [told] = loaded.warnings
    assert told.startswith(f"{path}: Row 2 of servers{warning}")
    assert told.endswith(". Correct it there, or take it out.")
    save(loaded.change(speed=1.5), path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept == {"servers": [DESK, CELLAR, row], "speed": 1.5}
    save(load(path).change(servers=[CELLAR]), path)
    assert json.loads(path.read_text(encoding="utf-8"))["servers"] == [CELLAR, row]
    with pytest.raises(WrongUse):
        Settings().change(servers=[DESK, row])


def test_all_rows_that_are_no_servers_are_told_and_kept(path: Path) -> None:
    written(path, json.dumps({"servers": [1, DESK, {}], "agreed": [DESK["base"], None]}))
    loaded = load(path)
    assert (loaded["servers"], loaded["agreed"]) == ([DESK], [DESK["base"]])
    assert [
        told.removeprefix(f"{path}: ").partition(" is left out")[0] for told in (loaded.warnings)
    ] == ["Row 1 of servers", "Row 3 of servers", "Row 2 of agreed"]
    save(loaded, path)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "servers": [DESK, 1, {}],
        "agreed": [DESK["base"], None],
    }


def test_a_file_that_cannot_be_read_is_not_written_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(path, '{"speed": 1.5}')

    def refused(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refused)
        loaded = load(path)
    assert "cannot be read (permission denied); the defaults apply." in loaded.warnings[0]
    with pytest.raises(CannotWrite, match="what it holds cannot be read, and would be lost"):
        save(loaded.change(threads=2), path)
    assert path.read_text(encoding="utf-8") == '{"speed": 1.5}'


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", 0.49),
        ("speed", 2.01),
        ("speed", float("nan")),
        ("speed", float("inf")),
        pytest.param("speed", 10**400, id="huge speed"),
        ("speed", "1"),
        ("speed", True),
        ("speed", None),
        ("threads", 1.5),
        ("threads", -1),
        pytest.param("threads", 10**400, id="huge threads"),
        ("paragraph_gap", -0.1),
        ("language", "klingon"),
        ("profile", "cinema"),
        ("grouping", "words"),
        ("grouping", "words:0"),
        ("sample_rate", 22_050),
        ("bit_depth", 16),
        ("voice", ""),
    ],
)
def test_values_that_are_not_possible_are_refused(name: str, value: object) -> None:
    with pytest.raises(WrongUse):
        Settings().change(**{name: value})


def test_an_unknown_voice_is_named() -> None:
    with pytest.raises(VoiceUnknown, match=r"'af_haert'.*af_heart"):
        Settings().change(voice="af_haert")


def test_a_voice_that_only_a_relay_has_is_kept(path: Path) -> None:
    save(Settings().change(voice="af_nova2@relay"), path)
    assert load(path)["voice"] == "af_nova2@relay"


@pytest.mark.parametrize("value", ["", "words:4", "phrases:6", "words:12", "lines"])
def test_groupings(value: str) -> None:
    assert Settings().change(grouping=value)["grouping"] == value


def test_a_byte_order_mark_is_no_damage(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + b'{"speed": 1.5}')
    assert load(path)["speed"] == 1.5


def test_a_failed_save_leaves_the_old_file_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(Settings().change(speed=1.5), path)

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(CannotWrite, match="no space left on device"):
        save(Settings().change(speed=0.5), path)
    assert load(path)["speed"] == 1.5
    assert [each.name for each in path.parent.iterdir()] == ["settings.json"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotWrite, match="file"):
        save(Settings(), tmp_path / "file" / "settings.json")


def test_the_file_is_in_the_chosen_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATION_STUDIO_CONFIG", str(tmp_path))
    assert settings.settings_file() == tmp_path / "settings.json"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from([*SETTINGS, "a name of the future"]) | st.text(), anything, max_size=8
    )
)
def test_any_file_loads_and_survives_being_saved(
    tmp_path_factory: pytest.TempPathFactory, content: dict[str, object]
) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    loaded = load(path)
    for name, setting in SETTINGS.items():
        setting.checked(loaded[name])
    save(loaded, path)
    again = load(path)
    assert again.chosen == loaded.chosen
    assert again.unknown == {k: v for k, v in content.items() if k not in SETTINGS}
    assert len(again.warnings) == len(loaded.warnings)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept.keys() == content.keys()
    for name, value in content.items():
        if name in SETTINGS and isinstance(value, list):
            assert sorted(map(json.dumps, kept[name])) == sorted(map(json.dumps, value))
        else:
            assert kept[name] == value
