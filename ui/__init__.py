"""The window. It holds no rule about speech, words or subtitles: those are in `studio`."""
