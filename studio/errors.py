"""What can go wrong, as facts with attributes. Whoever shows an error finds the words.

``str(error)`` is one plain sentence that names the thing and says what to do, for the
command line and logs.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

# How this program was called; the process that speaks is told by the one that started it.
PROGRAM = "NARRATION_STUDIO_PROGRAM"


def program() -> str:
    """The name by which this program was started: ``narration-studio`` or what stands for it."""
    told = os.environ.get(PROGRAM)
    started = Path(sys.argv[0])
    if told or started.name != "__main__.py" or started.parent.name != "studio":
        return told or "narration-studio"
    return "python -m studio"


# Besides what moves a terminal's cursor, what ends a line or turns the direction of writing.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def escaped(text: str) -> str:
    """A text as one line that does nothing but stand there: names may come from anywhere."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _set_up(package: str = "") -> str:
    """What brings back what is missing: a checkout can set itself up, pip can add a package."""
    if (Path(__file__).parents[1] / "packaging" / "setup_env.py").is_file():
        return "run `make setup`"
    if package and not getattr(sys, "frozen", False):
        return f"run `pip install {package}`"
    return "install Narration Studio again"


class StudioError(Exception):
    """Everything that Narration Studio reports to its user."""


class WrongUse(StudioError):
    """The user asked for something that does not exist or is out of range."""


class EnvironmentUnusable(StudioError):
    """Something that must be installed is missing or broken."""


class VoiceUnknown(WrongUse):
    def __init__(self, voice: str, available: Iterable[str] = ()) -> None:
        self.voice, self.available = voice, tuple(available)
        close = get_close_matches(voice, self.available, n=3)
        hint = f"; did you mean {' or '.join(close)}?" if close else "."
        listing = f" The voices here are: {', '.join(self.available)}." if self.available else ""
        super().__init__(f"There is no voice {voice!r}{hint}{listing}")


class VoiceElsewhere(WrongUse):
    """A voice that only a relay has is to be spoken on this computer."""

    def __init__(self, voice: str) -> None:
        self.voice = voice
        super().__init__(
            f"Only a relay has the voice {voice!r}; speak through one that does, or choose a voice "
            f"that `{program()} voices` lists."
        )


class VoiceDamaged(EnvironmentUnusable):
    def __init__(self, voice: str, path: Path) -> None:
        self.voice, self.path = voice, path
        super().__init__(
            f"The file of voice {voice!r} ({path}) is missing or damaged; "
            f"install Narration Studio again."
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
    def __init__(self, voice: str, voice_language: str, language: str, better: str) -> None:
        self.voice, self.voice_language, self.language = voice, voice_language, language
        self.better = better
        super().__init__(
            f"Voice {voice!r} speaks {voice_language}, not {language}; choose a voice of that "
            f"language, such as {better}, or leave the language to the voice."
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


class PauseUnreadable(WrongUse):
    """``shortest`` and ``longest`` in seconds; ``line`` counts from 1."""

    def __init__(self, tag: str, line: int, shortest: float, longest: float) -> None:
        self.tag, self.line, self.shortest, self.longest = tag, line, shortest, longest
        super().__init__(
            f"Line {line}: {tag} is not a pause; "
            f"write {shortest:g} to {longest:g} seconds, as in [pause 0.8s]."
        )


class SentenceUnknown(WrongUse):
    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(f"There is no sentence {sentence!r} in the narration any more.")


class SentenceLocked(WrongUse):
    """``sentences`` are ids."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        count = len(self.sentences)
        which = "The sentence is" if count == 1 else f"All {count} sentences are"
        super().__init__(f"{which} locked; unlock what shall sound different.")


class WordUnknown(WrongUse):
    """``word`` counts from 0, within a sentence of ``words``."""

    def __init__(self, word: int, words: int) -> None:
        self.word, self.words = word, words
        super().__init__(f"There is no word {word + 1} in a sentence of {words}.")


class WordIndivisible(WrongUse):
    def __init__(self, word: str, reason: str) -> None:
        self.word, self.reason = word, reason
        super().__init__(f"{word!r} cannot be split: {reason}.")


class OffsetOutOfRange(WrongUse):
    """``at`` is not an offset of a character of ``text``."""

    def __init__(self, at: int, text: str) -> None:
        self.at, self.text = at, text
        super().__init__(f"There is nothing at character {at} of {text!r}.")


class CaptionEmpty(WrongUse):
    def __init__(self) -> None:
        super().__init__("A caption cannot be empty; write what it shall show.")


class CaptionUnclear(WrongUse):
    """The text of a caption that spans several sentences cannot be shared out among them."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"The caption spans several sentences, and it is not clear what of {text!r} belongs "
            "to which; break the caption between them first."
        )


class LengthOutOfRange(WrongUse):
    """A pause or gap of so many seconds."""

    def __init__(self, what: str, seconds: float, shortest: float, longest: float) -> None:
        self.what, self.seconds = what, seconds
        self.shortest, self.longest = shortest, longest
        super().__init__(
            f"A {what} of {seconds:g} s is not possible; choose {shortest:g} to {longest:g} s."
        )


class PauseImpossible(WrongUse):
    """A pause tag at this offset of a sentence would change more than the pause."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        super().__init__(
            f"No pause can be put before {text[at : at + 20]!r} there; "
            "choose a place between two words."
        )


class NothingToSay(WrongUse):
    def __init__(self, name: str = "The script") -> None:
        self.name = name
        super().__init__(f"Nothing to say: {name} holds no words.")


class FileDamaged(WrongUse):
    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path} cannot be used: {reason}.")


class FileTooNew(WrongUse):
    """``version`` of the file's format, ``known`` the newest that this program reads."""

    def __init__(self, path: Path | str, version: int, known: int) -> None:
        self.path, self.version, self.known = path, version, known
        super().__init__(
            f"{path} was saved by a newer Narration Studio (format {version}, this one reads up "
            f"to {known}); update the program to open it."
        )


class ModelMissing(EnvironmentUnusable):
    def __init__(self, what: str, remedy: str = "") -> None:
        self.what, self.remedy = what, remedy or _set_up()
        super().__init__(f"The speech model cannot be used: {what}; {self.remedy}.")


class EngineUnusable(EnvironmentUnusable):
    """The engine's process cannot even start."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The speech process cannot start ({reason}); run `{program()} doctor`.")


class PackageMissing(EnvironmentUnusable):
    def __init__(self, package: str) -> None:
        self.package = package
        super().__init__(f"The package {package} is missing; {_set_up(package)}.")


class ReaderUnusable(EnvironmentUnusable):
    """What turns the words of a language into sounds is there, but does not work."""

    def __init__(self, language: str, reason: str) -> None:
        self.language, self.reason = language, reason
        super().__init__(f"{language} cannot be read aloud: {reason}; {_set_up()}.")


class DictionaryMissing(EnvironmentUnusable):
    def __init__(self, language: str, package: str) -> None:
        self.language, self.package = language, package
        super().__init__(
            f"{language} cannot be spoken: the package {package} is missing; {_set_up(package)}."
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
        super().__init__("nothing in it can be spoken by this voice", sentence)
        self.args = (
            f"Nothing in {sentence!r} can be spoken by this voice; choose a voice of its language, "
            "or write how to say it: [word](/phonemes/).",
        )


class RelayUnusable(EnvironmentUnusable):
    """What is wrong with a relay befalls every sentence. ``server`` is its name, ``kind`` what it
    is counted as (`studio.relay.journal.ERRORS`)."""

    kind = "other"

    def __init__(self, server: str, reason: str, kind: str = "") -> None:
        self.server, self.reason = server, reason
        self.kind = kind or self.kind
        super().__init__(f"{server} cannot be used: {reason}.")


class RelayKeyUnusable(RelayUnusable):
    """The key is missing, cannot be one, or was refused; the key itself is never told."""

    kind = "key"


class RelayUnreachable(RelayUnusable):
    """No connection: offline, no such name, nobody there, or nobody who can be trusted."""

    kind = "unreachable"


class RelayFailed(StudioError):
    """A relay did not speak a sentence; the next one may go well. ``kind`` as above."""

    kind = "other"

    def __init__(self, server: str, reason: str, kind: str = "") -> None:
        self.server, self.reason = server, reason
        self.kind = kind or self.kind
        super().__init__(f"{server} did not speak: {reason}.")


class RelayBrokeOff(RelayFailed):
    """An answer that had begun to be heard is not whole; asked for again it begins anew."""


class NoCaptions(RelayFailed):
    """The server does not offer captioned speech after all."""


class RelayBusy(RelayFailed):
    """Too many requests. ``retry_after``: for how many seconds it wants to be left alone."""

    kind = "busy"

    def __init__(self, server: str, retry_after: float) -> None:
        self.retry_after = retry_after
        super().__init__(server, f"it is busy; try again in {retry_after:.0f} s")


class RelayVoiceUnknown(RelayFailed):
    """``available`` may be empty where a relay does not tell."""

    kind = "voice"

    def __init__(self, server: str, voice: str, available: Iterable[str] = ()) -> None:
        self.voice, self.available = voice, tuple(available)
        others = [each for each in self.available if each != voice]
        close = get_close_matches(voice, others, n=3)
        hint = f" (close to it: {', '.join(close)})" if close else ""
        super().__init__(
            server,
            f"it has no voice {voice!r}{hint}; choose one that `{program()} relay voices` lists, "
            "or speak it locally",
        )


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
