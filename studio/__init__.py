"""Narration Studio's core: scripts in, narration and subtitles out. It never imports Qt."""

__version__ = "0.1.0"
