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
        ("es", "x² y ½; 1.º y 2ª", "x al cuadrado y medio; 1º y 2ª"),
        ("fr", "20 € et 1 000 personnes", "vingt euros et mille personnes"),
        ("fr", "l’homme d’aujourd’hui", "l'homme d'aujourd'hui"),
        ("fr", "à 9h05 ou 17h", "à neuf heures cinq ou dix-sept heures"),
        ("fr", "le 01/03/2026", "le premier mars deux mille vingt-six"),
        ("fr", "M. Dupont, au XIVe siècle", "monsieur Dupont, au quatorzième siècle"),
        ("fr", "« Bonjour » dit-il", "“Bonjour” dit-il"),
        ("it", "€20 e il 50%", "venti euro e il cinquanta per cento"),
        ("it", "il dott. Rossi alle 9:05", "il dottor Rossi alle nove e cinque"),
        ("pt-br", "R$ 20 & 50%", "vinte reais e cinquenta por cento"),
        ("pt-br", "O Sr. Silva, 1º", "O senhor Silva, 1º"),
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
