"""Python's search for cycles, kept from holding the window.

The search goes through all that lives and stops everything meanwhile, the sound too: 0.4 s with a
script of 50,000 words. What a narration is made of holds no cycles and goes as soon as nobody
needs it. So as long as there is much of it, it is not searched.
"""

from __future__ import annotations

import gc

_USUAL = gc.get_threshold()


def spare() -> None:
    """Whatever lives now is not searched any more, and new things only while they are young."""
    gc.set_threshold(*_USUAL[:2], 1_000_000)
    gc.freeze()


def search() -> None:
    """Search everything now, and from now on as usual."""
    gc.unfreeze()
    gc.set_threshold(*_USUAL)
    gc.collect()
