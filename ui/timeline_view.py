"""The timeline of the narration; see `ui.timeline`."""

from __future__ import annotations

from ui.timeline.view import TimelineView

__all__ = ["TimelineView"]
