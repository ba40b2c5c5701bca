"""A sentence cut into utterances that the model speaks well, at the best places."""

from __future__ import annotations

from collections.abc import Sequence

from studio.words import MARKS, Unit, symbols

LONGEST = 300  # symbols; the model takes 510, but rushes and fades beyond about this many
LIMIT = 510

# How good it is to cut after a unit that ends so, and how many frames of silence the next
# utterance then begins with (its own lead of about 0.4 s would be heard as a full stop).
_ENDS = ((".!?…", 4, 10), (";:", 3, 7), (',—)”"', 2, 5))
_PLAIN = (1, 2)


def utterances(units: Sequence[Unit], longest: int = LONGEST) -> list[list[Unit]]:
    """Consecutive units, each list at most ``longest`` symbols (a single longer unit stays
    alone), cut as evenly as the best places allow; none is empty, none is left out."""
    total = len(symbols(units))
    if total <= longest or len(units) < 2:
        return [list(units)]
    cut = _best_cut(units, longest)
    return utterances(units[:cut], longest) + utterances(units[cut:], longest)


def lead_frames(before: Unit) -> int:
    """Frames of silence wanted between an utterance that ends with ``before`` and the next."""
    return _ending(before)[1]


def clause_ends(units: Sequence[Unit]) -> list[int]:
    """Positions in ``symbols(units)`` just after the mark that ends a clause, where a blank
    follows."""
    text = symbols(units)
    return [i for i in range(1, len(text)) if text[i] == " " and text[i - 1] in MARKS]


def _best_cut(units: Sequence[Unit], longest: int) -> int:
    """The number of units before the best cut: the strongest mark, then the most even halves.
    A plain blank is taken only where no mark lies in the middle three fifths."""
    lengths = [len(unit.phonemes) + (not unit.glued) for unit in units]
    total, at = sum(lengths), 0
    parts = -(-total // longest)
    best: tuple[float, int] | None = None
    for i, length in enumerate(lengths[:-1], 1):
        at += length
        if units[i - 1].glued:
            continue
        # Even parts: the distance to the nearest multiple of an equal share.
        share = total / parts
        nearest = min(max(round(at / share), 1), parts - 1) * share
        away = abs(at - nearest) / share
        score = _ending(units[i - 1])[0] - 4 * away
        if best is None or score > best[0]:
            best = (score, i)
    return best[1] if best else max(1, len(units) // 2)


def _ending(unit: Unit) -> tuple[int, int]:
    last = unit.phonemes[-1:] or " "
    return next(((worth, lead) for marks, worth, lead in _ENDS if last in marks), _PLAIN)
