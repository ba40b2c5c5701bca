"""The names of units in English, from their symbols."""

from __future__ import annotations

from studio.spoken.characters import listed

# The spelling is American; British English turns -meter and -liter round.
UNITS = {
    "kg": "kilogram", "g": "gram", "mg": "milligram", "μg": "microgram", "mcg": "microgram",
    "lb": "pound", "lbs": "pound", "oz": "ounce", "km": "kilometer", "m": "meter",
    "cm": "centimeter", "mm": "millimeter", "μm": "micrometer", "nm": "nanometer",
    "mi": "mile", "ft": "foot", "in": "inch", "yd": "yard", "yds": "yard", "l": "liter",
    "L": "liter", "ml": "milliliter", "mL": "milliliter", "cl": "centiliter",
    "dl": "deciliter", "gal": "gallon", "h": "hour", "hr": "hour", "hrs": "hour",
    "min": "minute", "mins": "minute", "s": "second", "sec": "second", "secs": "second",
    "ms": "millisecond", "μs": "microsecond", "ns": "nanosecond", "Hz": "hertz",
    "kHz": "kilohertz", "KHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz",
    "THz": "terahertz", "kB": "kilobyte", "KB": "kilobyte", "MB": "megabyte",
    "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte", "KiB": "kibibyte",
    "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte", "kb": "kilobit", "Kb": "kilobit",
    "Mb": "megabit", "Gb": "gigabit", "kbit": "kilobit", "Mbit": "megabit",
    "Gbit": "gigabit", "W": "watt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt",
    "mW": "milliwatt", "Wh": "watt hour", "kWh": "kilowatt hour", "MWh": "megawatt hour",
    "GWh": "gigawatt hour", "V": "volt", "kV": "kilovolt", "mV": "millivolt",
    "mA": "milliamp", "mAh": "milliamp hour", "Ω": "ohm", "kΩ": "kiloohm", "MΩ": "megaohm",
    "J": "joule", "kJ": "kilojoule", "cal": "calorie", "kcal": "kilocalorie",
    "Pa": "pascal", "hPa": "hectopascal", "kPa": "kilopascal", "MPa": "megapascal",
    "dB": "decibel", "ha": "hectare", "px": "pixel", "MP": "megapixel", "Nm": "newton meter",
    "tsp": "teaspoon", "Tsp": "teaspoon", "tbsp": "tablespoon", "Tbsp": "tablespoon",
    "tbs": "tablespoon", "Tbs": "tablespoon", "qt": "quart", "qts": "quart", "pt": "pint",
    "st": "stone", "yr": "year", "yrs": "year", "wk": "week", "wks": "week", "mo": "month",
    "mos": "month", "gals": "gallon", "dL": "deciliter", "Å": "angstrom", "atm": "atmosphere",
    "μF": "microfarad", "nF": "nanofarad", "pF": "picofarad", "mH": "millihenry",
    "mol": "mole", "lm": "lumen", "bbl": "barrel",
}  # fmt: skip
_WHOLE_UNITS = {
    "mph": "miles per hour",
    "kph": "kilometers per hour",
    "kmh": "kilometers per hour",
    "bp": "basis point",
    "bps": "basis points",
    "pts": "points",
    "kbps": "kilobits per second",
    "Kbps": "kilobits per second",
    "Mbps": "megabits per second",
    "Gbps": "gigabits per second",
    "mpg": "miles per gallon",
    "mmHg": "millimeters of mercury",
    "°K": "kelvin",
    "%": "percent",
    "‰": "per mille",
}
_DEGREES = {"°": "", "°C": " Celsius", "°F": " Fahrenheit", "º": "", "ºC": " Celsius",
            "ºF": " Fahrenheit"}  # fmt: skip
_IRREGULAR = {"foot": "feet", "inch": "inches"}
_PER = {"s": "second", "sec": "second", "h": "hour", "hr": "hour", "min": "minute", "d": "day",
        "wk": "week", "mo": "month", "yr": "year", "y": "year", "a": "year"}  # fmt: skip
_EACH = frozenset(listed(
    "second minute hour day night week month year person mile pound ounce gallon "
                  "page word unit item user seat ton share barrel"
))  # fmt: skip
# In which goods are packed and counted.
PACKED_UNITS = ("kg", "g", "mg", "ml", "mL", "cl", "l", "L", "lb", "lbs", "oz", "pt")
# Of the units that stand alone ("5 km") only those that are no word or initial of their own.
_NEVER_ALONE = frozenset(("in", "cal", "a", "st"))


def _british(words: str) -> str:
    for american in ("meter", "liter"):
        words = words.replace(american, american[:-2] + "re")
    return words


def _many(name: str) -> str:
    if name.endswith(("hertz", "stone")):
        return name
    head, _, last = name.rpartition(" ")
    return f"{head} {_IRREGULAR.get(last, last + 's')}".strip()


def _one_unit(text: str, one: bool) -> str | None:
    power = {"2": "square ", "²": "square ", "3": "cubic ", "³": "cubic "}.get(text[-1:], "")
    name = UNITS.get(text[:-1] if power else text)
    if name is None or (power and not name.endswith(("meter", "foot", "inch", "mile", "yard"))):
        return None
    return power + (name if one else _many(name))


def unit(text: str, *, one: bool = False, british: bool = False) -> str | None:
    """The words of a unit after a number: ``km`` is "kilometers", ``m/s`` "meters per second"."""
    if text in _DEGREES:
        return ("degree" if one else "degrees") + _DEGREES[text]
    words = _WHOLE_UNITS.get(text) or _one_unit(text, one)
    if words is None and "/" in text:
        top, _, bottom = text.partition("/")
        above, below = _one_unit(top, one), per(bottom)
        words = f"{above} {below}" if above and below else None
    if words is None:
        return None
    return _british(words) if british else words


def per(text: str) -> str | None:
    """What follows a slash after an amount: ``month``, ``s``, ``kg``, ``s²``."""
    squared = " squared" if text[-1:] in ("²", "2") and text[:-1] in ("s", "h") else ""
    name = _PER.get(text[:-1] if squared else text) or (text if text in _EACH else None)
    name = name or _one_unit(text, True)
    return None if name is None else f"per {name}{squared}"


def unit_alone(text: str, *, one: bool, british: bool) -> str | None:
    """The unit that a whole word names when a number stands before it."""
    return None if text in _NEVER_ALONE else unit(text, one=one, british=british)
