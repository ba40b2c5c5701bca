"""The shares of a blend, as sliders move them."""

from __future__ import annotations

from collections.abc import Sequence

from studio.voices import WHOLE


def rebalanced(shares: Sequence[int], index: int, share: int) -> list[int]:
    """``shares`` (hundredths of a percent, adding up to WHOLE) with one of them at ``share``; the
    others keep their proportions and fill the rest. A single one is always the whole."""
    share = WHOLE if len(shares) == 1 else min(max(share, 0), WHOLE)
    others = [0 if i == index else each for i, each in enumerate(shares)]
    if not any(others):
        others = [int(i != index) for i in range(len(shares))]
    filled = divided(others, WHOLE - share)
    filled[index] = share
    return filled


def percents(shares: Sequence[int]) -> list[int]:
    """Whole percents that add up to 100."""
    return divided(shares, 100)


def divided(weights: Sequence[int], whole: int) -> list[int]:
    """``whole`` in parts like ``weights``, by largest remainder."""
    total = sum(weights)
    if not total:
        return [0] * len(weights)
    parts = [weight * whole // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: -(weights[i] * whole % total))
    for i in by_remainder[: whole - sum(parts)]:
        parts[i] += 1
    return parts
