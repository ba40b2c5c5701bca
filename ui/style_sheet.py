"""The style sheet of the application, built from the colours of a theme."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template


def style_sheet(colors: Mapping[str, str]) -> str:
    """Qt's style sheet; ``colors`` has #rrggbb for every role."""
    return _TEMPLATE.substitute(colors)


_TEMPLATE = Template(
    """
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 4px 6px; }
"""
)
