"""Every setting of the program, declared once: its name, default, meaning and bounds.

Settings live in one JSON file that holds only what the user changed. Names that this version does
not know are kept when the file is written again (a newer version may know them), and so are values
and rows of lists that cannot be, until the user chooses others or corrects them. A damaged file
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
from studio.errors import CannotWrite, WrongUse
from studio.languages import LANGUAGES
from studio.relay import servers

LONGEST_GAP = 10.0  # seconds
_LONGEST_NAME = 60  # characters of it are told


@dataclass(frozen=True, slots=True)
class Setting:
    """``bounds`` are the least and the greatest number; ``choices`` all values that are possible;
    ``check`` raises WrongUse for a value that is not, and ``row`` for a row of a list. A float
    setting takes whole numbers too."""

    name: str
    default: Any
    meaning: str
    bounds: tuple[float, float] | None = None
    choices: tuple[Any, ...] = ()
    check: Callable[[Any], object] | None = None
    row: Callable[[Any], object] | None = None

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
        if self.row is not None:
            for row in value:
                self.row(row)
        return kind(value)

    def sifted(self, value: Any) -> tuple[Any, list[Any], list[str]]:
        """``value`` without the rows that are not possible, those, and what is wrong with each."""
        if self.row is None or not isinstance(value, list):
            return value, [], []
        good, bad, wrong = [], [], []
        for number, row in enumerate(value, 1):
            try:
                self.row(row)
                good.append(row)
            except WrongUse as error:
                bad.append(row)
                wrong.append(f"Row {number} of {self.name}{_called(row)} is left out: {error}")
        return good, bad, wrong


_KINDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
}


def _called(row: Any) -> str:
    name = row.get("name") if isinstance(row, dict) else None
    return f" ({name[:_LONGEST_NAME]!r})" if isinstance(name, str) else ""


def _check_grouping(value: str) -> None:
    if value:
        cues.parse_grouping(value)


def _address(row: Any) -> None:
    if not isinstance(row, str):
        raise WrongUse("An address is a text.")


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
            row=lambda row: servers.own([row]),
        ),
        Setting("server", "", "The server of the window's relay; empty for the first there is"),
        Setting("relay_percent", 0.0, "Share of sentences that the relay speaks", (0, 100)),
        Setting("shadow", False, "The relay also speaks what is spoken here, to compare"),
        Setting("fallback", False, "This computer speaks what the relay does not"),
        Setting("listening", 1.0, "Percent of compared sentences to be heard blindly", (0, 100)),
        Setting("budget", 0.2, "Seconds a relay may take to the first sound", (0.01, 60)),
        Setting("agreed", [], "Addresses of servers to which scripts may be sent", row=_address),
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

    ``unknown`` holds names of other versions, ``unusable`` values and ``rows`` rows of lists that
    the file has and that cannot be, all as they stand there; ``warnings`` tell what was wrong with
    it. ``is_there``: the file is, but nobody knows what it holds, so that it must stay.
    """

    chosen: Mapping[str, Any] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)
    unusable: Mapping[str, Any] = field(default_factory=dict)
    rows: Mapping[str, list[Any]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    is_there: bool = False

    def __getitem__(self, name: str) -> Any:
        return self.chosen.get(name, SETTINGS[name].default)

    def change(self, **values: Any) -> Settings:
        """These settings with other values. Raises WrongUse; KeyError for a name unheard of."""
        checked = {name: SETTINGS[name].checked(value) for name, value in values.items()}
        unusable = {name: value for name, value in self.unusable.items() if name not in checked}
        return replace(self, chosen={**self.chosen, **checked}, unusable=unusable)

    def reset(self, name: str) -> Settings:
        """These settings with the default for ``name``."""
        chosen, unusable = (
            {each: value for each, value in values.items() if each != name}
            for values in (self.chosen, self.unusable)
        )
        return replace(self, chosen=chosen, unusable=unusable)


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
        warning = f"{path} cannot be read ({reason}); the defaults apply."
        return Settings(warnings=(warning,), is_there=True)
    except (ValueError, RecursionError):
        return _set_aside(path)
    return _sorted_out(content, path) if isinstance(content, dict) else _set_aside(path)


def _sorted_out(content: dict[str, Any], path: Path) -> Settings:
    chosen, unknown, unusable, rows = {}, {}, {}, {}
    warnings: list[str] = []
    for name, value in content.items():
        if name not in SETTINGS:
            unknown[name] = value
            continue
        good, bad, wrong = SETTINGS[name].sifted(value)
        if bad:
            rows[name] = bad
            warnings += [f"{path}: {each} Correct it there, or take it out." for each in wrong]
        try:
            chosen[name] = SETTINGS[name].checked(good)
        except WrongUse as error:
            unusable[name] = value
            warnings.append(f"{path}: {error} The default applies.")
    return Settings(chosen, unknown, unusable, rows, tuple(warnings))


def _set_aside(path: Path) -> Settings:
    """Rename a damaged file so that saving does not destroy it; a warning says so."""
    number, aside = 1, path.with_name(f"{path.stem}.damaged{path.suffix}")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
    try:
        path.replace(aside)
    except OSError as error:
        warning = f"{path} is damaged ({files.why(error)}); the defaults apply."
        return Settings(warnings=(warning,), is_there=True)
    warning = f"{path} is damaged; it was kept as {aside.name} and the defaults apply."
    return Settings(warnings=(warning,))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings whole or not at all. Raises CannotWrite."""
    path = path or settings_file()
    if settings.is_there:
        raise CannotWrite(path, "what it holds cannot be read, and would be lost")
    rows = {
        name: [*settings.chosen.get(name, ()), *left_out]
        for name, left_out in settings.rows.items()
    }
    kept = {**settings.unknown, **settings.unusable, **settings.chosen, **rows}
    text = json.dumps(kept, indent=1) + "\n"
    files.write_whole(path, lambda part: part.write_text(text, encoding="utf-8"))
