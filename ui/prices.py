"""Amounts of money as a person would read them."""

from __future__ import annotations


def dollars(cost: float) -> str:
    """So that a small cost does not look like none: $0.0004, $1.20."""
    if 0 < cost < 0.0001:
        return "< $0.0001"
    return f"${cost:.4f}" if 0 < cost < 0.1 else f"${cost:,.2f}"
