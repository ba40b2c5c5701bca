"""Narration Studio's window. Rules about speech, words and subtitles are in studio, not here."""
