"""What can go wrong, as facts with attributes. Whoever shows an error finds the words.

``str(error)`` is one plain sentence that names the thing and says what to do, for the
command line and logs.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class StudioError(Exception):
    """Everything that Narration Studio reports to its user."""


class WrongUse(StudioError):
    """The user asked for something that does not exist or is out of range."""


class VoiceUnknown(WrongUse):
    def __init__(self, voice: str, available: Iterable[str] = ()) -> None:
        self.voice, self.available = voice, tuple(available)
        close = get_close_matches(voice, self.available, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else ""
        listing = f"The voices here are: {', '.join(self.available)}." if self.available else ""
        super().__init__(f"There is no voice {voice!r}; {hint or listing}".rstrip("; "))


class VoiceDamaged(StudioError):
    def __init__(self, voice: str, path: Path) -> None:
        self.voice, self.path = voice, path
        super().__init__(
            f"The file of voice {voice!r} ({path}) is damaged; restore it from the package."
        )


class SpeedOutOfRange(WrongUse):
    def __init__(self, speed: object, slowest: float, fastest: float) -> None:
        self.speed, self.slowest, self.fastest = speed, slowest, fastest
        super().__init__(f"Speed {speed} is not possible; choose {slowest:g} to {fastest:g}.")


class LanguageUnknown(WrongUse):
    def __init__(self, language: str, available: Iterable[str]) -> None:
        self.language, self.available = language, tuple(available)
        super().__init__(
            f"There is no language {language!r}; choose one of {', '.join(self.available)}."
        )


class LanguageMismatch(WrongUse):
    def __init__(self, voice: str, voice_language: str, language: str) -> None:
        self.voice, self.voice_language, self.language = voice, voice_language, language
        super().__init__(
            f"Voice {voice!r} speaks {voice_language}, not {language}; "
            f"choose a voice of that language or leave the language to the voice."
        )


class NotOffered(WrongUse):
    """A setting was given a value that it cannot have."""

    def __init__(self, what: str, value: object, offered: Iterable[object]) -> None:
        self.what, self.value, self.offered = what, value, tuple(offered)
        choices = ", ".join(map(str, self.offered))
        super().__init__(f"The {what} cannot be {value}; choose {choices}.")


class ScriptUnreadable(WrongUse):
    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name} cannot be read as a script: {reason}.")


class NothingToSay(WrongUse):
    def __init__(self, name: str = "The script") -> None:
        self.name = name
        super().__init__(f"Nothing to say: {name} holds no words.")


class FileDamaged(WrongUse):
    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path} cannot be used: {reason}.")


class EnvironmentUnusable(StudioError):
    """Something that must be installed is missing or broken."""


class ModelMissing(EnvironmentUnusable):
    def __init__(self, what: str, remedy: str = "run `make setup`") -> None:
        self.what, self.remedy = what, remedy
        super().__init__(f"The speech model cannot be used: {what}; {remedy}.")


class DictionaryMissing(EnvironmentUnusable):
    def __init__(self, language: str, package: str) -> None:
        self.language, self.package = language, package
        super().__init__(
            f"{language} cannot be spoken: the package {package} is missing; run `make setup`."
        )


class EngineFailed(StudioError):
    """The engine gave up on a sentence, for a reason of its own."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        self.reason, self.sentence = reason, sentence
        super().__init__(
            f"The engine failed: {reason}" + (f" ({sentence!r})." if sentence else ".")
        )


class Unspeakable(EngineFailed):
    """Nothing in the sentence can be spoken by this voice."""

    def __init__(self, sentence: str) -> None:
        super().__init__("nothing in this sentence can be spoken by this voice", sentence)


class TakeMissing(StudioError):
    """A take that was there when the narration was laid out cannot be found any more."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(f"The audio of {where} is no longer there; speak it again.")


class AudioNotFinite(StudioError):
    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(f"The audio of {where} holds values that are not numbers; not written.")


class CannotWrite(StudioError):
    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path} cannot be written: {reason}.")
