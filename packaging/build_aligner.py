"""Make resources/aligner.npz again: how each of the model's sounds looks, by which
`studio.relay.aligning` finds words in what a server spoke.

    python packaging/build_aligner.py [FOLDER for what was spoken; kept from run to run]

The model itself speaks the texts below, so that it is known to 25 ms where each symbol lies. From
there the borders are moved to where they fit the sound best, in steps of 10 ms, a few times. Needs
the real model and a quarter of an hour.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from studio import paths, spoken, voices
from studio.document import FRAME
from studio.engines.worker import Speaker
from studio.relay import aligning
from studio.words import LEAD, symbols

ROUNDS = 2
SENTENCES_OF_ENGLISH = 3  # for each voice
OF_OTHERS = 4

TEXTS = {
    "en-us": """
        The judge watched a thin yellow fish swim slowly past the broken jar.
        Most of these boys enjoy loud music, but their father hates the noise.
        A clever nurse measured both thumbs, then wrote the figures on a blue chart.
        Who would choose to live in such a huge, cold house beside the river?
        Fresh bread, hot chocolate and a quiet hour are the usual pleasure of Sunday morning.
        She thought the path was shorter; in truth, it went around the whole valley.
        Five brave explorers paid for the voyage with gold coins from an old ship.
        Could you hand me that pair of gloves and the small wooden box over there?
        The judges wanted changes in both houses: roses, vases and boxes had vanished.
        My uncle joined the orchestra in June, and he plays the oboe rather badly.
        The engine coughed twice, shook, and pulled the long train out of the station.
        Every child in the class drew a picture of an orange garage near the beach.
        Put the sugar on the top shelf, next to the vinegar, and close the door.
        It was either very early or very late: nobody in the kitchen could say which.
        Their visit caused confusion, though the mayor had known of it for a month.
        We found seven sharp stones, a piece of rope and half a bottle of ginger beer.
    """,
    "es": """
        El perro corre por la calle mientras la niña busca su zapato rojo.
        Mañana lloverá mucho en el valle, así que guarda la leña y el queso.
        ¿Quién ha dejado abierta la puerta del jardín? El gato ya no está.
        Cada jueves mi hermano vende peras, uvas y miel en la plaza vieja.
    """,
    "fr": """
        Le chien dort devant la porte, et personne ne veut le réveiller.
        Une bonne soupe chaude, du pain frais et un peu de beurre suffisent.
        Quand le brouillard monte du fleuve, les oiseaux cherchent un coin tranquille.
        Mon oncle joue du violon chaque jeudi, puis il raconte une vieille histoire.
    """,
    "it": """
        Il cane corre lungo la strada mentre la zia prepara gli gnocchi.
        Ogni giovedì mio fratello vende uva, pesche e miele in piazza.
        Chi ha lasciato aperta la finestra? Il gatto è già scappato in giardino.
        Quando piove, la vecchia casa scricchiola e nessuno riesce a dormire.
    """,
    "pt-br": """
        O cachorro corre pela rua enquanto a menina procura o sapato vermelho.
        Amanhã vai chover muito no vale, então guarde a lenha e o queijo.
        Quem deixou a janela aberta? O gato já fugiu para o jardim.
        Toda quinta meu irmão vende uvas, maçãs e mel na praça velha.
    """,
    "hi": """
        बच्चे बाग में खेल रहे हैं और माँ चाय बना रही है।
        कल सुबह बहुत बारिश होगी, इसलिए छाता साथ ले जाना।
        उसने दरवाज़ा खोला, लेकिन बाहर कोई नहीं था।
        मेरे भाई ने बाज़ार से ठंडा दूध, फल और घी खरीदा।
    """,
    "ja": """
        昨日の夜、友達と駅の近くで晩ご飯を食べました。
        雨が降っているので、子供たちは家で静かに本を読んでいます。
        この道をまっすぐ行くと、古い郵便局の前に出ます。
        来週の木曜日、病院へ行って先生に相談するつもりです。
    """,
    "zh": """
        昨天晚上，我和朋友在车站旁边吃了一顿热饭。
        外面下着大雨，孩子们安静地坐在家里看书。
        如果你一直往前走，就会看见那家老邮局。
        他把窗户打开，可是院子里一个人也没有。
    """,
}


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch)
        said = [load(path) for path in speak_all(folder)]
    model = aligning.Sounds.learnt(first_guess(said))
    for _ in range(ROUNDS):
        model = aligning.Sounds.learnt(found_again(said, model))
    path = paths.resources() / aligning.FILE
    model.save(path)
    print(f"{path}: {len(model.names)} sounds, {path.stat().st_size} bytes")
    return 0


def speak_all(folder: Path) -> list[Path]:
    speaker = Speaker(threads=1)
    speaker_of: dict[str, int] = {}
    made = []
    for name, voice in voices.voices().items():
        texts = [line.strip() for line in TEXTS[same(voice.language)].splitlines() if line.strip()]
        count = SENTENCES_OF_ENGLISH if voice.language.startswith("en") else OF_OTHERS
        for _ in range(count):
            turn = speaker_of[voice.language] = speaker_of.get(voice.language, -1) + 1
            path = folder / f"{name}-{turn % len(texts)}.npz"
            if not path.exists():
                speak(speaker, texts[turn % len(texts)], name, voice.language, path)
            made.append(path)
    return made


def same(language: str) -> str:
    return "en-us" if language.startswith("en") else language


def speak(speaker: Speaker, text: str, voice: str, language: str, path: Path) -> None:
    units = speaker.units(text, spoken.readings(text, language), language)
    sent = symbols([unit for unit in units if unit.phonemes])
    plan = speaker.acoustic.plan(sent, voices.load_style(voices.parse_voice(voice)), 1.0)
    audio = speaker.acoustic.decode(plan, 0, plan.frames, 0)
    np.savez(path, audio=audio.astype(np.float16), durations=plan.durations, sent=sent)


def load(path: Path) -> tuple[np.ndarray, list[int], str]:
    held = np.load(path)
    return held["audio"].astype(np.float32), held["durations"].tolist(), str(held["sent"])


Said = tuple[np.ndarray, list[int], str]
Piece = tuple[str, np.ndarray]  # a state of a sound, and its frames of features


def first_guess(said: list[Said]) -> Iterator[Piece]:
    """The frames that the durations give each sound; those of marks and blanks are left out
    where it is not quiet."""
    for audio, durations, sent in said:
        features, quiet = aligning.features(audio)
        at = np.cumsum([0, durations[0] - LEAD, *durations[1:-1]]) * FRAME // aligning.HOP
        yield aligning.SILENCE, features[: at[1]][quiet[: at[1]]]
        yield aligning.SILENCE, features[at[-1] :][quiet[at[-1] :]]
        for sound, first, last in aligning.sounds_at(sent):
            begin, end = at[first + 1], at[last + 1]
            if sound == aligning.SILENCE:
                yield sound, features[begin:end][quiet[begin:end]]
                continue
            for state, frames in zip(
                aligning.states(sound), np.array_split(np.arange(begin, end), aligning.STATES),
                strict=True,
            ):  # fmt: skip
                yield state, features[frames[frames < len(features)]]


def found_again(said: list[Said], model: aligning.Sounds) -> Iterator[Piece]:
    for audio, _, sent in said:
        features, _ = aligning.features(audio)
        chain = aligning.chain([word for word in sent.split(" ") if word])
        path = model.path(features, chain)
        if path is not None:
            for state in set(path):
                name = chain[state].name
                yield name, features[np.flatnonzero(path == state)]


if __name__ == "__main__":
    sys.exit(main())
