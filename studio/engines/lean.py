"""kokoro, imported without what it imports and never uses here.

Of the four seconds that ``import kokoro`` takes with torch, more than two go into transformers (for
one small network: `studio.engines.albert`), huggingface_hub (for downloads, which there are none)
and spaCy's command line. While kokoro is imported, small modules stand for these; afterwards they
are gone, and whoever wants the real ones gets them.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

log = logging.getLogger(__name__)


def import_kokoro() -> ModuleType:
    """The package, whole; with its own imports where those here do not suffice."""
    if "kokoro" in sys.modules:
        return sys.modules["kokoro"]
    before = set(sys.modules)
    try:
        with _standing_in(_stand_ins()):
            import kokoro
    except (ImportError, AttributeError) as error:  # another release of it wants more
        log.warning("kokoro is imported with all that it names: %s", error)
        for name in set(sys.modules) - before:
            if name.split(".")[0] in ("kokoro", "misaki", "spacy"):
                del sys.modules[name]
        import kokoro
    return kokoro


@contextmanager
def own_components() -> Iterator[None]:
    """While a pipeline of spaCy is made: the components of other packages, which it has none of,
    are not imported. One of them is for transformers, which are imported with it."""
    import spacy.util

    factories = getattr(spacy.util.registry, "_entry_point_factories", None)
    if factories is None:
        yield
        return
    before, factories.entry_points = factories.entry_points, False
    try:
        yield
    finally:
        factories.entry_points = before


@contextmanager
def _standing_in(modules: list[ModuleType]) -> Iterator[None]:
    """``modules`` found under their names, but none that is there already."""
    placed = [each for each in modules if each.__name__ not in sys.modules]
    sys.modules.update({each.__name__: each for each in placed})
    try:
        yield
    finally:
        for each in placed:
            if sys.modules.get(each.__name__) is each:
                del sys.modules[each.__name__]


def _stand_ins() -> list[ModuleType]:
    from studio.engines import albert

    return [
        _module("transformers", AlbertConfig=albert.AlbertConfig, AlbertModel=albert.AlbertModel),
        _module("huggingface_hub", hf_hub_download=_no_download),
        _module("segments", Tokenizer=object, Profile=object),
        _module("spacy.cli"),
        _module("spacy.cli.info", info=None),
    ]


def _module(name: str, **contents: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module


def _no_download(*_: object, **wanted: object) -> str:
    raise FileNotFoundError(f"{wanted.get('filename')} is not downloaded here")
