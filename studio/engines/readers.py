"""Whether a language can be read aloud here; only the worker imports this.

misaki goes on without espeak, and then leaves out every English word that is in no dictionary; a
dictionary that is there but broken would be reported for each sentence anew. So a language is
tried out before the first sentence of it is read.
"""

from __future__ import annotations

import ctypes

from studio.engines.phonemes import Phonemizer
from studio.errors import PackageMissing, ReaderUnusable, StudioError
from studio.languages import language
from studio.spoken import Reading

_WORDS = {"hi": "नमस्ते", "ja": "日本", "zh": "中国"}
_NONSENSE = "Zorbliq"  # in no dictionary: read by rule, which is espeak's


def try_out(phonemizer: Phonemizer, code: str) -> None:
    """Have one word of a language read. Raises EnvironmentUnusable."""
    name, word = language(code).name, _WORDS.get(code, _NONSENSE)
    try:
        _load_espeak(name)
        units = phonemizer.units(word, [Reading(0, len(word), word, "text")], code)
    except StudioError:
        raise
    except ImportError as error:
        raise PackageMissing(error.name or str(error)) from error
    except Exception as error:  # whatever a reader says: it has nothing to do with the script
        raise ReaderUnusable(name, _first_sentence(error)) from error
    if not any(unit.phonemes for unit in units):
        raise ReaderUnusable(name, f"espeak-ng gives no sounds for {word!r}")


def _first_sentence(error: Exception) -> str:
    """Of what an error says at length, the beginning."""
    lines = [line.strip() for line in str(error).splitlines() if any(map(str.isalpha, line))]
    return lines[0].split(". ")[0].rstrip(".") if lines else type(error).__name__


def _load_espeak(language: str) -> None:
    """misaki says nothing when it cannot be loaded. Raises ImportError, ReaderUnusable."""
    import espeakng_loader

    path = espeakng_loader.get_library_path()
    try:
        ctypes.CDLL(path)
    except OSError as error:
        raise ReaderUnusable(language, f"espeak-ng cannot be loaded ({error})") from error
