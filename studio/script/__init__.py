"""Text (plain or Markdown) into paragraphs and sentences; after an edit, unchanged sentences keep
their ids.

The way of a script: ``decoding`` bytes to text; ``characters`` one kind of line end and no
invisible characters; ``lines`` or ``markdown`` the paragraphs and what no sentence reaches across;
``inline`` marks taken out, pins and pauses noted; ``settling`` blanks and pauses in their places;
``sentences`` cut; ``reading`` the document. All of it carries a ``Passage``, which knows where in
the script each character stood.
"""

from __future__ import annotations

from studio.script.decoding import decode
from studio.script.reading import read, reread

__all__ = ["decode", "read", "reread"]
