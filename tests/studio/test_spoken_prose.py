"""English as it stands in books, news, recipes and subtitles: how a person reads it aloud."""

from __future__ import annotations

import pytest

from studio.spoken import readings, speech_text


def spoken(text: str, language: str = "en-us") -> str:
    found = readings(text, language)
    for reading in found:
        assert reading.spoken or reading.origin in ("unspeakable", "silent")
    return speech_text(found)


def heard(*cases: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("text", "reading"), cases, ids=[text for text, _ in cases])


@heard(
    ("phở with Nguyễn Trần", "pho with Nguyen Tran"),
    ("Ṣalāh and Kṛṣṇa in the Qurʾān", "Salah and Krisna in the Quran"),
    ("ʿAlī’s ẞ, x̄ and ʃ", "Ali's SS, x and sh"),
    (
        "café, naïve, Dvořák, Łódź, Søren, Đinh and Hawaiʻi",
        "café, naïve, Dvořák, Łódź, Søren, Đinh and Hawaiʻi",
    ),
    ("nguyễn@example.com", "nguyen at example dot com"),
)
def test_letters_that_english_does_not_know(text: str, reading: str) -> None:
    assert spoken(text) == reading


def test_a_letter_is_changed_in_what_is_heard_alone() -> None:
    text = "phở, please"
    assert [(text[r.start : r.end], r.spoken, r.origin) for r in readings(text, "en-us")] == [
        ("phở,", "pho,", "rule"),
        ("please", "please", "text"),
    ]


def test_the_lexicon_knows_the_word_as_it_is_written() -> None:
    [reading] = readings("phở!", "en-us", lexicon={"phở": "fuh"})
    assert (reading.spoken, reading.origin) == ("fuh!", "author")


@heard(
    ("Shh! Shhh, ssh, bin/sh", "Shush! Shush, shush, bin sh"),
    ("Brr, grrr: zzz, bzzz", "Burr, gurr: zizz, buzz"),
    ("’Twas cold, ’tis warm", "Twas cold, tizz warm"),
    ("I saw ’em ’cause", "I saw 'em 'cause"),
    ("Noooo, sooo cooool, Ooooh", "No, so cool, Ooh"),
    ("Hmmm, mmm, wall, www, AAA", "Hmmm, mmm, wall, www, AAA"),
)
def test_outcries(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("Lists I, II, III.", "Lists one, two, three."),
    ("Parts I and II, Chapters IV and V", "Parts one and two, Chapters four and five"),
    ("(i) first, (ii) second, (iv) fourth", "(one) first, (two) second, (four) fourth"),
    ("iii. The end; see vii", "three. The end; see seven"),
    ("King Bhumibol IX", "King Bhumibol the ninth"),
    ("Final Fantasy VII and Final Fantasy IV", "Final Fantasy seven and Final Fantasy four"),
    ("Copyright MCMXCIV", "Copyright nineteen ninety-four"),
    ("pages ii–iv", "pages two to four"),
    ("I use vi.", "I use V I ."),
    ("You and I, too. I, too.", "You and I, too. I, too."),
    ("mix MIX DIM LCD CD XL XXX MD, an IV drip", "mix MIX DIM LCD CD XL XXX MD, an IV drip"),
    ("f(x) and g(x)", "f (x) and g (x)"),
)
def test_roman_numerals(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    (
        "€1.299,50 and ₹1,50,000",
        "one thousand two hundred ninety-nine euros and fifty cents and one hundred fifty "
        "thousand rupees",
    ),
    ("€12,50, €1.299", "twelve euros and fifty cents, one thousand two hundred ninety-nine euros"),
    ("$5+ and $(0.02)", "five dollars plus and minus two cents"),
    ("$1.5-2.5M", "one point five to two point five million dollars"),
    ("$500k–$1m", "five hundred thousand to one million dollars"),
    ("€10–20, £10-£15", "ten to twenty euros, ten to fifteen pounds"),
    (
        "£1.50-£2.50",
        "one pound and fifty pence to two pounds and fifty pence",
    ),
    ("£3bn, 50p", "three billion pounds, fifty pence"),
    ("₹500 crore", "five hundred crore rupees"),
    ("the $5 million deal, $5 million", "the five million dollar deal, five million dollars"),
    ("a $20-a-day habit", "a twenty dollar a day habit"),
    ("USD 500 or EUR 20m", "five hundred dollars or twenty million euros"),
    ("500 USD, USD 5 million", "five hundred dollars, five million dollars"),
)
def test_money(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    (
        "3/4 lb of it, 3/4lb, ½in",
        "three quarters of a pound of it, three quarters of a pound, half an inch",
    ),
    ("2 1/2 tsp, 2-1/2 cups", "two and a half teaspoons, two and a half cups"),
    ("1/3 cup, 1/2 in", "a third of a cup, half an inch"),
    ("a 1/2 mile walk at 1/2 price", "a half mile walk at half price"),
    ('a 3/8" bolt, 3/8" deep', "a three eighths inch bolt, three eighths of an inch deep"),
    ("5'10½\" tall", "five feet ten and a half inches tall"),
    ("a 10 km run, a 10km run", "a ten kilometer run, a ten kilometer run"),
    ("the 5 lb bag, the 5 lb of it", "the five pound bag, the five pounds of it"),
    ("100 sq ft, 8 fl oz, 2 Tbsp", "one hundred square feet, eight fluid ounces, two tablespoons"),
    ("3 qt, 2 wks, 3 yrs", "three quarts, two weeks, three years"),
    ("a 7 lb 6 oz baby", "a seven pound six ounce baby"),
    ("12st 4lb, 21st", "twelve stone four pounds, twenty-first"),
    ("51°30′26″N", "fifty-one degrees thirty minutes twenty-six seconds north"),
    ("4/4 time, 10s of thousands", "four four time, tens of thousands"),
    ("10,000m", "ten thousand meters"),
)
def test_units_and_fractions(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("2h 15m, 3m 20s", "two hours fifteen minutes, three minutes twenty seconds"),
    ("1h30m and 1h30", "one hour thirty minutes and one hour thirty minutes"),
    ("00:01:02,500", "one minute two point five seconds"),
    ("2:03.59", "two oh three point five nine"),
    ("5m of rope", "five meters of rope"),
    ("10 am – 4 pm", "ten a.m. to four p.m."),
    (
        "in 2024/25, 1999/2000",
        "in twenty twenty-four twenty-five, nineteen ninety-nine two thousand",
    ),
)
def test_times(text: str, reading: str) -> None:
    assert spoken(text) == reading


def test_what_only_the_british_say() -> None:
    assert spoken("at 10.15 a.m. today", "en-gb") == "at ten fifteen a.m. today"
    assert spoken("won 3-0, drew 0-0", "en-gb") == "won three nil, drew nil nil"
    assert spoken("He weighs 12st 4lb.", "en-gb") == "He weighs twelve stone four pounds."


@heard(
    ("x != y", "x does not equal y"),
    ("coffee w/ milk", "coffee with milk"),
    ("Two * three", "Two times three"),
    ("a 737-800", "a seven thirty-seven eight hundred"),
    ("24/7, 9/11, 50-50, 2:1", "twenty-four seven, nine eleven, fifty fifty, two to one"),
    ("1st–3rd, No. 5, #1", "first to third, Number five, number one"),
)
def test_signs(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("Psalm 23:4 and John 3:16", "Psalm twenty-three verse four and John three verse sixteen"),
    (
        "Rom. 8:28, 2 Tim. 3:16, Ps. 23",
        "Romans eight verse twenty-eight, Second Timothy three verse sixteen, Psalm twenty-three",
    ),
    ("1 Corinthians 13:4–7", "First Corinthians thirteen verses four to seven"),
    (
        "Route 66, Room 237, Flight 1549",
        "Route sixty-six, Room two thirty-seven, Flight fifteen forty-nine",
    ),
    ("the Boeing 747 on I-405", "the Boeing seven forty-seven on I four oh five"),
    (
        "123 N. Main St., Springfield, IL 62704",
        "one twenty-three north Main Street, Springfield, Illinois six two seven zero four",
    ),
    ("1600 Pennsylvania Ave NW", "sixteen hundred Pennsylvania Avenue northwest"),
    ("Los Angeles, CA. Sure, OK", "Los Angeles, California. Sure, OK"),
    ("E. 42nd St., S. of town", "east forty-second Street, south of town"),
    (
        "40.5° N, 74° W",
        "forty point five degrees north, seventy-four degrees west",
    ),
    ("in 1066, AD 476, 300 BCE", "in ten sixty-six, AD four seventy-six, three hundred BCE"),
    ("in 1066 ways, 300 Main ideas", "in one thousand sixty-six ways, three hundred Main ideas"),
    ("WWII and WW1", "World War two and World War one"),
    ("K. 545, Op. 27 No. 2", "K. five hundred forty-five, Opus twenty-seven Number two"),
    ("No.1, p.5, c.1900", "number one, page five, circa nineteen hundred"),
    ("Dr. V. Singh, No. II", "Doctor V. Singh, Number two"),
    ("the 49ers, 1,000s", "the forty-niners, thousands"),
)
def test_places_and_names(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("6.02×10^23", "six point zero two times ten to the power of twenty-three"),
    (
        "1.5e-10, 10^-9",
        "one point five times ten to the power of minus ten, ten to the power of minus nine",
    ),
    ("3x faster, 3x + 2 = 5", "three times faster, three x plus two equals five"),
    ("ά3 and 2ῑ", "alpha three and two iota"),
    ("2πr, ∛8, 8/2=4", "two pi R, the cube root of eight, eight divided by two equals four"),
)
def test_sums(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("in 51:02", "in fifty-one oh two"),
    ("180°C/350°F", "one hundred eighty degrees Celsius three hundred fifty degrees Fahrenheit"),
    ("red/green/blue in /usr/local/bin", "red, green, blue in usr slash local slash bin"),
    ("2 cm x 2 cm, 8½ x 11", "two centimeters by two centimeters, eight and a half by eleven"),
    ("a 6-ft. ladder, a 12-in. ruler", "a six foot ladder, a twelve inch ruler"),
    ("a 3.5-mm jack, a 1/2-inch nail", "a three point five millimeter jack, a half inch nail"),
    ("a 1 1/2-hour walk", "a one and a half hour walk"),
    ("the 787-9 at 5:30ish", "the seven eighty-seven nine at five thirty ish"),
    (
        "June 3–July 5, 1 Jan–31 Mar",
        "June third to July fifth, the first of January to the thirty-first of March",
    ),
    ("Mon.–Fri., May–June", "Monday to Friday, May to June"),
    ("the 19th c. was", "the nineteenth century was"),
    (
        "a 401(k), Section 2(b), 501(c)(3)",
        "a four oh one K, Section two B, five oh one C three",
    ),
    ("3/5ths, 3.5/5, 7-6(4)", "three fifths, three point five out of five, seven to six four"),
    ("-5–10°C", "minus five to ten degrees Celsius"),
    ("1.3m users, a 50m pool", "one point three million users, a fifty meter pool"),
    ("E=mc^2, D.Phil", "E equals M C squared, D Phil"),
    (
        "10 mg/dL, 120/80 mmHg",
        "ten milligrams per deciliter, one hundred twenty over eighty millimeters of mercury",
    ),
    ("1s and 0s", "ones and zeros"),
    ("07700 900123", "zero seven seven zero zero nine zero zero one two three"),
)
def test_more_of_every_kind(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("up 5 bps and 3.1 pts", "up five basis points and three point one points"),
    ("(SKU #A12), #3B, #yes", "(SKU number A. twelve), number three B, hashtag yes"),
    ("1/250 s, 2007/8", "one two hundred fiftieth of a second, two thousand seven eight"),
    ("at 0800 hours, flew 2000 hours", "at oh eight hundred hours, flew two thousand hours"),
    ("the class of '09", "the class of oh nine"),
    ("Tues 5 May and Fri 13th", "Tuesday the fifth of May and Friday thirteenth"),
    ("5/6 May", "the fifth to sixth of May"),
    ("1.234.567", "one million two hundred thirty-four thousand five hundred sixty-seven"),
    ("# of people, No. of items", "number of people, number of items"),
    ("$5ish, 3.8M sq mi", "five dollars ish, three point eight million square miles"),
    ("@5pm, a 2 yr. plan", "at five p.m., a two year plan"),
    ('15" laptop, 12" x 18"', "fifteen inch laptop, twelve inches by eighteen inches"),
    ("6' 2\" tall, 8'x10'", "six feet two inches tall, eight by ten feet"),
    ("a 5,000-yr-old tree", "a five thousand year old tree"),
)
def test_what_news_and_labels_hold(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    (
        "€1=¥160, 5x5=25",
        "one euro equals one hundred sixty yen, five times five equals twenty-five",
    ),
    ("n-1 and 2x/day", "n minus one and two times per day"),
    ("RSVP by 5/1, Tue 3/5", "RSVP by May first, Tuesday March fifth"),
    ("on 12/25, on 9/11, by 2/3", "on December twenty-fifth, on nine eleven, by two thirds"),
    ("1-Jan-2003", "January first, two thousand three"),
    ("St. Louis, Mo., and Tampa, Fla.", "Saint Louis, Missouri, and Tampa, Florida."),
    ("10-20-30, 4-4-2", "ten twenty thirty, four four two"),
    (
        "a 5-10-minute walk, 50–60-year-olds",
        "a five to ten minute walk, fifty to sixty year olds",
    ),
    ("Table 2-1, 4x4s, w/in", "Table two dash one, four by fours, within"),
    ("CLOSED MON–FRI NOW", "Closed Monday to Friday now"),
)
def test_what_is_short_for_something(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("RSVP by 3/9", "RSVP by March ninth"),
    ("due 4/15, shut since 3/9", "due April fifteenth, shut since March ninth"),
    ("from 3/9 to 3/12", "from March ninth to March twelfth"),
    ("ends 12/31 at 1/2 price", "ends December thirty-first at half price"),
    ("04/15–04/20, 15/04", "April fifteenth to April twentieth, April fifteenth"),
    ("at 9:30:00, after 0:45:10", "at nine thirty, after forty-five minutes, ten seconds"),
    ("cut by 4/5, on 1/2 of it", "cut by four fifths, on half of it"),
    ("Odds 5/1 and 11/4", "Odds five to one and eleven to four"),
    ("a 4/6 favourite", "a four to six favourite"),
    ("Run time 2:01:09.", "Run time two hours, one minute, nine seconds."),
    (
        "2025-08-14T09:30:00Z",
        "August fourteenth, twenty twenty-five, nine thirty U T C",
    ),
    (
        "2025-08-14T17:30:05+02:00",
        "August fourteenth, twenty twenty-five, seventeen thirty and five seconds U T C plus two",
    ),
)
def test_days_odds_and_times(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("(23×13 cm)", "(twenty-three by thirteen centimeters)"),
    ("23 × 13 cm", "twenty-three by thirteen centimeters"),
    ("1 x 2lb loaf tin", "one two pound loaf tin"),
    ("10×15×20 cm, 4m×5m", "ten by fifteen by twenty centimeters, four meters by five meters"),
    ("5' × 7', 8 × 10 inches", "five feet by seven feet, eight by ten inches"),
    ("2 x 500 ml", "two times five hundred milliliters"),
    ("C$(3.2)bn", "minus three point two billion Canadian dollars"),
    ("2 × 400g cans", "two four hundred gram cans"),
    ("CHF 3.5 m. Then", "three point five million Swiss francs. Then"),
    ("It made €5 bn last year", "It made five billion euros last year"),
    ("a loss of $(15.7)m.", "a loss of minus fifteen point seven million dollars."),
    ("$82.50/bbl", "eighty-two dollars and fifty cents per barrel"),
)
def test_sizes_and_sums(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("5 W. 42nd St. is", "five west forty-second Street is"),
    ("1600 E. 5th Ave. is", "sixteen hundred east fifth Avenue is"),
    ("in SW1A 1AA,", "in S W one A. one A. A.,"),
    ("an A-level, A-1, A-frames", "an A. level, A. one, A. frames"),
    ("VITAMIN A AND A DOG", "Vitamin A. and a dog"),
    ("Plan A, an A in maths", "Plan A., an A. in maths"),
    ("from A to Z in A minor", "from A. to Z in A. minor"),
    ("reading A Tale of A dog", "reading A Tale of A. dog"),
    ("2 lg. eggs incl. salt", "two large eggs including salt"),
    ("Leeds Utd. and Leeds Utd won", "Leeds United and Leeds United won"),
    ("See README.md and LICENSE.txt", "See readme dot M D and license dot T X T"),
    ("EBITDA in Nha Trang", "eebitda in Na Trang"),
    ("Re: your letter", "Regarding: your letter"),
)
def test_names_of_places_and_things(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("W-what is it?", "Wuh, what is it?"),
    ("“M-m-mother,” th-this b-but", "“Muh, muh, mother,” thuh, this buh, but"),
    ("A-and I-I D-Day T-tests", "Ah, and I-I D-Day T-tests"),
    ("a loaf o’ bread an’ th’ rest", "a loaf a bread an the rest"),
    ("INT. HOUSE - DAY", "Interior, house — day"),
    ("INT./EXT. CAR – DAY", "Interior, exterior, car — day"),
    ("MARY (CONT’D)", "Mary (continued)"),
)
def test_how_people_talk_on_the_page(text: str, reading: str) -> None:
    assert spoken(text) == reading


def test_a_bare_date_is_that_of_the_country() -> None:
    assert speech_text(readings("RSVP by 3/9", "en-gb")) == "RSVP by the third of September"


def test_ordinary_prose_stays_as_it_is() -> None:
    text = (
        "It was the best of times, it was the worst of times. I said that I was going, and I did. "
        "The boy ran down the street, past the church, and into the arms of his mother. She and I "
        "are in the same boat. The mix of snow and mud made a livid mess of the civil old road. "
        "He sat in the third row, with his dog Rex, his cat Max and a parrot called Di. No one "
        "will. The answer was no. Well, all right then; we shall see. Too soon to tell. Oh, the "
        "books! Hmm, let me see. May I come in? March on! The sun was up. He told us of the fig "
        "and the pet. Art is long. I had a mo to spare. They came by in twos and threes. In room "
        "after room they slept. Do I, or don't I? You, he and I. A V-shaped valley and an X on "
        "the map. He got a C and then a D. Vitamin C is good. Yes, OK. Hi, me too. Aaron, the "
        "bookkeeper of the committee, fell off the wheel. She will call all of you. Who is it?"
    )
    assert {reading.origin for reading in readings(text, "en-us")} == {"text"}
