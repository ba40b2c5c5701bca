from __future__ import annotations

import json
import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import paths, voices
from studio.errors import (
    EnvironmentUnusable,
    LanguageMismatch,
    LanguageUnknown,
    SpeedOutOfRange,
    VoiceDamaged,
    VoiceElsewhere,
    VoiceUnknown,
    WrongUse,
)
from studio.languages import LANGUAGES, language_of_letter
from studio.voices import (
    Blend,
    check_language,
    check_speed,
    default_voice,
    load_style,
    other_languages,
    parse_voice,
)

HEART_ROW_99 = [-0.21734, 0.14422, -0.01956, -0.12624]
HEART_ROW_509 = [-0.30491, -0.31721, 0.01049, 0.14237]
PER_LANGUAGE = {
    "en-us": (11, 9),
    "en-gb": (4, 4),
    "es": (1, 2),
    "fr": (1, 0),
    "hi": (2, 2),
    "it": (1, 1),
    "pt-br": (1, 2),
    "ja": (4, 1),
    "zh": (4, 4),
}


class TestCatalogue:
    def test_all_54_voices_are_there_in_nine_languages(self) -> None:
        counted = {
            code: tuple(
                sum(v.language == code and v.gender == g for v in voices.voices().values())
                for g in ("female", "male")
            )
            for code in LANGUAGES
        }
        assert counted == PER_LANGUAGE
        assert len(voices.voices()) == 54

    def test_an_id_tells_language_and_gender(self) -> None:
        for name, voice in voices.voices().items():
            assert voice.id == name
            assert language_of_letter(name[0]).code == voice.language
            assert {"f": "female", "m": "male"}[name[1]] == voice.gender

    def test_every_voice_has_a_name_and_a_character(self) -> None:
        for voice in voices.voices().values():
            assert voice.name
            assert 3 <= len(voice.character) <= 30, voice.id

    def test_the_best_comes_first(self) -> None:
        heart = next(iter(voices.voices().values()))
        assert (heart.id, heart.name, heart.grade) == ("af_heart", "Heart", "A")
        assert heart.character == "warm, clear"


class TestBlends:
    @pytest.mark.parametrize(
        ("text", "spelling"),
        [
            ("af_heart", "af_heart"),
            (" AF_Heart ", "af_heart"),
            ("af_heart:60", "af_heart"),
            ("af_heart:60,af_bella:40", "af_heart:60,af_bella:40"),
            (" af_bella : 40 ,  af_heart : 60 ", "af_heart:60,af_bella:40"),
            ("af_bella:2,af_heart:3", "af_heart:60,af_bella:40"),
            ("af_heart:60%,af_bella:40%", "af_heart:60,af_bella:40"),
            ("af_heart:0.6,af_bella:.4", "af_heart:60,af_bella:40"),
            ("af_bella,af_heart", "af_heart:50,af_bella:50"),
            ("af_heart:30,af_bella:40,af_heart:30", "af_heart:60,af_bella:40"),
            ("af_heart:1,af_bella:0", "af_heart"),
            ("af_heart:1000000,af_bella:1", "af_heart"),
            ("af_heart,af_bella,am_puck", "af_heart:33.34,af_bella:33.33,am_puck:33.33"),
            ("af_heart:1e300,af_bella:1e300", "af_heart:50,af_bella:50"),
        ],
    )
    def test_spelling(self, text: str, spelling: str) -> None:
        assert str(parse_voice(text)) == spelling

    def test_a_single_voice_is_a_blend_of_one(self) -> None:
        assert parse_voice("af_heart") == Blend((("af_heart", 10_000),))

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            ",",
            "af_heart,",
            ":60",
            "af_heart:",
            "af_heart:x",
            "af_heart:-1",
            "af_heart:nan",
            "af_heart:inf",
            "af_heart:0",
            "af_heart:0,af_bella:0",
            "af_heart:60,af_bella",
            "af_heart:1e308,af_bella:1e308",
            "af_heart:60:40",
        ],
    )
    def test_what_is_no_blend_is_refused(self, text: str) -> None:
        with pytest.raises(WrongUse):
            parse_voice(text)

    @pytest.mark.parametrize("text", ["af_haert", "af_heart:60,af_haert:40", "heart"])
    def test_an_unknown_voice_is_named_with_its_neighbours(self, text: str) -> None:
        with pytest.raises(VoiceUnknown, match=r"did you mean .*af_heart") as raised:
            parse_voice(text)
        assert len(raised.value.available) == 54

    def test_a_path_is_not_a_voice(self) -> None:
        with pytest.raises(VoiceUnknown):
            parse_voice("../voices/af_heart")

    @given(
        st.dictionaries(
            st.sampled_from(list(voices.voices())),
            st.floats(min_value=0.001, max_value=1e6),
            min_size=1,
        )
    )
    def test_the_spelling_says_everything(self, weights: dict[str, float]) -> None:
        blend = parse_voice(",".join(f"{voice}:{weight!r}" for voice, weight in weights.items()))
        assert parse_voice(str(blend)) == blend
        assert sum(share for _, share in blend.parts) == 10_000
        total = math.fsum(weights.values())
        for voice, share in blend.parts:
            assert abs(share - weights[voice] / total * 10_000) < 1.001


class TestLanguage:
    @pytest.mark.parametrize(
        ("voice", "language", "spoken"),
        [
            ("af_heart", "auto", "en-us"),
            ("bf_emma", "auto", "en-gb"),
            ("ff_siwis", "auto", "fr"),
            ("ff_siwis", "fr", "fr"),
            ("bf_emma", "en-us", "en-us"),
            ("af_heart", "en-GB", "en-gb"),
            ("pf_dora", "pt_BR", "pt-br"),
            ("af_heart:60,ef_dora:40", "auto", "en-us"),
            ("af_heart:40,ef_dora:60", "auto", "es"),
            ("ef_dora,af_heart", "auto", "en-us"),
            ("af_heart:60,ef_dora:40", "es", "es"),
        ],
    )
    def test_a_voice_brings_its_language(self, voice: str, language: str, spoken: str) -> None:
        assert check_language(parse_voice(voice), language) == spoken

    @pytest.mark.parametrize(
        ("voice", "language"),
        [("af_heart", "es"), ("ef_dora", "pt-br"), ("jf_alpha", "zh"), ("zf_xiaoyi", "en-us")],
    )
    def test_a_mismatch_is_said(self, voice: str, language: str) -> None:
        with pytest.raises(LanguageMismatch) as raised:
            check_language(parse_voice(voice), language)
        assert voice in str(raised.value)
        assert raised.value.better in str(raised.value)
        assert voices.voices()[raised.value.better].language == language
        assert LANGUAGES[language].name in str(raised.value)

    @pytest.mark.parametrize(
        ("language", "voice"),
        [("en-us", "af_heart"), ("en-gb", "bf_emma"), ("pt_BR", "pf_dora"), ("ja", "jf_alpha")],
    )
    def test_the_best_voice_of_a_language(self, language: str, voice: str) -> None:
        assert default_voice(language).id == voice

    def test_languages_that_a_blend_does_not_speak(self) -> None:
        assert other_languages(parse_voice("af_heart:60,ff_siwis:40"), "en-us") == ("fr",)
        assert other_languages(parse_voice("af_heart:60,ff_siwis:40"), "fr") == ("en-us",)
        assert other_languages(parse_voice("af_heart:60,bf_emma:40"), "en-us") == ()

    def test_an_unknown_language_is_named(self) -> None:
        with pytest.raises(LanguageUnknown, match="klingon"):
            check_language(parse_voice("af_heart"), "klingon")


class TestSpeed:
    @pytest.mark.parametrize("speed", [0.5, 1, 1.0, 2, "1.5", np.float32(0.75)])
    def test_possible(self, speed: object) -> None:
        assert check_speed(speed) == float(speed)  # type: ignore[arg-type]
        assert type(check_speed(speed)) is float

    @pytest.mark.parametrize(
        "speed",
        [
            *(0, -1, 0.499, 2.001, 10, math.nan, math.inf, None, "fast", "", [1]),
            pytest.param(10**400, id="huge"),
        ],
    )
    def test_not_possible(self, speed: object) -> None:
        with pytest.raises(SpeedOutOfRange, match=r"0\.5 to 2"):
            check_speed(speed)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Resources of which a test may damage things, forgotten afterwards."""
    folder = tmp_path / "resources"
    source = paths.resources()
    (folder / "voices").mkdir(parents=True)
    shutil.copy(source / "voices.json", folder)
    for name in ("manifest.json", "af_heart.bin", "af_bella.bin"):
        shutil.copy(source / "voices" / name, folder / "voices")
    monkeypatch.setattr(paths, "resources", lambda: folder)
    forget()
    yield folder
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (voices.voices, voices._table, voices._manifest):
        cached.cache_clear()


class TestStyle:
    def test_every_table_is_whole(self) -> None:
        for voice in voices.voices():
            style = load_style(parse_voice(voice))
            assert style.shape == (510, 256)
            assert style.dtype == np.float32
            assert np.isfinite(style).all()
            assert 0.5 < np.abs(style).max() < 10

    def test_the_values_are_kokoros_own(self) -> None:
        # From the float32 table of the package, row 99: float16 keeps three digits.
        style = load_style(parse_voice("af_heart"))
        np.testing.assert_allclose(style[99, :4], HEART_ROW_99, atol=5e-4)
        np.testing.assert_allclose(style[509, -4:], HEART_ROW_509, atol=5e-4)

    def test_a_blend_is_the_weighted_mean(self) -> None:
        mixed = load_style(parse_voice("af_heart:60,af_bella:40"))
        heart, bella = load_style(parse_voice("af_heart")), load_style(parse_voice("af_bella"))
        np.testing.assert_allclose(mixed, 0.6 * heart + 0.4 * bella, atol=1e-6)

    def test_a_table_cannot_be_changed_by_accident(self) -> None:
        with pytest.raises(ValueError, match="read-only"):
            load_style(parse_voice("af_heart"))[0, 0] = 1

    def test_the_manifest_says_where_they_come_from(self) -> None:
        manifest = json.loads((paths.resources() / "voices" / "manifest.json").read_text())
        assert manifest["licence"] == "Apache-2.0"
        assert manifest["provenance"]["package"] == "kokoro-js@1.2.1"
        assert set(manifest["voices"]) == set(voices.voices())

    @pytest.mark.parametrize("damage", [b"", b"\0" * 261_120, None])
    def test_a_damaged_or_missing_file_is_named(self, copied: Path, damage: bytes | None) -> None:
        path = copied / "voices" / "af_heart.bin"
        path.unlink()
        if damage is not None:
            path.write_bytes(damage)
        with pytest.raises(VoiceDamaged, match="af_heart") as raised:
            load_style(parse_voice("af_bella:60,af_heart:40"))
        assert raised.value.path == path
        load_style(parse_voice("af_bella"))  # the others still speak

    def test_a_file_is_read_once(self, copied: Path) -> None:
        before = load_style(parse_voice("af_heart"))
        (copied / "voices" / "af_heart.bin").unlink()
        assert (load_style(parse_voice("af_heart")) == before).all()

    def test_a_damaged_catalogue_is_named(self, copied: Path) -> None:
        (copied / "voices.json").write_text("[")
        with pytest.raises(EnvironmentUnusable, match=r"voices\.json"):
            parse_voice("af_heart")


class TestAtARelay:
    """Voices that a relay has and this computer does not."""

    @pytest.mark.parametrize(
        ("id", "name", "language", "gender", "near"),
        [
            ("af_nova2@relay", "Nova2", "en-us", "female", "af_heart"),
            ("am_v0adam@relay", "V0adam", "en-us", "male", "am_fenrir"),
            ("bm_Old_Tom@relay", "Old tom", "en-gb", "male", "bm_fable"),
            ("em_new@relay", "New", "es", "male", "em_alex"),
            ("fm_jean@relay", "Jean", "fr", "male", "ff_siwis"),
            ("hf_x@relay", "X", "hi", "female", "hf_alpha"),
            ("im_y@relay", "Y", "it", "male", "im_nicola"),
            ("pf_z@relay", "Z", "pt-br", "female", "pf_dora"),
            ("jf_a.b-1@relay", "A.b-1", "ja", "female", "jf_alpha"),
            ("zm_q@relay", "Q", "zh", "male", "zm_yunjian"),
        ],
    )
    def test_its_name_tells_what_it_is(
        self, id: str, name: str, language: str, gender: str, near: str
    ) -> None:
        voice = voices.voice(id)
        assert (voice.id, voice.name, voice.language, voice.gender) == (id, name, language, gender)
        assert (voice.grade, voice.character) == ("", "")
        assert voices.nearest(id).id == near
        blend = parse_voice(id)
        assert (str(blend), blend.language, blend.elsewhere) == (id, language, (id,))
        assert str(blend.stand_in) == near
        assert check_language(blend) == language

    def test_voices_that_are_here_are_themselves(self) -> None:
        assert str(parse_voice("AF_Heart@relay")) == "af_heart"
        assert parse_voice("bf_emma").elsewhere == ()
        assert voices.voice("bf_emma") is voices.voices()["bf_emma"]
        assert voices.nearest("bf_emma").id == "bf_emma"
        blend = parse_voice("af_heart:60,bf_emma:40")
        assert blend.stand_in == blend

    @pytest.mark.parametrize(
        "name", ["alloy", "af_", "xf_new", "ax_new", "af new", "_", "äf_a", ""]
    )
    def test_names_that_tell_no_language(self, name: str) -> None:
        with pytest.raises(WrongUse):
            parse_voice(name + "@relay")
        with pytest.raises(WrongUse):
            parse_voice(name, relay=True)

    def test_only_where_a_relay_is_meant_a_name_is_enough(self) -> None:
        with pytest.raises(VoiceUnknown, match="did you mean af_nova"):
            parse_voice("af_nova2")
        assert str(parse_voice("af_nova2", relay=True)) == "af_nova2@relay"
        assert str(parse_voice("af_heart", relay=True)) == "af_heart"

    def test_blends(self) -> None:
        blend = parse_voice("af_nova2@relay:30, bm_tom@relay:30, af_heart:40")
        assert str(blend) == "af_heart:40,af_nova2@relay:30,bm_tom@relay:30"
        assert parse_voice(str(blend)) == blend
        assert blend.elsewhere == ("af_nova2@relay", "bm_tom@relay")
        assert str(blend.stand_in) == "af_heart:70,bm_fable:30"
        assert other_languages(parse_voice("af_nova2@relay,em_new@relay"), "en-us") == ("es",)

    def test_it_is_not_spoken_here(self) -> None:
        with pytest.raises(VoiceElsewhere, match=r"^Only a relay has the voice 'af_nova2'; speak"):
            load_style(parse_voice("af_heart,af_nova2@relay"))

    def test_those_of_a_list(self) -> None:
        listed = voices.at_relay(["af_heart", "af_nova2", "alloy", "em_new"])
        assert [voice.id for voice in listed] == ["af_nova2@relay", "em_new@relay"]
