"""Readings in Japanese and Mandarin. Their G2P reads digits and punctuation; what it would drop
or refuse (signs, units, very long numbers, acronyms) is put into the language's own words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from studio.spoken import japanese
from studio.spoken.addresses import labels
from studio.spoken.characters import listed, plain
from studio.spoken.cutting import Word, fill
from studio.spoken.english_measures import VULGAR, vulgar


@dataclass(frozen=True, slots=True)
class Tongue:
    """``longest`` is the number of digits that the G2P can read; ``digits`` reads longer ones."""

    signs: dict[str, str]
    money: dict[str, str]
    units: dict[str, str]
    digits: str
    longest: int
    point: str
    to: str
    fraction: str
    percent: str
    date: str
    clock: str
    letters: dict[str, str]
    dot: str


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

JAPANESE = Tongue(
    signs={
        "-": "マイナス", "+": "プラス", "±": "プラスマイナス", "=": "イコール", "×": "かける",
        "÷": "わる", "&": "アンド", "@": "アット", "#": "ナンバー", "%": "パーセント",
        "‰": "パーミル", "°": "度", "<": "小なり", ">": "大なり", "≤": "以下", "≥": "以上",
        "≠": "ノットイコール", "≈": "約", "∞": "無限大", "√": "ルート", "§": "セクション",
        "©": "コピーライト", "®": "登録商標", "™": "商標", "№": "ナンバー", "~": "から",
        "/": "スラッシュ", "*": "かける", "²": "の2乗", "³": "の3乗",
    },
    money={"$": "ドル", "€": "ユーロ", "£": "ポンド", "¥": "円", "¢": "セント", "₩": "ウォン",
           "₹": "ルピー", "₿": "ビットコイン", "元": "元"},
    units={
        "kg": "キログラム", "g": "グラム", "mg": "ミリグラム", "km": "キロメートル",
        "m": "メートル", "cm": "センチメートル", "mm": "ミリメートル", "l": "リットル",
        "L": "リットル", "ml": "ミリリットル", "mL": "ミリリットル", "km/h": "キロメートル毎時",
        "GB": "ギガバイト", "MB": "メガバイト", "KB": "キロバイト", "kB": "キロバイト",
        "TB": "テラバイト", "Hz": "ヘルツ", "kHz": "キロヘルツ", "MHz": "メガヘルツ",
        "GHz": "ギガヘルツ", "W": "ワット", "kW": "キロワット", "V": "ボルト", "°C": "度",
        "°F": "度華氏", "°": "度",
        "m²": "平方メートル", "m2": "平方メートル", "h": "時間", "min": "分", "s": "秒",
    },
    digits="ゼロ いち に さん よん ご ろく なな はち きゅう",
    longest=12, point="てん", to="から", fraction="{b}分の{a}", percent="{n}パーセント",
    date="{y}年{m}月{d}日", clock="{h}時{m}分",
    letters=dict(zip(
        _ALPHABET,
        listed(
    "エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー "
        "アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット"),
        strict=True,
    )),
    dot="ドット",
)  # fmt: skip

# The letters as the characters by which they are usually written down in Mandarin.
MANDARIN = Tongue(
    signs={
        "-": "负", "+": "加", "±": "正负", "=": "等于", "×": "乘以", "÷": "除以", "&": "和",
        "@": "艾特", "#": "号", "%": "百分号", "‰": "千分号", "°": "度", "<": "小于", ">": "大于",
        "≤": "小于等于", "≥": "大于等于", "≠": "不等于", "≈": "约等于", "∞": "无穷大", "√": "根号",
        "§": "节", "©": "版权", "®": "注册商标", "™": "商标", "№": "号", "~": "到", "/": "斜杠",
        "*": "乘以", "²": "的平方", "³": "的立方",
    },
    money={"$": "美元", "€": "欧元", "£": "英镑", "¥": "元", "¢": "美分", "₩": "韩元", "₹": "卢比",
           "₿": "比特币"},
    units={
        "kg": "公斤", "g": "克", "mg": "毫克", "km": "公里", "m": "米", "cm": "厘米", "mm": "毫米",
        "l": "升", "L": "升", "ml": "毫升", "mL": "毫升", "km/h": "公里每小时", "GB": "吉字节",
        "MB": "兆字节", "KB": "千字节", "kB": "千字节", "TB": "太字节", "Hz": "赫兹",
        "kHz": "千赫", "MHz": "兆赫", "GHz": "吉赫", "W": "瓦", "kW": "千瓦", "V": "伏",
        "°C": "摄氏度", "°F": "华氏度", "°": "度", "m²": "平方米", "m2": "平方米", "h": "小时",
        "min": "分钟", "s": "秒",
    },
    digits="零 一 二 三 四 五 六 七 八 九",
    longest=15, point="点", to="到", fraction="{b}分之{a}", percent="百分之{n}",
    date="{y}年{m}月{d}日", clock="{h}点{m}分",
    letters=dict(zip(
        _ALPHABET,
        listed(
    "诶 比 西 迪 伊 艾弗 吉 艾尺 艾 杰 开 艾勒 艾马 艾娜 哦 屁 吉吾 艾儿 艾丝 提 优 维 豆贝尔维 "
        "艾克斯 吾艾 贼德"),
        strict=True,
    )),
    dot="点",
)  # fmt: skip

TONGUES = {"ja": JAPANESE, "zh": MANDARIN}

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_UNIT = (
    r"(?:°[CF]?|[℃℉㎏㎞㎝㎜㎡ℓ]|(?:km/h|kHz|MHz|GHz|min|k?m[²2]|kg|mg|km|cm|mm|ml|mL|kW|[GMKkT]B|Hz|[gmlLWVhs])"
    r"(?![A-Za-z\d]))"
)
_MONEY = "$€£¥¢₩₹₿"
_SCALE = "[万億亿兆]{0,2}"
# A currency in words after an amount that has its sign as well: ¥1,200元.
_NAMED = regex.compile("(?:人民币|日元|日圆|美元|欧元|英镑|韩元|元|块|円|米?ドル|ユーロ|ポンド)")
_DATE = regex.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_CLOCK = regex.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])")
_FRACTION = regex.compile(r"(?<![\d/])(\d{1,4})/(\d{1,4})(?![\d/])")
_PHONE = regex.compile(
    r"(?<!\d)(?:\+?\d{1,4}(?:-\d{2,5}){2,4}|\d{3,4}-\d{7,8}|\d{3,4}-\d{4})(?!\d)"
)
_QUANTITY = regex.compile(
    rf"(?P<sign>(?<![A-Za-z\d])[-+±#№])?(?P<before>[{_MONEY}])?(?P<number>{_NUMBER})"
    rf"(?P<scale>{_SCALE})(?P<after>[%‰{_MONEY}]|{_UNIT})?"
)
_RANGE = regex.compile(rf"(?<=\d(?:[%]|{_UNIT})?)[-~](?=\d)")
_ACRONYM = regex.compile(r"(?<![A-Za-z])(?:[A-Z]{2,8}|[A-Z])(?![A-Za-z])")

# What has to be rewritten; the rest of a run goes to the G2P as it is.
_EXPRESSION = (
    rf"(?:(?<![A-Za-z\d])[-+±#№])?[{_MONEY}]?\d+(?:(?:%|{_UNIT})?[-.,:/~]\d+)*{_SCALE}"
    rf"(?:[%‰{_MONEY}]|{_UNIT})?|{_ACRONYM.pattern}|\p{{No}}+|[&+=×÷@%±≤≥≠≈∞√§©®™№°<>{_MONEY}]"
)
_EXPRESSIONS = {
    "ja": regex.compile(f"{japanese.COUNTED.pattern}|{_EXPRESSION}"),
    "zh": regex.compile(_EXPRESSION),
}
_OPERATORS = frozenset("-~/*<>#")


def _digits(text: str, tongue: Tongue) -> str:
    names = tongue.digits.split()
    return "".join(names[int(c)] for c in text if c in "0123456789")


def _number(text: str, tongue: Tongue) -> str:
    whole, point, decimals = text.replace(",", "").partition(".")
    leading_zero = whole.startswith("0") and len(whole) > 1
    said = _digits(whole, tongue) if leading_zero or len(whole) > tongue.longest else whole
    return said + (tongue.point + _digits(decimals, tongue) if point else "")


def _quantity(match: regex.Match[str], tongue: Tongue) -> str:
    said = _number(match["number"], tongue) + match["scale"]
    sign = tongue.signs[match["sign"]] if match["sign"] else ""
    after = match["after"] or ""
    if after == "%":
        said = tongue.percent.format(n=said)
    else:
        said += tongue.money.get(after) or tongue.units.get(after) or tongue.signs.get(after, "")
    return sign + said + (tongue.money[match["before"]] if match["before"] else "")


def _numeral(character: str, tongue: Tongue) -> str:
    """Circled numbers, fractions and the like."""
    if character in VULGAR:
        top, bottom = vulgar(character)
        return tongue.fraction.format(a=top, b=bottom) if bottom else "0"
    value = unicodedata.numeric(character, None)
    return f" {int(value)} " if value is not None and value == int(value) else ""


def _sign(character: str, tongue: Tongue) -> str:
    if character in _OPERATORS:
        return " "
    if character in tongue.signs:
        return tongue.signs[character]
    if unicodedata.category(character) == "No":
        return _numeral(character, tongue)
    return tongue.money.get(character) or character


def odd(text: str, tongue: Tongue) -> str:
    """What is said for a number with its signs, an acronym or a sign."""
    said = plain(text)
    said = _DATE.sub(lambda m: tongue.date.format(y=m[1], m=int(m[3]), d=int(m[4])), said)
    said = _PHONE.sub(lambda m: _digits(m[0], tongue), said)
    said = _CLOCK.sub(lambda m: tongue.clock.format(h=int(m[1]), m=int(m[2])), said)
    said = _FRACTION.sub(lambda m: tongue.fraction.format(a=m[1], b=m[2]), said)
    if tongue is JAPANESE:
        said = japanese.counted(said)
    said = _RANGE.sub(tongue.to, said)
    said = _QUANTITY.sub(lambda m: _quantity(m, tongue), said)
    said = _ACRONYM.sub(lambda m: "".join(tongue.letters[c] for c in m[0]), said)
    return " ".join("".join(_sign(c, tongue) for c in said).split())


_OTHER_FORMS = str.maketrans("−–〜～：／", "--~~:/")


def _levelled(text: str) -> str:
    """``text`` in its plainest characters, one for one."""
    if text.isascii():
        return text
    return "".join(map(_level, text))


def _level(character: str) -> str:
    character = character.translate(_OTHER_FORMS)
    if unicodedata.category(character) == "Nd":
        return str(unicodedata.digit(character))
    simple = "，" if character == "，" else plain(character)  # no thousands mark
    return simple if len(simple) == 1 else character


def _address(text: str, tongue: Tongue) -> str | None:
    found = labels(text) if text.isascii() else None
    if found is None:
        return None
    user, host = (f" {tongue.dot} ".join(names) for names in found)
    return f"{user} {tongue.signs['@']} {host}" if user else host


def _named(match: regex.Match[str]) -> bool:
    """Whether the currency whose sign an amount has is named after it as well."""
    return match[0][0] in _MONEY and _NAMED.match(match.string, match.end()) is not None


def _pieces(word: Word, text: str, language: str) -> Iterator[Word]:
    """The word cut around what has to be rewritten, so that the rest stays what was written."""
    tongue = TONGUES[language]
    a, b = word.core_start, word.core_end
    start = word.start
    at = a
    for match in _EXPRESSIONS[language].finditer(_levelled(text[a:b])):
        said = odd(match[0].lstrip(_MONEY) if _named(match) else match[0], tongue)
        i, j = a + match.start(), a + match.end()
        if said == text[i:j]:
            continue
        if any(c.isalnum() for c in text[at:i]):
            yield Word(start, i, at, i)
            start = i
        end = j
        while end < b and text[end] in _KNOWN and text[end] not in _OPEN:
            end += 1
        yield Word(start, end, i, j, said=said)
        start = at = end
    if start < b and (any(c.isalnum() for c in text[at:b]) or start == word.start):
        yield Word(start, word.end, at, b)


def read(words: Sequence[Word], text: str, language: str) -> list[Word]:
    """The words, cut further around what is not read as it is written."""
    tongue = TONGUES[language]
    result: list[Word] = []
    for word in words:
        if word.said is not None or word.foreign or not word.body or word.pin is not None:
            result.append(word)
        elif word.body in _OPERATORS:
            word.said = tongue.to if word.body in "-~" else tongue.signs[word.body]
            result.append(word)
        elif word.shortened or (said := _address(word.body, tongue)) is not None:
            word.said = odd(word.body if word.shortened else said or "", tongue)
            result.append(word)
        else:
            pieces = list(_pieces(word, text, language))
            pieces[-1].end = word.end
            for piece in pieces:
                fill(piece, text)
            result += pieces
    return result


_KNOWN = frozenset("、。，．！？：；（）「」『』《》〈〉【】…—“”,.!?;:()")
_OPEN = frozenset("（「『《〈【“(")


def marks(raw: str, *, opening: bool) -> str:
    """The punctuation beside a word that the G2P knows, as it is written."""
    return "".join(c for c in raw if c in (_OPEN if opening else _KNOWN))
