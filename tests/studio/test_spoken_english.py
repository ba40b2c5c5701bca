"""What English texts are read as: the written form on the left, what is heard on the right."""

from __future__ import annotations

import pytest

from studio.spoken import readings, speech_text


def spoken(text: str, language: str = "en-us") -> str:
    return speech_text(readings(text, language))


def heard(*cases: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("text", "reading"), cases, ids=[text for text, _ in cases])


@heard(
    ("3,250 and 3250", "three thousand two hundred fifty and three thousand two hundred fifty"),
    (
        "1984 1906 2000 2005 2026",
        "nineteen eighty-four nineteen oh six two thousand two thousand five twenty twenty-six",
    ),
    ("1099 2100", "one thousand ninety-nine two thousand one hundred"),
    ("2000 kg in 2000 days", "two thousand kilograms in two thousand days"),
    ("1,000,000 or 1\xa0000", "one million or one thousand"),
    (
        "3.14 .5 0.5 1,250.75",
        "three point one four point five zero point five one thousand two hundred fifty "
        "point seven five",
    ),
    ("007 0042 0", "zero zero seven zero zero four two zero"),
    ("-5 −12 --5", "minus five minus twelve five"),
    (
        "+5 ±3 ~50 <5 >90 ≤6 ≥7",
        "plus five plus or minus three about fifty less than five more than ninety less "
        "than or equal to six greater than or equal to seven",
    ),
    ("18+ people", "eighteen plus people"),
    (
        "1234567890123456",
        "one two three four five six seven eight nine zero one two three four five six",
    ),
    (
        "1990s '90s 80s 1900s 2010s",
        "nineteen nineties nineties eighties nineteen hundreds twenty tens",
    ),
    ("class of ’26", "class of twenty-six"),
    ("21st 2nd 3rd 101st 1,000th", "twenty-first second third one hundred first one thousandth"),
    ("1/2 3/4 2/3 22/7", "one half three quarters two thirds twenty-two over seven"),
    ("½ cup, ½ hour, ½ of it", "half a cup, half an hour, half of it"),
    ("1/2 cup and ¼ mile", "half a cup and a quarter of a mile"),
    ("2½ cups, 1 1/2 cups", "two and a half cups, one and a half cups"),
    ("4/5 of 24/7", "four fifths of twenty-four seven"),
    ("8/10, 4/5 stars", "eight out of ten, four out of five stars"),
    ("➀ ② ①② Ⅳ", "one two one two four"),
    (
        "x² m³ 10⁶ 2^8 10⁻³",
        "x squared M cubed ten to the power of six two to the power of eight ten to the "
        "power of minus three",
    ),
    ("H₂O, CO₂ and H2O", "H two O, C O two and H two O"),
    ("１２ or ٣", "twelve or three"),
)
def test_numbers(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("5kg, 10km, 1kg", "five kilograms, ten kilometers, one kilogram"),
    ("5ft 10in", "five feet ten inches"),
    ("5 ft 10 in tall", "five feet ten inches tall"),
    ("5'10\" or 5′ 10″", "five feet ten inches or five feet ten inches"),
    ("a 5\" pipe, 6' tall", "a five inch pipe, six feet tall"),
    ('"I am 5"', "“I am five”"),
    (
        "-5°C 12°F 45° 25 °C",
        "minus five degrees Celsius twelve degrees Fahrenheit forty-five degrees twenty-"
        "five degrees Celsius",
    ),
    (
        "60mph 100 km/h 9.8m/s²",
        "sixty miles per hour one hundred kilometers per hour nine point eight meters per"
        " second squared",
    ),
    (
        "3.5GHz 500GB 5ms 10Mbps",
        "three point five gigahertz five hundred gigabytes five milliseconds ten megabits"
        " per second",
    ),
    ("50% 0.5% 5‰", "fifty percent zero point five percent five per mille"),
    ("10 lbs. of it", "ten pounds of it"),
    ("He lost 10 lbs. He won.", "He lost ten pounds. He won."),
    ("12 in. wide", "twelve inches wide"),
    ("5 in the box", "five in the box"),
    ("5m² 3㎏ 4℃", "five square meters three kilograms four degrees Celsius"),
    ("a 10-km run", "a ten kilometer run"),
    ("3x5, 1920x1080", "three by five, nineteen twenty by one thousand eighty"),
    ("4K 5G 3D", "four K five G three D"),
)
def test_units(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("10–20 and 4-6", "ten to twenty and four to six"),
    ("a 4-3 win", "a four to three win"),
    ("1990–2000, 1990-95", "nineteen ninety to two thousand, nineteen ninety to ninety-five"),
    ("10-20% and 5–10kg", "ten to twenty percent and five to ten kilograms"),
    ("10 – 20 people", "ten to twenty people"),
    ("5 - 3 = 2", "five minus three equals two"),
    ("5 × 3 = 15, 6 / 2 = 3", "five times three equals fifteen, six divided by two equals three"),
    ("2+2=4", "two plus two equals four"),
    ("50-50, 24-7", "fifty fifty, twenty-four seven"),
    ("16:9", "sixteen to nine"),
    ("A–Z and Mon–Fri", "A to Z and Monday to Friday"),
    ("x > 3 and y < z", "x greater than three and y less than z"),
    ("a 747-400", "a seven forty-seven four hundred"),
)
def test_ranges_and_sums(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("$20 5$ ¥900 50¢", "twenty dollars five dollars nine hundred yen fifty cents"),
    (
        "$1 $0.99 $1,250.75",
        "one dollar ninety-nine cents one thousand two hundred fifty dollars and seventy-"
        "five cents",
    ),
    ("€40 £12 ₿5 ₹7", "forty euros twelve pounds five bitcoin seven rupees"),
    ("£0.01 £1.50", "one penny one pound and fifty pence"),
    ("$1.5 million", "one point five million dollars"),
    ("$5-10 billion", "five to ten billion dollars"),
    (
        "$1.5M £3bn $5k",
        "one point five million dollars three billion pounds five thousand dollars",
    ),
    ("$5–$10, $5-10", "five to ten dollars, five to ten dollars"),
    ("-$5 $-5", "minus five dollars minus five dollars"),
    ("US$20, CHF 5", "twenty U.S. dollars, five Swiss francs"),
    ("20 € or € 20", "twenty euros or twenty euros"),
    ("a $20 bill", "a twenty dollar bill"),
    ("$20/month", "twenty dollars per month"),
    ("#5 and $ alone", "number five and dollars alone"),
)
def test_money(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("On 03/04/2026 we met.", "On March fourth, twenty twenty-six we met."),
    ("Due 2026-03-04.", "Due March fourth, twenty twenty-six."),
    ("13/04/2026", "April thirteenth, twenty twenty-six"),
    ("3/4/26", "March fourth, twenty twenty-six"),
    ("March 3, 2026", "March third, twenty twenty-six"),
    ("3 March 2026", "the third of March twenty twenty-six"),
    ("the 3rd of May", "the third of May"),
    (
        "Sept. 5, Jan 5th, Dec. 1999",
        "September fifth, January fifth, December nineteen ninety-nine",
    ),
    ("July 4-6", "July fourth to sixth"),
    ("Mon., Jan. 5", "Monday, January fifth"),
    ("He sat. In March 20 came.", "He sat. In March twenty came."),
    ("9:05 and 5:00 and 17:30", "nine oh five and five o'clock and seventeen thirty"),
    ("9:05 a.m. and 7:45PM today", "nine oh five a.m. and seven forty-five p.m. today"),
    ("5 PM, 5pm, 5:00 p.m. and 5 o'clock", "five p.m., five p.m., five p.m. and five o'clock"),
    (
        "17:00 0:15 12:00 9:05:30",
        "seventeen hundred zero fifteen twelve o'clock nine oh five and thirty seconds",
    ),
    ("9am-5pm, 9:00–17:30", "nine a.m. to five p.m., nine o'clock to seventeen thirty"),
    ("10 a.m.–5 p.m. daily", "ten a.m. to five p.m. daily"),
    ("I am 5", "I am five"),
)
def test_dates_and_times(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("Call 555-0134 now.", "Call five five five, zero one three four now."),
    ("(555) 555-0134", "(five five five) five five five, zero one three four"),
    ("+44 20 7946 0018", "plus four four two zero seven nine four six zero zero one eight"),
    ("1-800-555-0134", "one, eight zero zero, five five five, zero one three four"),
    ("Dial 911. I ate 911.", "Dial nine one one. I ate nine hundred eleven."),
    ("192.168.0.1", "one nine two dot one six eight dot zero dot one"),
    (
        "v1.2.3, 1.2.3 and 2.0",
        "version one point two point three, one point two point three and two point zero",
    ),
    ("Visit https://www.example.com/a_b?x=1 today", "Visit example dot com today"),
    ("mail ann.lee@example.com please", "mail ann dot lee at example dot com please"),
    ("(see example.co.uk)", "(see example dot co dot U K)"),
    ("notes.txt by @ann_lee", "notes dot T X T by at ann underscore lee"),
    ("#NewYear2026", "hashtag New Year twenty twenty-six"),
    ("Stop it.It is end.Next", "Stop it. It is end. Next"),
)
def test_codes_and_addresses(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("We sell tea, jam, etc.", "We sell tea, jam, et cetera."),
    ("We sell tea, etc. Then we rest.", "We sell tea, et cetera. Then we rest."),
    ("Bring tea, etc. to the hall.", "Bring tea, et cetera to the hall."),
    ("She moved to the U.K. He stayed.", "She moved to the U.K. . He stayed."),
    ("the U.K. and the U.S.’s", "the U.K. and the U.S's"),
    ("e.g. this, i.e. that, vs. those", "for example this, that is that, versus those"),
    ("Dr. Lee on Elm Dr. near St. Mary", "Doctor Lee on Elm Drive near Saint Mary"),
    ("Mt. Hood on John St. today", "Mount Hood on John Street today"),
    ("Mr. and Mrs. Lee, Ms Kay", "Mr. and Mrs. Lee, Ms. Kay"),
    ("Prof. Lee, Gen. Grant, Lt. Kim", "Professor Lee, General Grant, Lieutenant Kim"),
    ("Acme Inc. etc.", "Acme Incorporated et cetera."),
    ("No. 5, pp. 3-5, Fig. 2", "Number five, pages three to five, Figure two"),
    ("No. No, I said no.", "No. No, I said no."),
    ("J. R. R. Tolkien and John F. Kennedy", "J. R. R. Tolkien and John F. Kennedy"),
    ("c. 1900", "circa nineteen hundred"),
    ("Is it 5 a.m.? Yes", "Is it five a.m.? Yes"),
    ("a Ph.D. student", "a Ph.D. student"),
)
def test_abbreviations(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("Chapter IV begins.", "Chapter four begins."),
    ("chapter iv, page xii, Vol. II", "chapter four, page twelve, Volume two"),
    ("Louis XIV slept.", "Louis the fourteenth slept."),
    ("Elizabeth II's crown", "Elizabeth the second's crown"),
    ("King Charles I died", "King Charles the first died"),
    ("World War II and Part I.", "World War two and Part one."),
    ("I met Ivy.", "I met Ivy."),
    ("the book I read", "the book I read"),
    ("An IV drip, XL and CD; Malcolm X", "An IV drip, XL and CD; Malcolm X"),
)
def test_roman_numerals(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("IEEE and NASA met the FBI.", "IEEE and NASA met the FBI."),
    ("PLEASE READ THIS NOTICE.", "Please read this notice."),
    ("THE FBI AND NASA SAID I'M NOT IN", "The FBI and NASA said I'm not in"),
    ("CHAPTER IV", "Chapter four"),
    ("NASA", "NASA"),
    ("AT&T, R&D", "AT&T, R&D"),
    ("C++ C# A+", "C plus plus C sharp A. plus"),
    (
        "MP3s, COVID-19, 5-year-old, mid-1990s",
        "M P threes, COVID nineteen, five year old, mid nineteen nineties",
    ),
    ("A380 1080p iPhone15", "A. three eighty ten eighty P iPhone fifteen"),
    ("and/or, he/she, w/o, input/output", "and or, he or she, without, input output"),
    ("snake_case, item(s), (un)likely", "snake case, items, unlikely"),
    ("fish & chips @ home", "fish and chips at home"),
    ("§5 © 2026 Acme™", "section five copyright twenty twenty-six Acme trademark"),
    ("===Title===", "Title"),
)
def test_letters_and_signs(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("On 03/04/2026", "On the third of April, twenty twenty-six"),
    ("2026-03-04", "March fourth, twenty twenty-six"),
    (
        "110 and 3,250 in 2005",
        "one hundred and ten and three thousand two hundred and fifty in two thousand and five",
    ),
    ("5km, 2l", "five kilometres, two litres"),
)
def test_british(text: str, reading: str) -> None:
    assert spoken(text, "en-gb") == reading
