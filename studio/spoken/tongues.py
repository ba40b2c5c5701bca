"""What Spanish, French, Italian, Portuguese and Hindi say for signs, units and dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from studio.abbreviations import OTHERS
from studio.spoken.characters import listed


@dataclass(frozen=True, slots=True)
class Tongue:
    """What a language says for signs. ``numbers`` is num2words' code ("" leaves the digits);
    ``money`` maps a sign to its singular and plural; ``date`` is a pattern of day, month, year;
    ``hour`` and ``oclock`` patterns of hour and minute; ``cents`` one of the name of a currency
    and what is less than one of it, whose name is ``cent``; ``large`` what joins a large number
    (k, M, million) and the name of a currency. ``phrases`` are pairs of abbreviations;
    ``before_time`` words after which 14.30 is a time, ``before_date`` such after which 15/4 is a
    date."""

    numbers: str
    signs: dict[str, str]
    money: dict[str, tuple[str, str]]
    units: dict[str, tuple[str, str]]
    months: str
    date: str
    hour: str
    oclock: str
    point: str
    to: str
    over: str
    dot: str
    halves: dict[str, str]
    squared: str
    cubed: str
    cents: str
    cent: str
    large: dict[str, str]
    more_units: dict[str, tuple[str, str]]
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    numbered: frozenset[str] = frozenset()
    before_time: frozenset[str] = frozenset()
    before_date: frozenset[str] = frozenset()
    indian: bool = False


def _units(
    *names: str, scales: tuple[str, str] = ("Celsius", "Fahrenheit")
) -> dict[str, tuple[str, str]]:
    """Units by their names, singular and plural in turn."""
    signs = ("kg", "g", "mg", "km", "m", "cm", "mm", "l", "ml", "h", "min", "s", "°", "km/h",
             "m²", "kHz", "MHz", "GHz", "kB", "MB", "GB", "TB", "W", "kW", "kWh", "V")  # fmt: skip
    pairs = list(zip(names[::2], names[1::2], strict=True))
    table = dict(zip(signs, pairs, strict=True))
    degree, degrees = table["°"]
    table |= {
        f"{sign}{scale}": (f"{degree} {name}", f"{degrees} {name}")
        for sign in "°º"
        for scale, name in zip("CF", scales, strict=True)
    }
    return table | {"L": table["l"], "mL": table["ml"], "º": table["°"]}


SPANISH = Tongue(
    numbers="es",
    signs={
        "-": "menos", "+": "más", "±": "más menos", "%": "por ciento", "‰": "por mil", "&": "y",
        "=": "igual a", "×": "por", "÷": "entre", "@": "arroba", "<": "menor que",
        ">": "mayor que", "≤": "menor o igual que", "≥": "mayor o igual que", "#": "número",
        "№": "número", "§": "sección", "©": "copyright", "®": "registrado", "™": "marca",
        "°": "grados", "√": "raíz de", "∞": "infinito", "≈": "aproximadamente",
        "≠": "distinto de", "*": "por",
    },
    money={
        "$": ("dólar", "dólares"), "€": ("euro", "euros"), "£": ("libra", "libras"),
        "¥": ("yen", "yenes"), "¢": ("centavo", "centavos"), "₹": ("rupia", "rupias"),
        "₿": ("bitcoin", "bitcoins"), "₱": ("peso", "pesos"), "R$": ("real", "reales"),
        "US$": ("dólar", "dólares"),
    },
    units=_units(
        "kilogramo", "kilogramos", "gramo", "gramos", "miligramo", "miligramos", "kilómetro",
        "kilómetros", "metro", "metros", "centímetro", "centímetros", "milímetro", "milímetros",
        "litro", "litros", "mililitro", "mililitros", "hora", "horas", "minuto", "minutos",
        "segundo", "segundos", "grado", "grados", "kilómetro por hora", "kilómetros por hora",
        "metro cuadrado", "metros cuadrados", "kilohercio", "kilohercios", "megahercio",
        "megahercios", "gigahercio", "gigahercios", "kilobyte", "kilobytes", "megabyte",
        "megabytes", "gigabyte", "gigabytes", "terabyte", "terabytes", "vatio", "vatios",
        "kilovatio", "kilovatios", "kilovatio hora", "kilovatios hora", "voltio", "voltios",
    ),
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    date="{d} de {m} de {y}", hour="{h} y {m}", oclock="{h} en punto", point="coma", to="a",
    over="sobre", dot="punto",
    halves={"1/2": "medio", "1/4": "un cuarto", "3/4": "tres cuartos", "1/3": "un tercio",
            "2/3": "dos tercios"},
    squared="al cuadrado", cubed="al cubo",
    cents="{name} con {cents}",
    cent="céntimos",
    large={"k": "mil", "M": "millones de", "mil": "mil", "millón": "millón de",
           "millones": "millones de", "billones": "billones de"},
    more_units={"cl": ("centilitro", "centilitros"), "dl": ("decilitro", "decilitros"),
                "t": ("tonelada", "toneladas"), "ha": ("hectárea", "hectáreas")},
    abbreviations=OTHERS["es"],
    phrases={
        "a C": ("antes de", "Cristo"), "d C": ("después de", "Cristo"), "p ej": ("por", "ejemplo"),
        "a m": ("a", "eme"), "p m": ("pe", "eme"), "EE UU": ("Estados", "Unidos"),
    },
    before_time=frozenset(("las", "la")),
    before_date=frozenset(listed(
        "el del al día hasta desde antes entre lunes martes miércoles jueves viernes sábado "
        "domingo"
    )),
    numbered=frozenset(("siglo", "siglos", "capítulo", "tomo", "volumen", "acto", "parte")),
)  # fmt: skip

FRENCH = Tongue(
    numbers="fr",
    signs={
        "-": "moins", "+": "plus", "±": "plus ou moins", "%": "pour cent", "‰": "pour mille",
        "&": "et", "=": "égale", "×": "fois", "÷": "divisé par", "@": "arobase",
        "<": "inférieur à", ">": "supérieur à", "≤": "inférieur ou égal à",
        "≥": "supérieur ou égal à", "#": "numéro", "№": "numéro", "§": "paragraphe",
        "©": "copyright", "®": "marque déposée", "™": "marque", "°": "degrés",
        "√": "racine de", "∞": "infini", "≈": "environ", "≠": "différent de", "*": "fois",
    },
    money={
        "$": ("dollar", "dollars"), "€": ("euro", "euros"), "£": ("livre", "livres"),
        "¥": ("yen", "yens"), "¢": ("cent", "cents"), "₹": ("roupie", "roupies"),
        "₿": ("bitcoin", "bitcoins"), "₱": ("peso", "pesos"), "R$": ("réal", "réaux"),
        "US$": ("dollar", "dollars"),
    },
    units=_units(
        "kilogramme", "kilogrammes", "gramme", "grammes", "milligramme", "milligrammes",
        "kilomètre", "kilomètres", "mètre", "mètres", "centimètre", "centimètres", "millimètre",
        "millimètres", "litre", "litres", "millilitre", "millilitres", "heure", "heures",
        "minute", "minutes", "seconde", "secondes", "degré", "degrés", "kilomètre heure",
        "kilomètres heure", "mètre carré", "mètres carrés", "kilohertz", "kilohertz",
        "mégahertz", "mégahertz", "gigahertz", "gigahertz", "kilo-octet", "kilo-octets",
        "mégaoctet", "mégaoctets", "gigaoctet", "gigaoctets", "téraoctet", "téraoctets", "watt",
        "watts", "kilowatt", "kilowatts", "kilowatt-heure", "kilowatt-heures", "volt", "volts",
    ),
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    date="{d} {m} {y}", hour="{h} heures {m}", oclock="{h} heures", point="virgule", to="à",
    over="sur", dot="point",
    halves={"1/2": "un demi", "1/4": "un quart", "3/4": "trois quarts", "1/3": "un tiers",
            "2/3": "deux tiers"},
    squared="au carré", cubed="au cube",
    cents="{name} {cents}",
    cent="centimes",
    large={"k": "mille", "M": "millions de", "mille": "mille", "million": "million de",
           "millions": "millions de", "milliard": "milliard de", "milliards": "milliards de",
           "Md": "milliards de", "Mds": "milliards de"},
    more_units={"cl": ("centilitre", "centilitres"), "dl": ("décilitre", "décilitres"),
                "t": ("tonne", "tonnes"), "ha": ("hectare", "hectares")},
    abbreviations=OTHERS["fr"],
    phrases={
        "av J.-C": ("avant", "Jésus-Christ"), "ap J.-C": ("après", "Jésus-Christ"),
        "p ex": ("par", "exemple"), "c à": ("cuillère", "à"),
    },
    before_date=frozenset(listed(
        "le du au jusqu'au dès depuis avant lundi mardi mercredi jeudi vendredi samedi "
        "dimanche"
    )),
    numbered=frozenset(("siècle", "chapitre", "tome", "volume", "acte", "partie")),
)  # fmt: skip

ITALIAN = Tongue(
    numbers="it",
    signs={
        "-": "meno", "+": "più", "±": "più o meno", "%": "per cento", "‰": "per mille",
        "&": "e", "=": "uguale a", "×": "per", "÷": "diviso", "@": "chiocciola",
        "<": "minore di", ">": "maggiore di", "≤": "minore o uguale a",
        "≥": "maggiore o uguale a", "#": "numero", "№": "numero", "§": "paragrafo",
        "©": "copyright", "®": "marchio registrato", "™": "marchio", "°": "gradi",
        "√": "radice di", "∞": "infinito", "≈": "circa", "≠": "diverso da", "*": "per",
    },
    money={
        "$": ("dollaro", "dollari"), "€": ("euro", "euro"), "£": ("sterlina", "sterline"),
        "¥": ("yen", "yen"), "¢": ("centesimo", "centesimi"), "₹": ("rupia", "rupie"),
        "₿": ("bitcoin", "bitcoin"), "₱": ("peso", "pesos"), "R$": ("real", "real"),
        "US$": ("dollaro", "dollari"),
    },
    units=_units(
        "chilogrammo", "chilogrammi", "grammo", "grammi", "milligrammo", "milligrammi",
        "chilometro", "chilometri", "metro", "metri", "centimetro", "centimetri", "millimetro",
        "millimetri", "litro", "litri", "millilitro", "millilitri", "ora", "ore", "minuto",
        "minuti", "secondo", "secondi", "grado", "gradi", "chilometro orario",
        "chilometri orari", "metro quadrato", "metri quadrati", "kilohertz", "kilohertz",
        "megahertz", "megahertz", "gigahertz", "gigahertz", "kilobyte", "kilobyte", "megabyte",
        "megabyte", "gigabyte", "gigabyte", "terabyte", "terabyte", "watt", "watt", "kilowatt",
        "kilowatt", "kilowattora", "kilowattora", "volt", "volt",
    ),
    months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
    "dicembre",
    date="{d} {m} {y}", hour="{h} e {m}", oclock="{h} in punto", point="virgola", to="a",
    over="su", dot="punto",
    halves={"1/2": "mezzo", "1/4": "un quarto", "3/4": "tre quarti", "1/3": "un terzo",
            "2/3": "due terzi"},
    squared="al quadrato", cubed="al cubo",
    cents="{name} e {cents}",
    cent="centesimi",
    large={"k": "mila", "M": "milioni di", "mila": "mila", "milione": "milione di",
           "milioni": "milioni di", "miliardo": "miliardo di", "miliardi": "miliardi di"},
    more_units={"cl": ("centilitro", "centilitri"), "dl": ("decilitro", "decilitri"),
                "t": ("tonnellata", "tonnellate"), "ha": ("ettaro", "ettari")},
    abbreviations=OTHERS["it"],
    phrases={
        "a C": ("avanti", "Cristo"), "d C": ("dopo", "Cristo"), "p es": ("per", "esempio"),
        "ad es": ("ad", "esempio"),
    },
    before_time=frozenset(("ore", "alle", "dalle", "le", "all", "dall")),
    before_date=frozenset(listed(
        "il del dal al entro giorno fino lunedì martedì mercoledì giovedì venerdì sabato "
        "domenica"
    )),
    numbered=frozenset(("secolo", "capitolo", "tomo", "volume", "atto", "parte", "guerra")),
)  # fmt: skip

PORTUGUESE = Tongue(
    numbers="pt_BR",
    signs={
        "-": "menos", "+": "mais", "±": "mais ou menos", "%": "por cento", "‰": "por mil",
        "&": "e", "=": "igual a", "×": "vezes", "÷": "dividido por", "@": "arroba",
        "<": "menor que", ">": "maior que", "≤": "menor ou igual a", "≥": "maior ou igual a",
        "#": "número", "№": "número", "§": "parágrafo", "©": "copyright", "®": "registrado",
        "™": "marca", "°": "graus", "√": "raiz de", "∞": "infinito", "≈": "aproximadamente",
        "≠": "diferente de", "*": "vezes",
    },
    money={
        "$": ("dólar", "dólares"), "R$": ("real", "reais"), "€": ("euro", "euros"),
        "£": ("libra", "libras"), "¥": ("iene", "ienes"), "¢": ("centavo", "centavos"),
        "₹": ("rupia", "rupias"), "₿": ("bitcoin", "bitcoins"), "₱": ("peso", "pesos"),
        "US$": ("dólar", "dólares"),
    },
    units=_units(
        "quilograma", "quilogramas", "grama", "gramas", "miligrama", "miligramas", "quilômetro",
        "quilômetros", "metro", "metros", "centímetro", "centímetros", "milímetro", "milímetros",
        "litro", "litros", "mililitro", "mililitros", "hora", "horas", "minuto", "minutos",
        "segundo", "segundos", "grau", "graus", "quilômetro por hora", "quilômetros por hora",
        "metro quadrado", "metros quadrados", "quilohertz", "quilohertz", "megahertz",
        "megahertz", "gigahertz", "gigahertz", "quilobyte", "quilobytes", "megabyte",
        "megabytes", "gigabyte", "gigabytes", "terabyte", "terabytes", "watt", "watts",
        "quilowatt", "quilowatts", "quilowatt-hora", "quilowatts-hora", "volt", "volts",
    ),
    months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    date="{d} de {m} de {y}", hour="{h} e {m}", oclock="{h} em ponto", point="vírgula", to="a",
    over="sobre", dot="ponto",
    halves={"1/2": "meio", "1/4": "um quarto", "3/4": "três quartos", "1/3": "um terço",
            "2/3": "dois terços"},
    squared="ao quadrado", cubed="ao cubo",
    cents="{name} e {cents} centavos",
    cent="centavos",
    large={"k": "mil", "M": "milhões de", "mil": "mil", "milhão": "milhão de",
           "milhões": "milhões de", "bilhão": "bilhão de", "bilhões": "bilhões de",
           "trilhões": "trilhões de"},
    more_units={"cl": ("centilitro", "centilitros"), "dl": ("decilitro", "decilitros"),
                "t": ("tonelada", "toneladas"), "ha": ("hectare", "hectares")},
    abbreviations=OTHERS["pt"],
    phrases={
        "a C": ("antes de", "Cristo"), "d C": ("depois de", "Cristo"),
        "p ex": ("por", "exemplo"),
    },
    before_time=frozenset(("às", "as", "das")),
    before_date=frozenset(listed(
        "até em no do ao dia desde antes segunda terça quarta quinta sexta segunda-feira "
        "terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"
    )),
    numbered=frozenset(("século", "capítulo", "tomo", "volume", "ato", "parte", "guerra")),
)  # fmt: skip

HINDI = Tongue(
    numbers="",
    signs={
        "-": "माइनस", "+": "प्लस", "±": "प्लस माइनस", "%": "प्रतिशत", "‰": "प्रति हज़ार",
        "&": "और", "=": "बराबर", "×": "गुणा", "÷": "भाग", "@": "ऐट", "<": "से कम", ">": "से अधिक",
        "≤": "से कम या बराबर", "≥": "से अधिक या बराबर", "#": "नंबर", "№": "नंबर", "§": "धारा",
        "©": "कॉपीराइट", "®": "पंजीकृत", "™": "ट्रेडमार्क", "°": "डिग्री", "√": "वर्गमूल",
        "∞": "अनंत", "≈": "लगभग", "≠": "बराबर नहीं", "*": "गुणा",
    },
    money={
        "₹": ("रुपया", "रुपये"), "$": ("डॉलर", "डॉलर"), "€": ("यूरो", "यूरो"), "£": ("पाउंड", "पाउंड"),
        "¥": ("येन", "येन"), "¢": ("सेंट", "सेंट"), "₿": ("बिटकॉइन", "बिटकॉइन"),
        "US$": ("डॉलर", "डॉलर"),
    },
    units=_units(
        "किलोग्राम", "किलोग्राम", "ग्राम", "ग्राम", "मिलीग्राम", "मिलीग्राम", "किलोमीटर", "किलोमीटर",
        "मीटर", "मीटर", "सेंटीमीटर", "सेंटीमीटर", "मिलीमीटर", "मिलीमीटर", "लीटर", "लीटर",
        "मिलीलीटर", "मिलीलीटर", "घंटा", "घंटे", "मिनट", "मिनट", "सेकंड", "सेकंड", "डिग्री", "डिग्री",
        "किलोमीटर प्रति घंटा", "किलोमीटर प्रति घंटा", "वर्ग मीटर", "वर्ग मीटर", "किलोहर्ट्ज़",
        "किलोहर्ट्ज़", "मेगाहर्ट्ज़", "मेगाहर्ट्ज़", "गीगाहर्ट्ज़", "गीगाहर्ट्ज़", "किलोबाइट", "किलोबाइट",
        "मेगाबाइट", "मेगाबाइट", "गीगाबाइट", "गीगाबाइट", "टेराबाइट", "टेराबाइट", "वाट", "वाट",
        "किलोवाट", "किलोवाट", "किलोवाट घंटा", "किलोवाट घंटे", "वोल्ट", "वोल्ट",
        scales=("सेल्सियस", "फ़ारेनहाइट"),
    ),
    months="जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    date="{d} {m} {y}", hour="{h} बजकर {m} मिनट", oclock="{h} बजे", point="दशमलव", to="से",
    over="बटा", dot="डॉट",
    halves={"1/2": "आधा", "1/4": "एक चौथाई", "3/4": "तीन चौथाई", "1/3": "एक तिहाई",
            "2/3": "दो तिहाई"},
    squared="का वर्ग", cubed="का घन",
    cents="{name} {cents} पैसे",
    cent="पैसे",
    large={"हज़ार": "हज़ार", "हजार": "हजार", "लाख": "लाख", "करोड़": "करोड़", "अरब": "अरब"},
    more_units={},
    abbreviations=OTHERS["hi"],
    indian=True,
)  # fmt: skip

TONGUES = {
    "es": SPANISH, "fr": FRENCH, "it": ITALIAN, "pt-br": PORTUGUESE, "hi": HINDI,
}  # fmt: skip
