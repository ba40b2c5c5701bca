"""Every setting of the program, declared once: its name, default, meaning and bounds.

Settings live in one JSON file that holds only what the user changed. Names that this version does
not know are kept when the file is written again (a newer version may know them). A damaged file
costs nothing but its own contents: the defaults apply, a warning says so, and the file is kept
aside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from studio import cues, files, paths, voices
from studio.document import DEFAULT_VOICE, FASTEST, SLOWEST
from studio.errors import WrongUse
from studio.languages import LANGUAGES
from studio.relay import servers

LONGEST_GAP = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Setting:
    """``bounds`` are the least and the greatest number; ``choices`` all values that are possible;
    ``check`` raises WrongUse for a value that is not. A float setting takes whole numbers too."""

    name: str
    default: Any
    meaning: str
    bounds: tuple[float, float] | None = None
    choices: tuple[Any, ...] = ()
    check: Callable[[Any], object] | None = None

    def checked(self, value: Any) -> Any:
        """``value`` in the setting's own type. Raises WrongUse."""
        kind = type(self.default)
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise WrongUse(f"Setting {self.name} must be {_KINDS[kind]}, not {value!r}.")
        if self.choices and value not in self.choices:
            listing = ", ".join(map(str, self.choices))
            raise WrongUse(f"Setting {self.name} cannot be {value!r}; choose one of {listing}.")
        if self.bounds and not self.bounds[0] <= value <= self.bounds[1]:  # NaN is outside, too
            least, most = self.bounds
            raise WrongUse(
                f"Setting {self.name} cannot be {value!r}; choose {least:g} to {most:g}."
            )
        if self.check is not None:
            self.check(value)
        return kind(value)


_KINDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
}


def _check_grouping(value: str) -> None:
    if value:
        cues.parse_grouping(value)


def _texts(values: list[Any]) -> None:
    if not all(isinstance(value, str) for value in values):
        raise WrongUse("Setting agreed must be a list of texts.")


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("voice", DEFAULT_VOICE, "Voice or blend of voices", check=voices.parse_voice),
        Setting("speed", 1.0, "Speed of speech; 1 is the voice's own", (SLOWEST, FASTEST)),
        Setting(
            "language",
            voices.AUTO,
            "Language of the script; auto takes the voice's",
            choices=(voices.AUTO, *LANGUAGES),
        ),
        Setting("sentence_gap", 0.0, "Silence added after a sentence, seconds", (0, LONGEST_GAP)),
        Setting("paragraph_gap", 0.4, "Silence added after a paragraph, seconds", (0, LONGEST_GAP)),
        Setting("profile", "narration", "Rules for captions", choices=tuple(cues.PROFILES)),
        Setting(
            "grouping",
            "",
            "How words become captions: words:N, phrases:M or lines; empty for the profile's own",
            check=_check_grouping,
        ),
        Setting(
            "sample_rate", 24_000, "Samples a second in files", choices=(24_000, 44_100, 48_000)
        ),
        Setting("bit_depth", "16", "Bits a sample in files", choices=("16", "24", "float")),
        Setting("cache_limit", 2.0, "Most that kept takes may fill, gigabytes", (0, 1000)),
        Setting(
            "servers",
            [],
            "Speech servers of your own: each with name, base, model; key_variable, price, limits",
            check=servers.own,
        ),
        Setting("server", "", "The server of the window's relay; empty for the first there is"),
        Setting("relay_percent", 0.0, "Share of sentences that the relay speaks", (0, 100)),
        Setting("shadow", False, "The relay also speaks what is spoken here, to compare"),
        Setting("fallback", False, "This computer speaks what the relay does not"),
        Setting("listening", 1.0, "Percent of compared sentences to be heard blindly", (0, 100)),
        Setting("budget", 0.2, "Seconds a relay may take to the first sound", (0.01, 60)),
        Setting("agreed", [], "Addresses of servers to which scripts may be sent", check=_texts),
        Setting(
            "decoder",
            "auto",
            "How the speech network is run; auto finds the fastest way on this machine",
            choices=("auto", "torch", "half", "onnx"),
        ),
        Setting("threads", 0, "Processor threads for speaking; 0 finds out", (0, 256)),
    )
}


@dataclass(frozen=True)
class Settings:
    """What the user chose; ``settings["speed"]`` is the choice or the default.

    ``unknown`` holds names of other versions, ``warnings`` what was wrong with the file, one
    sentence each.
    """

    chosen: Mapping[str, Any] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.chosen.get(name, SETTINGS[name].default)

    def change(self, **values: Any) -> Settings:
        """These settings with other values. Raises WrongUse; KeyError for a name unheard of."""
        checked = {name: SETTINGS[name].checked(value) for name, value in values.items()}
        return replace(self, chosen={**self.chosen, **checked})

    def reset(self, name: str) -> Settings:
        """These settings with the default for ``name``."""
        chosen = {each: value for each, value in self.chosen.items() if each != name}
        return replace(self, chosen=chosen)


def settings_file() -> Path:
    return paths.settings() / "settings.json"


def load(path: Path | None = None) -> Settings:
    """The user's settings. Never fails: what cannot be used is named in ``warnings``."""
    path = path or settings_file()
    try:
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        reason = files.why(error)
        return Settings(warnings=(f"{path} cannot be read ({reason}); the defaults apply.",))
    except (ValueError, RecursionError):
        return Settings(warnings=(_set_aside(path),))
    if not isinstance(content, dict):
        return Settings(warnings=(_set_aside(path),))
    return _sorted_out(content, path)


def _sorted_out(content: dict[str, Any], path: Path) -> Settings:
    chosen, unknown, warnings = {}, {}, []
    for name, value in content.items():
        if name not in SETTINGS:
            unknown[name] = value
            continue
        try:
            chosen[name] = SETTINGS[name].checked(value)
        except WrongUse as error:
            warnings.append(f"{path}: {error} The default applies.")
    return Settings(chosen, unknown, tuple(warnings))


def _set_aside(path: Path) -> str:
    """Rename a damaged file so that saving does not destroy it; a warning that says so."""
    number, aside = 1, path.with_name(f"{path.stem}.damaged{path.suffix}")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
    try:
        path.replace(aside)
    except OSError as error:
        return f"{path} is damaged ({files.why(error)}); the defaults apply."
    return f"{path} is damaged; it was kept as {aside.name} and the defaults apply."


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings whole or not at all. Raises CannotWrite."""
    path = path or settings_file()
    text = json.dumps({**settings.unknown, **settings.chosen}, indent=1) + "\n"
    files.write_whole(path, lambda part: part.write_text(text, encoding="utf-8"))
