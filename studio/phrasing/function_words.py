"""Small tables of each language's function words, and of what else tells where phrases may part.

Small on purpose: what stands here decides most breaks, and a word too many does more harm than one
too few. A word may have several roles.
"""

from __future__ import annotations

from functools import lru_cache

# What goes before a noun, and what does so or stands for one ("this", "some", "her").
ARTICLE, DETERMINER = 1 << 0, 1 << 1
PREPOSITION, CONJUNCTION = 1 << 2, 1 << 3
GENITIVE = 1 << 4  # a preposition that ties its noun to the one before it
LEADER = 1 << 5  # leads to a verb or an adjective: pronouns, auxiliaries, "not", "very"
PARTICLE = 1 << 6  # leans on the word before it
# Belongs to the verb before it ("take off", "hold it"); if a preposition too, then where no noun
# follows ("went on as before", "went on walking").
ADVERB = 1 << 7
VERB, GERUND = 1 << 8, 1 << 9
ADJECTIVE = 1 << 10  # those that stand before their nouns
NUMBER, NAME = 1 << 11, 1 << 12
MONTH = 1 << 13  # in Chinese and Japanese the signs after the numbers of year and month
# Shortened words are written with a full stop; titles are those that lean on what follows.
TITLE, SHORTENED = 1 << 14, 1 << 15

_ROLES_OF = {
    "en": {
        ARTICLE: "a an the my your his our their its every",
        DETERMINER: """this these those her each another some any no many much more most less few
            fewer several both all half enough""",
        PREPOSITION: """about above across after against along among around at before behind below
            beneath beside between beyond by despite down during for from in inside into like near
            of on onto over past through throughout to toward towards under upon via with within
            without than""",
        GENITIVE: "of than",
        CONJUNCTION: """and but or nor so yet because although though while whereas when whenever
            where if unless until till since that which who whom whose what how why as such
            whether""",
        LEADER: """i you he she it we they there am is are was were be been being has have had do
            does did will would can could shall should may might must cannot not never very too
            quite all both half no still also always often only just even ever already
            don't doesn't didn't won't can't couldn't wouldn't shouldn't isn't aren't wasn't
            weren't haven't hasn't hadn't i'm i'll i've i'd you're you'll you've you'd he's he'll
            he'd she's she'll she'd it's it'll we're we'll we've we'd they're they'll they've
            they'd that's there's let's""",
        VERB: """said says asked told went goes came comes took takes gave gives made makes found
            held kept knew knows left got saw sees heard felt thought began begins became ran runs
            stood sat lay led lost met paid put sent set spoke spent told won wrote brought bought
            built broke drew drove fell flew grew let rose sold sang slept taught threw wore woke
            means seems looks needs wants keeps lives works turns""",
        PARTICLE: "him me us them myself yourself himself herself itself ourselves themselves ago",
        ADVERB: """it you up off out away back down on in over through around along about by across
            under""",
        ADJECTIVE: """old new small big great good bad long short high low young little large early
            late grey gray white black red green blue brown golden warm cold hot wet dry dark
            bright deep wide narrow heavy thick thin soft loud quiet slow quick strong weak rich
            poor full empty clean bare dirty fresh sweet sharp round whole main front real true
            wrong last next first third final own same other certain different strange beautiful
            pretty nice fine rough tall tiny huge vast ancient wooden northern southern eastern
            western""",
        NUMBER: """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
            fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy
            eighty ninety hundred thousand million billion dozen""",
        MONTH: """january february march april may june july august september october november
            december jan feb mar apr jun jul aug sep sept oct nov dec""",
        TITLE: """mr mrs ms mx dr prof st rev hon fr sr jr gen col maj capt lt sgt gov pres sen rep
            no nos vol fig figs ch chap sec art p pp mt ft approx ca vs""",
        SHORTENED: """etc al inc ltd co corp dept est ave blvd rd jan feb mar apr jun jul aug sep
            sept oct nov dec mon tue tues wed thu thur thurs fri sat sun min max ed eds trans""",
    },
    "es": {
        ARTICLE: """el la los las lo un una unos unas este esta estos estas ese esa esos esas
            aquel aquella mi mis tu tus su sus nuestro nuestra nuestros nuestras cada otro otra
            otros otras al del ningún ninguna algún alguna""",
        DETERMINER: "todo toda todos todas mucho mucha muchos muchas varios varias más",
        PREPOSITION: """a al ante bajo con contra de del desde durante en entre hacia hasta para
            por según sin sobre tras""",
        GENITIVE: "de del",
        CONJUNCTION: """y e o u ni pero sino aunque porque pues que cuando donde mientras como si
            quien cual cuyo""",
        LEADER: """yo tú él ella nosotros ellos ellas usted ustedes me te se nos le les no ya ha
            han he había es son era fue está están muy""",
        ADJECTIVE: """gran grandes buen buena buenos buenas mal mala nuevo nueva nuevos nuevas viejo
            vieja viejos viejas primer primera primeros primeras tercer último última últimos
            últimas mejor peor mismo misma mismos mismas antiguo antigua pequeño pequeña próximo
            próxima""",
        NUMBER: """dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta
            cuarenta cincuenta cien mil millones media""",
        MONTH: """enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
            diciembre""",
        TITLE: "sr sra srta dr dra prof d dña ud uds pág págs núm nº aprox",
        SHORTENED: "etc av avda cía ej",
    },
    "fr": {
        ARTICLE: """le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa
            ses notre nos votre vos leur leurs chaque quelques plusieurs aucun aucune""",
        DETERMINER: "tout toute tous toutes plus",
        PREPOSITION: """à au aux avec chez contre dans de des du depuis derrière devant en entre
            malgré par parmi pendant pour sans selon sous sur vers""",
        GENITIVE: "de du des",
        CONJUNCTION: """et ou mais donc car ni or que quand lorsque si comme puisque parce qui dont
            où""",
        LEADER: """je tu il elle on nous vous ils elles ne se me te y est sont était étaient a ont
            avait avaient très""",
        PARTICLE: "pas",
        ADJECTIVE: """grand grande grands grandes petit petite petits petites bon bonne bons bonnes
            mauvais mauvaise nouveau nouvel nouvelle nouveaux nouvelles vieux vieil vieille vieilles
            jeune jeunes beau bel belle beaux belles premier première premiers premières dernier
            dernière derniers dernières gros grosse long longue longs longues autre autres même
            mêmes haut haute""",
        NUMBER: """deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente
            quarante cinquante soixante cent mille millions demi demie""",
        MONTH: """janvier février mars avril mai juin juillet août septembre octobre novembre
            décembre""",
        TITLE: "m mm mme mmes mlle dr me st ste p pp n° no art",
        SHORTENED: "etc av bd env ex cf",
    },
    "hi": {
        ARTICLE: "यह वह ये वे इस उस एक कोई कुछ हर मेरा मेरी मेरे आपका अपना अपनी अपने",
        PARTICLE: """का के की को में से पर ने तक वाला वाले वाली द्वारा है हैं था थे थी हो भी ही साथ
            लिए बाद पहले बारे तरह पास ऊपर नीचे अंदर बाहर बीच""",
        CONJUNCTION: "और या लेकिन मगर क्योंकि कि जब अगर तो जो जहाँ तथा एवं",
        LEADER: "नहीं न मत बहुत",
        ADJECTIVE: """बड़ा बड़ी बड़े छोटा छोटी छोटे नया नई नए पुराना पुरानी पुराने अच्छा अच्छी अच्छे
            लाल काला काली काले नीला नीली सफ़ेद दूसरा दूसरी पहला पहली आखिरी""",
        NUMBER: "दो तीन चार पाँच छह सात आठ नौ दस बीस सौ हज़ार लाख करोड़",
        MONTH: """जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर नवंबर
            नवम्बर दिसंबर दिसम्बर""",
        TITLE: "डॉ श्री सुश्री प्रो",
    },
    "it": {
        ARTICLE: """il lo la i gli le un uno una questo questa questi queste quel quella quei
            quelle mio mia tuo tua suo sua nostro nostra loro ogni qualche nessun nessuna del dello
            della dei degli delle al allo alla ai agli alle dal dallo dalla nel nello nella nei
            nelle sul sullo sulla""",
        DETERMINER: "tutto tutta tutti tutte molti molte più",
        PREPOSITION: """a ad con da di in per su tra fra senza sotto sopra verso durante dopo prima
            contro del dello della dei degli delle al allo alla ai agli alle dal dallo dalla nel
            nello nella nei nelle sul sullo sulla""",
        GENITIVE: "di del dello della dei degli delle",
        CONJUNCTION: "e ed o ma però perché quando mentre se che dove come né oppure",
        LEADER: """io tu lui lei noi voi mi ti si ci vi ne non è sono era erano ho ha hanno aveva
            molto""",
        ADJECTIVE: """grande grandi gran piccolo piccola piccoli piccole buon buono buona nuovo
            nuova nuovi nuove vecchio vecchia vecchi vecchie bel bello bella primo primi ultimo
            ultima ultimi ultime stesso stessa altro altra altri altre giovane giovani""",
        NUMBER: """due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti
            trenta quaranta cinquanta cento mille mila mezzo mezza""",
        MONTH: """gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre
            novembre dicembre""",
        TITLE: "sig sigg dott prof avv ing pag pagg n",
        SHORTENED: "ecc es ca",
    },
    "ja": {
        ARTICLE: "この その あの どの",
        PARTICLE: """は が を に で と も の へ や か ね よ から まで より だけ しか など て た だ
            です ます ました でした ない ん ば し って""",
        CONJUNCTION: "そして しかし また でも だから",
        LEADER: "の な",
        MONTH: "年 月",
    },
    "pt": {
        ARTICLE: """o a os as um uma uns umas este esta esse essa aquele aquela meu minha teu tua
            seu sua nosso nossa cada nenhum nenhuma algum alguma do da dos das no na nos nas ao à
            aos às pelo pela num numa""",
        DETERMINER: "todo toda todos todas muito muita muitos muitas vários várias mais",
        PREPOSITION: """a ante após até com contra de desde em entre para por perante sem sob sobre
            do da dos das no na nos nas ao à aos às pelo pela num numa""",
        GENITIVE: "de do da dos das",
        CONJUNCTION: "e ou mas porém porque que quando onde enquanto se como nem pois embora quem",
        LEADER: """eu tu você ele ela nós vocês eles elas me te se lhe não já é são era foi está
            estão muito""",
        ADJECTIVE: """grande grandes gran pequeno pequena pequenos pequenas bom boa bons boas mau má
            novo nova novos novas velho velha velhos velhas primeiro primeira último última
            últimos últimas mesmo mesma outro outra outros outras jovem próximo próxima""",
        NUMBER: """dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta
            quarenta cinquenta cem mil milhões meia""",
        MONTH: """janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro
            dezembro""",
        TITLE: "sr sra srta dr dra prof profa d exmo exma pág págs nº aprox",
        SHORTENED: "etc av ex",
    },
    "zh": {
        ARTICLE: "这 那 每 一个 这个 那个",
        PREPOSITION: "在 从 对 向 跟 给 把 被 为 由 于 以 比",
        PARTICLE: "的 了 着 过 吗 呢 吧 啊 们 地 得 里 之间 之前 之后 以前 以后",
        CONJUNCTION: "和 与 或 并 但 但是 而 而且 因为 所以 如果 虽然 或者 并且 可是 然后",
        LEADER: "我 你 他 她 它 我们 你们 他们 不 没 没有 很 也 都 就 是 的",
        MONTH: "年 月",
    },
}

# Endings that few other words have, in words of at least five letters.
_ENDINGS = {
    "en": {
        ADJECTIVE: ("ous", "ful", "less", "able", "ible", "ic", "al", "ish", "'s", "s'"),
        VERB: ("ed",),
        GERUND: ("ing",),
    },
}


@lru_cache
def roles_of(language: str) -> dict[str, int]:
    """The words of a language in lower case, each with its roles."""
    roles: dict[str, int] = {}
    for role, words in _ROLES_OF.get(language.partition("-")[0], {}).items():
        for word in words.split():
            roles[word] = roles.get(word, 0) | role
    return roles


def roles_by_ending(word: str, language: str) -> int:
    """What a word in lower case looks like: "famous", "Anna's", "looked"."""
    roles = 0
    if len(word) >= 5:
        for role, endings in _ENDINGS.get(language.partition("-")[0], {}).items():
            roles |= role if word.endswith(endings) else 0
    return roles
