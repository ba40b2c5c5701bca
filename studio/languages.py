"""The nine languages that Kokoro speaks, and what each needs."""

from __future__ import annotations

from dataclasses import dataclass

from studio.errors import LanguageUnknown


@dataclass(frozen=True, slots=True)
class Language:
    """``kokoro`` is the letter that KPipeline and the voice names use; ``sentences`` the code
    of the sentence splitter; ``numbers`` that of num2words; ``spaced`` whether words are
    written with blanks between them; ``needs`` the import name and package of its extra
    dictionaries."""

    code: str
    name: str
    kokoro: str
    sentences: str
    numbers: str
    spaced: bool = True
    needs: tuple[tuple[str, str], ...] = ()


LANGUAGES = {
    language.code: language
    for language in (
        Language("en-us", "American English", "a", "en", "en"),
        Language("en-gb", "British English", "b", "en", "en"),
        Language("es", "Spanish", "e", "es", "es"),
        Language("fr", "French", "f", "fr", "fr"),
        Language("hi", "Hindi", "h", "hi", "hi"),
        Language("it", "Italian", "i", "it", "it"),
        Language("pt-br", "Brazilian Portuguese", "p", "pt", "pt_BR"),
        Language(
            "ja",
            "Japanese",
            "j",
            "ja",
            "ja",
            spaced=False,
            needs=(
                ("fugashi", "fugashi"),
                ("unidic_lite", "unidic-lite"),
                ("jaconv", "jaconv"),
                ("mojimoji", "mojimoji"),
                ("pyopenjtalk", "pyopenjtalk-plus"),
            ),
        ),
        Language(
            "zh",
            "Mandarin Chinese",
            "z",
            "zh",
            "zh",
            spaced=False,
            needs=(
                ("jieba", "jieba"),
                ("cn2an", "cn2an"),
                ("pypinyin", "pypinyin"),
                ("ordered_set", "ordered-set"),
                ("pypinyin_dict", "pypinyin-dict"),
            ),
        ),
    )
}

_BY_LETTER = {language.kokoro: language for language in LANGUAGES.values()}


def language(code: str) -> Language:
    """The language with this code. Raises LanguageUnknown."""
    try:
        return LANGUAGES[code]
    except KeyError:
        raise LanguageUnknown(code, LANGUAGES) from None


def language_of_letter(letter: str) -> Language:
    """The language whose voices begin with this letter (``af_heart`` begins with ``a``)."""
    try:
        return _BY_LETTER[letter]
    except KeyError:
        raise LanguageUnknown(letter, _BY_LETTER) from None
