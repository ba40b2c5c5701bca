"""Where sentences end, in nine languages. ``|`` marks the cuts."""

from __future__ import annotations

import pytest

from studio.script import read


def cut(text: str, language: str) -> str:
    sentences = read(text, language=language).sentences
    return "|".join(sentence.text for sentence in sentences)


ENGLISH = [
    "INT. HOUSE – DAY.|EXT. BEACH – NIGHT.|Mary waits.",
    "We sell tea, jam, etc.|Then we rest.",
    "Bring tea, jam, etc. to the hall.",
    "She moved to the U.K.|He stayed.",
    "Mr. and Mrs. Bell left early.",
    "J. R. R. Tolkien wrote it.|Dr. Smith agreed.",
    "He left at 9:05 a.m. and won 4-3 at 5:00.",
    "Was it 5 p.m.?|Yes.|We left at 6 p.m.|Then it rained.",
    "See Vol. 3, p. 5 and Fig. 2.|Ch. 4 is next.|It took approx. 5 hours.",
    "It cost 3.50 dollars.|No. 5 is alive.|No.|I won't.|The no. 1 hit.",
    "Smith et al. 2020 say so.|On Jan. 5 we left.|Use e.g. this, i.e. that.",
    "Visit https://www.example.com/a_b?x=1 today.|See www.example.com/a.|Or mail a.b@c.org.|Go.",
    "Wait... what?|Hmm… yes.|So...|What now?|Well…|Anna came.",
    'He said "Stop!" and left.|"Why?" she asked.|"Go."|Then he left.',
    "“Are you sure?” he asked.|“Sure.”|'Tis true.|'Twas so.",
    "(It rained.)|(It poured.)|We left (at 5 p.m.).|He came.",
    "You know me.|Tell Anna.|It was in May.|Rain fell.",
    "1. First item.|2. Second item.",
    "➀ Open the lid.|② Close it.",
    "Wait!?|What?!|No...",
    "hello there.|how are you?|i'm fine.",
    "ASP.NET is here.|Node.js too.",
    "He is 5'10\" tall.|She is 5'2\" tall.|Bye.",
    "The cat sat.|🎉 Great!|— No.",
    "We open at 8 p.m. ET and close.|It opens at 5 p.m. Eastern.|It shut at 5 p.m. London time.",
    "We open at 6 a.m. Monday and at 7 p.m. (EST) on Jan. 5.|On Tues. Sept. 5 we left.",
    "We left at 8 p.m.|The bus was late.|We left at 8 p.m.|Monday was worse.",
    "Add 2 tbsp. butter and 1 tsp. salt.|4 oz. Cheddar and 2 oz. Parmesan.|Add 1 lb.|Then stir.",
    "Oil fell to $40/bbl. in trading.|A 5 in. pipe and a 3 yr. plan.|Take Rte. 66 west.",
    "Open Tues. and Thurs. only.|At lat. 45 and long. 90.|Approx. five dollars ea. for us.",
    "He left Mass. and works in Oakland, Calif. as a cook.|In Oakland, Calif.|She left.",
    "It dates to c. B.C. 400.|Qty. Five boxes.|Fig. A shows it.|See Eq. (2).",
    "20 min.|Serves four.|Cook time: 1 hr.|Total 1 hr. 20 min.",
    "Vitamin C.|I know.|It has type A.|Type B.|This is plan B.|Anna knows.|J. I. Case wrote.",
    "He is a Dr.|She left.|I met the Col.|He smiled.|I read Dr. No.|The Dr. Who show.",
    "Acme Corp.|The shop.|Wait a sec.|Anna is my ex.|Bob left.|Rain is art.|It is.",
    "He left.|iPhone sales rose.|Jeopardy! was on.|Then an unkn. word.",
    "He ran 26.2 mi. in 3 hrs. 20 min.|Boston, Mass. 02115 is here.|500 sq. ft.|We like it.",
    "“Who?” I said.|“Why?” Anna asked.|“No!” Mr. Bell cried.|“Stop!”|He ran.|“Go!”|Tom left.",
    "“I’m from the U.S.”|“Me too.”|P.S. I love you.|On Main St.|Police came.",
    "See README.md.|Open it.|“But Arthur—”|“No buts!”|See Thm. 1 and Tab. 2.|Matt. 5:3 says.",
    "Rates rose by 0.25 pct. pts. on Wed., Mar. 22.|J.P. Morgan & Co. said so.|M. Bell agreed.",
    "Hi there.|this is my script.|it is nice.",
]


@pytest.mark.parametrize("expected", ENGLISH)
def test_english(expected: str) -> None:
    assert cut(expected.replace("|", " "), "en-us") == expected
    assert cut(expected.replace("|", "  \n"), "en-gb") == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", "M. Dupont et Mme. Durand sont là.|Voilà !"),
        ("fr", "« Bonjour ! » dit-il.|Il part.|J.-P. Sartre écrit, etc.|Il vient."),
        ("fr", "Voir p. 5, vol. 4, p. ex. ici.|Fin."),
        (
            "fr",
            "Vitamine C.|Il part.|C'est un Dr.|C'est vrai.|Venez ! dit-il.|C'est sec.|Paul boit.",
        ),
        ("fr", "Env. 20 min. de cuisson.|20 min.|Servir chaud.|Il est 20 h.|Paul part."),
        ("es", "2 cdas. de azúcar.|20 min.|Servir.|Es un Dr.|Ella salió.|Av. La Paz."),
        ("it", "Non lo so mai.|Anna guarda la TV.|Marco va.|È qui.|Il gen. Rossi e il card. Bini."),
        ("pt-br", "Pedro II.|Depois veio.|Século XX.|Brasil mudou.|2 col. de açúcar.|Misture."),
        ("fr", "Prép. : 20 min.|Cuisson : 1 h.|Max. 5 min.|L'O.N.U. est là."),
        ("es", "Trad. de J. Ruiz.|Fr. Luis y Ma. Luisa.|A las 3 p.m.|Ana llegó."),
        ("it", "Il sen. Renzi e il dep. Letta.|La S.p.A. cresce."),
        ("pt-br", "O pres. Lula e o gov. Tarcísio.|A profa. Ana."),
        ("es", "El Sr. Ruiz y D. Juan llegaron.|¿Cómo estás?|¡Bien!"),
        ("es", "Vive en EE. UU. desde 1990.|Costó aprox. 5 euros, etc.|Luego salió."),
        ("it", "Il sig. Rossi, la dott.ssa Verdi e l'avv. Riva.|Pag. 5, ecc.|Poi S. Marco."),
        ("it", "Nel 50 a.C. fu re.|Mi disse di no.|Poi partì."),
        ("pt-br", "O Sr. Silva e a Dra. Ana.|Av. Paulista, n. 3, p. ex. isto.|Fim."),
        ("hi", "डॉ. शर्मा और पं. नेहरू आए।|वे गए।|क्या?|हाँ!"),
        ("hi", "5 कि.मी. दूर।|वि.सं. 2080 में।|वह आया।"),
        ("hi", "ए. पी. जे. अब्दुल कलाम।|3.5 किलो।|रु. 500 दो।"),
    ],
)
def test_spaced_languages(language: str, expected: str) -> None:
    assert cut(expected.replace("|", " "), language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ja", "「雨です。」と言った。|次です。"),
        ("ja", "彼は「今日は。雨です。」と言った。|「はい！」|彼は言った。"),
        ("ja", "「え？」と聞いた。|行った？と聞く。|そうですか？|はい！|行きます。"),
        ("ja", "『本。』を読む。|まあ…そうか。|「そうだ。」|「いや。」"),
        ("zh", "他说：“你好。我走了。”|然后走了。|再见！"),
        ("zh", "（他走了。）|我来了。|价格3.5元。|见No. 5。"),
        ("hi", "वह है।|वह गया।|2024 में।"),
        ("zh", "我来了。|2024年我走了。|我来了！|Apple很好。|他说：“我来了。2024年。”"),
        ("zh", "“北京。”他回答。|“走吧！”小明喊道，然后跑了。|“好。”|然后他走了。"),
        ("ja", "ABCです。|2024年です。|Yahoo！Japanは大きい。|すごい！|3回目だ。"),
    ],
)
def test_sentences_that_touch(language: str, expected: str) -> None:
    assert cut(expected.replace("|", ""), language) == expected


def test_a_forgotten_blank_ends_a_sentence() -> None:
    assert cut("He left.She came.", "en-us") == "He left.|She came."


def test_a_short_quotation_stays_whole_and_a_long_one_is_cut() -> None:
    short = "“Go. Now. Please.” He left."
    assert cut(short, "en-us") == "“Go. Now. Please.”|He left."
    spoken = ["It is late, and I am going home now, whatever they say."] * 6
    long = f"He said: “{' '.join(spoken)}” She nodded."
    assert cut(long, "en-us").split("|") == [
        f"He said: “{spoken[0]}",
        *spoken[1:5],
        f"{spoken[5]}”",
        "She nodded.",
    ]


def test_what_has_nothing_to_say_joins_its_neighbour() -> None:
    assert cut("He left. ... She came.", "en-us") == "He left. ...|She came."
    assert cut("... So he left. 🎉", "en-us") == "... So he left. 🎉"
    assert cut("One.\n...\nTwo.", "en-us") == "One. ...|Two."
    assert cut("One.\n\n...\n\nTwo.", "en-us") == "One.|Two."
    assert cut("雨です。…。次です。", "ja") == "雨です。…。|次です。"
