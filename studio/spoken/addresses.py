"""Web and mail addresses, IP addresses, versions, files and handles, as English says them."""

from __future__ import annotations

import regex

from studio.spoken.characters import listed
from studio.spoken.english_numbers import digits, number, pairs

# Endings that make a name without "www." or "https://" a web address.
_DOMAINS = frozenset(
    listed(
        "com org net edu gov mil int info biz io ai app dev co tv xyz tech online site shop blog "
        "cloud store uk ca au nz ie de fr es nl ch se dk fi pl cz pt gr ru ua jp cn kr br mx ar za "
        "eu ly"
    )
)
# Two-letter endings that are said as a word; the others are spelt.
_SPOKEN_ENDINGS = frozenset(("co", "me", "to", "so", "be"))

_URL = regex.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.\-]{1,30}://|mailto:)?(?:[^\s/@?#]{1,64}@)?"
    r"(?P<host>[^\s/?#:@]+)(?::(?P<port>\d{1,5}))?(?P<rest>[/?#].*)?",
    regex.S,
)
_MAIL = regex.compile(
    r"(?:mailto:)?(?P<user>[^\s@/]{1,64})@(?P<host>[^\s@/?]+\.[^\s@/?]+?)(?:\?.*)?"
)
_BARE = regex.compile(r"(?:[A-Za-z\d](?:[A-Za-z\d\-]{0,62})\.)+(?P<top>[A-Za-z]{2,6})(?:[/?#:].*)?")
_IP = regex.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?(/\d{1,2})?")
_VERSION = regex.compile(r"(?P<v>[vV]\.?)?(?P<numbers>\d+(?:\.\d+)+)(?P<rest>-?[a-z]+\d*)?")
_SHORT_VERSION = regex.compile(r"v(?P<numbers>\d{1,3})")
_HANDLE = regex.compile(r"@(?P<name>[\p{L}\d_][\p{L}\d_.\-]*)")
_FILE = regex.compile(r"(?P<name>[\w\-]+(?:\.[\w\-]+)*)\.(?P<ending>[A-Za-z][A-Za-z\d]{0,4})")
_ENDINGS = frozenset(
    listed(
        "txt md rst pdf doc docx xls xlsx ppt pptx csv tsv json xml yml yaml toml ini cfg html "
        "htm css js ts jsx tsx py rb go rs java c h cpp cs php sh bat exe dll zip tar gz png jpg "
        "jpeg gif svg bmp webp wav mp3 mp4 ogg flac mov avi mkv srt vtt ass log sql lock net epub"
    )
)
_ATOMS = regex.compile(r"\d+|\p{Lu}?\p{Ll}[\p{Ll}']*|\p{Lu}+(?!\p{Ll})|\p{L}\p{M}*|[-_.+~&=]")
_VOWELS = "aeiouyAEIOUYáéíóúäöü"
_MARKS = {"-": "dash", "_": "underscore", ".": "dot", "+": "plus", "~": "tilde", "&": "and",
          "=": "equals"}  # fmt: skip


def spell(letters: str) -> str:
    """``uk`` as "U K"; an A with its stop, or it is taken for the article."""
    return " ".join("A." if letter in "Aa" else letter.upper() for letter in letters)


def _name(text: str) -> str:
    """A part of an address with its marks said: ``ann.lee_2`` is "ann dot lee underscore two"."""
    said = []
    for atom in _ATOMS.findall(text):
        if atom.isdecimal():
            said.append(pairs(atom))
        elif atom.isupper() and len(atom) > 4 and any(c in _VOWELS for c in atom):
            said.append(atom.lower())  # README
        elif atom.isalpha() and (len(atom) == 1 or not any(c in _VOWELS for c in atom)):
            said.append(spell(atom))
        else:
            said.append(_MARKS.get(atom, atom))
    return " ".join(said)


def _host(host: str) -> str:
    labels = [label for label in host.split(".") if label]
    if len(labels) > 1 and labels[0].lower() == "www":
        labels = labels[1:]
    if len(labels) < 2:
        return _name(host)
    said = [_name(label) for label in labels[:-1]]
    top = labels[-1].lower()
    said.append(spell(top) if len(top) == 2 and top not in _SPOKEN_ENDINGS else _name(top))
    return " dot ".join(filter(None, said))


def web(text: str) -> str | None:
    """A web address as its host: ``https://www.example.com/a_b?x=1`` is "example dot com"; nobody
    listens to a path."""
    bare = _BARE.fullmatch(text) if len(text) < 300 else None
    explicit = "://" in text[:40] or text[:4].lower() == "www."
    if not explicit and (bare is None or bare["top"].lower() not in _DOMAINS):
        return None
    match = _URL.fullmatch(text)
    if match is None or len(match["host"]) > 260:
        return None
    address = ip(match["host"])
    port = f" port {digits(match['port'])}" if match["port"] and explicit else ""
    return ((address or _host(match["host"])) + port) or None


def labels(text: str) -> tuple[list[str], list[str]] | None:
    """The names in a web or mail address before the @ (if any) and of its host, for other
    languages than English: ``ann@www.a.org/x`` is ``(["ann"], ["a", "org"])``."""
    if len(text) > 2_000 or text.isalpha():
        return None
    letter = _MAIL.fullmatch(text) if len(text) < 300 else None
    if letter is not None:
        return letter["user"].split("."), letter["host"].split(".")
    if web(text) is None:
        return None
    match = _URL.fullmatch(text)
    if match is None:
        return None
    names = [name for name in match["host"].split(".") if name]
    return [], names[1:] if len(names) > 2 and names[0].lower() == "www" else names


def mail(text: str) -> str | None:
    """``ann.lee@example.com`` is "ann dot lee at example dot com"."""
    match = _MAIL.fullmatch(text) if len(text) < 300 else None
    if match is None:
        return None
    user, host = _name(match["user"]), _host(match["host"])
    return f"{user} at {host}" if user and host else None


def ip(text: str) -> str | None:
    match = _IP.fullmatch(text)
    if match is None or any(int(part) > 255 for part in match.groups()[:4]):
        return None
    said = " dot ".join(digits(part) for part in match.groups()[:4])
    if match[5]:
        said += f" port {digits(match[5])}"
    return said + (f" slash {number(match[6][1:])}" if match[6] else "")


def version(text: str) -> str | None:
    """``v1.2.3`` is "version one point two point three"; without the v only from three parts on,
    as ``3.14`` is a decimal."""
    match = _VERSION.fullmatch(text) or _SHORT_VERSION.fullmatch(text)
    if match is None or len(text) > 40:
        return None
    groups = match.groupdict()
    lettered = text[0] in "vV"
    if not lettered and match["numbers"].count(".") < 2 and not groups.get("rest"):
        return None
    if not lettered and groups.get("rest") and match["numbers"].count(".") < 2:
        return None
    parts = match["numbers"].split(".")
    said = " point ".join(number(part, years=False) for part in parts)
    rest = groups.get("rest")
    return ("version " if lettered else "") + said + (f" {_name(rest.lstrip('-'))}" if rest else "")


def handle(text: str) -> str | None:
    """``@ann_lee`` is "at ann underscore lee"."""
    match = _HANDLE.fullmatch(text)
    return f"at {_name(match['name'])}" if match else None


def file(text: str) -> str | None:
    """``notes.txt`` is "notes dot T X T"."""
    match = _FILE.fullmatch(text)
    if match is None or match["ending"].lower() not in _ENDINGS or len(text) > 100:
        return None
    ending = match["ending"]
    words = ("zip", "wav", "log", "lock", "net", "java", "epub", "go", "bat", "tar", "ass", "ini")
    said = ending.lower() if ending.lower() in words else _letters(ending)
    return f"{_name(match['name'])} dot {said}"


def _letters(text: str) -> str:
    return " ".join(
        number(a) if a.isdecimal() else spell(a) for a in regex.findall(r"\d+|\D+", text)
    )


def address(text: str) -> str | None:
    """Whatever of these fills the whole word, or None."""
    if text.isalpha():
        return None
    for way in (mail, web, ip, version, handle, file):
        said = way(text)
        if said is not None:
            return said
    return None
