"""The verbs: each takes a narration and gives the narration that the author wanted.

Nothing here knows of a window, of time passing or of what was before; see `studio.history`. What
is not possible raises a WrongUse that says why. A verb that changes nothing gives the very
document it was given.

How to add a verb: write a function of a document (and ids, offsets, samples) in the module it
belongs to; let it build on ``finding.replaced``, which keeps what is equal the same object; name
it below; give it a row in the table of ``tests/studio/edits/test_verbs.py``, which checks that it
can be done, undone and done again.
"""

from __future__ import annotations

from studio.edits.captioning import (
    WordPlace,
    WordRange,
    break_caption,
    breaks_and_joins,
    free_caption,
    join_caption,
    set_caption_text,
    shift_caption,
    word_place,
)
from studio.edits.finding import find, script_span, sentence_at
from studio.edits.pausing import SetPause, set_pause, set_pauses
from studio.edits.rereading import unreadable_pauses
from studio.edits.scripting import begin, retype
from studio.edits.timing import (
    edited,
    join_words,
    move_edge,
    move_word,
    nudge,
    rename_word,
    reset_words,
    shift_room,
    shift_words,
    split_word,
    words_of,
)
from studio.edits.voicing import lock, lost_locks, set_speed, set_voice, unlock
from studio.edits.whole import set_gaps, set_grouping, set_lexicon, set_profile, set_title

__all__ = [
    "SetPause",
    "WordPlace",
    "WordRange",
    "begin",
    "break_caption",
    "breaks_and_joins",
    "edited",
    "find",
    "free_caption",
    "join_caption",
    "join_words",
    "lock",
    "lost_locks",
    "move_edge",
    "move_word",
    "nudge",
    "rename_word",
    "reset_words",
    "retype",
    "script_span",
    "sentence_at",
    "set_caption_text",
    "set_gaps",
    "set_grouping",
    "set_lexicon",
    "set_pause",
    "set_pauses",
    "set_profile",
    "set_speed",
    "set_title",
    "set_voice",
    "shift_caption",
    "shift_room",
    "shift_words",
    "split_word",
    "unlock",
    "unreadable_pauses",
    "word_place",
    "words_of",
]
