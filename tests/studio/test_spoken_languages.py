"""What texts in the other languages are read as."""

from __future__ import annotations

import pytest

from studio.spoken import readings, speech_text


def spoken(text: str, language: str) -> str:
    return speech_text(readings(text, language))


@pytest.mark.parametrize(
    ("language", "text", "reading"),
    [
        ("es", "Cuesta 20 € y 50 % & más.", "Cuesta veinte euros y cincuenta por ciento y más."),
        ("es", "1995; 3,14 y 1.234,56", "mil novecientos noventa y cinco; tres coma catorce y "
         "mil doscientos treinta y cuatro coma cincuenta y seis"),
        ("es", "-5 °C, 5kg, 10–20", "menos cinco grados Celsius, cinco kilogramos, diez a veinte"),
        ("es", "El 03/04/2026 a las 9:05", "El tres de abril de dos mil veintiséis a las nueve y "
         "cinco"),
        ("es", "¿Qué? ¡Hola!", "Qué? Hola!"),
        ("es", "El Sr. López vive en el siglo XX.", "El señor López vive en el siglo veinte."),
        ("es", "ana@correo.es o https://www.ejemplo.com/x", "ana arroba correo punto es o ejemplo "
         "punto com"),
        ("es", "x² y ½; 1.º y 2ª", "x al cuadrado y medio; primero y segunda"),
        ("fr", "20 € et 1 000 personnes", "vingt euros et mille personnes"),
        ("fr", "l’homme d’aujourd’hui", "l'homme d'aujourd'hui"),
        ("fr", "à 9h05 ou 17h", "à neuf heures cinq ou dix-sept heures"),
        ("fr", "le 01/03/2026", "le premier mars deux mille vingt-six"),
        ("fr", "M. Dupont, au XIVe siècle", "monsieur Dupont, au quatorzième siècle"),
        ("fr", "« Bonjour » dit-il", "“Bonjour” dit-il"),
        ("it", "€20 e il 50%", "venti euro e il cinquanta per cento"),
        ("it", "il dott. Rossi alle 9:05", "il dottor Rossi alle nove e cinque"),
        ("pt-br", "R$ 20 & 50%", "vinte reais e cinquenta por cento"),
        ("pt-br", "O Sr. Silva, 1º", "O senhor Silva, primeiro"),
        ("hi", "मेरे पास २० रुपये और 50% है।", "मेरे पास 20 रुपये और 50 प्रतिशत है."),
        ("hi", "₹900, 1,00,000 और 3.14", "900 रुपये, 100000 और 3 दशमलव 1 4"),
        ("hi", "-5°C को Hello", "माइनस 5 डिग्री सेल्सियस को Hello"),
        ("ja", "気温は-5℃、50%です。", "気温は マイナス5度、 50パーセント です。"),
        ("ja", "¥900と$20", "900円 と 20ドル"),
        ("ja", "NHKは12:30から", "エヌエイチケー は じゅうにじさんじゅっぷん から"),
        ("ja", "10〜20人、1,000円、3.14", "10から20 人、 1000 円、 3てんいちよん"),
        ("ja", "2024-03-04に1/2", "2024年さんがつよっか に 2分の1"),
        ("ja", "4時5分、1人と3つ", "よじごふん、 ひとり と みっつ"),
        ("ja", "1234567890123", "いちにさんよんごろくななはちきゅうゼロいちにさん"),
        ("zh", "东京在2024年很大。", "东京在2024年很大。"),
        ("zh", "50%的人，-5°C", "百分之50 的人， 负5摄氏度"),
        ("zh", "¥900和$20", "900元 和 20美元"),
        ("zh", "NBA在12:30开始", "艾娜比诶 在 12点30分 开始"),
        ("zh", "10-20人，①②", "10到20 人， 1 2"),
        ("pt-br", "até 15/04, dia 1/5 e 3/5", "até quinze de abril, dia primeiro de maio e três "
         "sobre cinco"),
        ("es", "Hasta el 15/4: el 2/3 de ellos.", "Hasta el quince de abril: el dos tercios de "
         "ellos."),
        ("it", "entro il 15/04, lunedì 20/12", "entro il quindici aprile, lunedì venti dicembre"),
        ("fr", "jusqu'au 15/04, le 1/5", "jusqu'au quinze avril, le premier mai"),
        ("pt-br", "de 10/04-15/04", "de dez de abril a quinze de abril"),
        ("hi", "15/04 तक", "15 अप्रैल तक"),
        ("zh", "访问 https://example.com/路径，然后。", "访问 example 点 com 路径， 然后。"),
        ("zh", "看https://example.cn，然后走", "看 example 点 cn， 然后走"),
        ("ja", "サイトはhttps://example.jp/abcです。", "サイトは example ドット jp です。"),
        ("ja", "https://example.jp を見て。", "example ドット jp を見て。"),
        ("fr", "https://example.com/a，https://b.org。", "example point com, b point org."),
        ("fr", "Le chat. Ce Ver, Mer et Lier, la Vie.", "Le chat. Ce Ver, Mer et Lier, la Vie."),
        ("fr", "XXe, XIXème, Ier, IIe, Ve, XXᵉ", "vingtième, dix-neuvième, premier, deuxième, "
         "cinquième, vingtième"),
        ("fr", "3e étage, 1re fois, 2nde", "troisième étage, première fois, seconde"),
        ("fr", "1 h 30, 8 h 05, 1h30, 21 heures", "une heure trente, huit heures cinq, "
         "une heure trente, vingt et une heures"),
        ("fr", "Louis XIV, François I; I, II et III", "Louis quatorze, François premier; un, deux "
         "et trois"),
        ("fr", "1.500.000 et 12,50€, 1.250,50 €", "un million cinq cent mille et douze euros "
         "cinquante, mille deux cent cinquante euros cinquante"),
        ("fr", "300 av. J.-C., l'av. Foch", "trois cents avant Jésus-Christ, l'avenue Foch"),
        ("fr", "06 12 34", "zéro six douze trente-quatre"),
        ("es", "1.500.000 personas, 555-1234", "un millón quinientas mil personas, cinco cinco "
         "cinco, uno dos tres cuatro"),
        ("es", "nº 10, n.º 3, 1.º, 3ª, 1.er", "número diez, número tres, primero, tercera, primer"),
        ("es", "Luis XIV, Isabel II, Juan XXIII", "Luis catorce, Isabel segunda, Juan veintitrés"),
        ("es", "siglo XXI, siglo V, la II Guerra", "siglo veintiuno, siglo quinto, la segunda "
         "Guerra"),
        ("es", "YO LO VI YA. Va, Vi.", "YO LO VI YA. Va, Vi."),
        ("es", "$1.200,50 y 20,50 €", "mil doscientos dólares con cincuenta y veinte euros con "
         "cincuenta"),
        ("es", "1 kg, 1 hora, 21 años, 1", "un kilogramo, una hora, veintiún años, uno"),
        ("es", "el capítulo 1 trata de 2001", "el capítulo uno trata de dos mil uno"),
        ("es", "a las 14.30 o 7:45 p. m. en EE. UU.", "a las catorce y treinta o siete y cuarenta "
         "y cinco pe eme en Estados Unidos."),
        ("es", "300 a. C. y 5 mm. más", "trescientos antes de Cristo y cinco milímetros más"),
        ("it", "1° maggio, il 2° piano, a 20° di", "primo maggio, il secondo piano, a venti gradi "
         "di"),
        ("it", "Luigi XIV, Elisabetta II", "Luigi quattordicesimo, Elisabetta seconda"),
        ("it", "il XX secolo, nel V secolo", "il ventesimo secolo, nel quinto secolo"),
        ("it", "I ragazzi, Io, 1 ora, 1 euro", "I ragazzi, Io, una ora, un euro"),
        ("it", "alle 14.30, 1.500.000, 20,50 €", "alle quattordici e trenta, un milione e "
         "cinquecentomila, venti euro e cinquanta"),
        ("it", "la sig.ra Verdi, l'avv. Riva", "la signora Verdi, l'avvocato Riva"),
        ("pt-br", "D. João VI e D. Maria I", "dom João sexto e dona Maria primeira"),
        ("pt-br", "século XX, século V", "século vinte, século quinto"),
        ("pt-br", "1.500.000 pessoas e 2 horas", "um milhão e quinhentas mil pessoas e duas horas"),
        ("pt-br", "R$ 1.200,50, às 14.30", "mil e duzentos reais e cinquenta centavos, às catorze "
         "e trinta"),
        ("hi", "9:05 बजे, 9:30 बजे, 9:15 बजे, 9:45 बजे", "9 बजकर 5 मिनट, साढ़े 9 बजे, सवा 9 बजे, "
         "पौने 10 बजे"),
        ("hi", "₹20.50 और 20.50 ₹", "20 रुपये 50 पैसे और 20 रुपये 50 पैसे"),
        ("zh", "¥1,200元，$20万，¥1.5亿", "1200 元， 20万美元， 1点五亿元"),
        ("fr", "10 k€, 3 M€, $5 millions", "dix mille euros, trois millions d'euros, cinq millions "
         "de dollars"),
        ("fr", "1990-1995, 2 639,1 t", "mille neuf cent quatre-vingt-dix à mille neuf cent "
         "quatre-vingt-quinze, deux mille six cent trente-neuf virgule un tonnes"),
        ("es", "91 555 12 34, 1/2 taza, 14:05 h", "noventa y uno quinientos cincuenta y cinco doce "
         "treinta y cuatro, media taza, catorce y cinco horas"),
        ("es", "Washington D.C. es, D. C. Ruiz", "Washington D.C. es, don C. Ruiz"),
        ("es", "21:00 h, 8:00", "veintiuna horas, ocho en punto"),
        ("it", "È il 1°. A 20°.", "È il primo. A venti gradi."),
        ("pt-br", "R$ 10,9 trilhões e R$ 0,50", "dez vírgula nove trilhões de reais e cinquenta "
         "centavos"),
        ("pt-br", "250 gramas, CEP 01310-100", "duzentos e cinquenta gramas, CEP zero um três um "
         "zero, um zero zero"),
        ("hi", "₹1,250.75 करोड़", "1250 दशमलव 7 5 करोड़ रुपये"),
        ("zh", "$5，€10，1/2杯", "5美元， 10欧元， 2分之1 杯"),
        ("zh", "它增长了5.2%" + "，它很大" * 20, "它增长了 百分之5点二，" + " 它很大，" * 19
         + " 它很大"),
        ("ja", "￥1,200円、$3億", "1200 円、 3億ドル"),
    ],
)  # fmt: skip
def test_readings(language: str, text: str, reading: str) -> None:
    assert spoken(text, language) == reading


def test_what_is_said_in_japanese_is_what_is_written_where_nothing_must_change() -> None:
    text = "私は「はい」と言った。"
    assert [(text[r.start : r.end], r.spoken, r.origin) for r in readings(text, "ja")] == [
        ("私は", "私は", "text"),
        ("「はい」", "「はい」", "text"),
        ("と言った。", "と言った。", "text"),
    ]
