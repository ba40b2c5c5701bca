"""``studio group``: other captions for a narration that is rendered already."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio import cues, export, files, subtitles
from studio.commands import captions, output, reading
from studio.commands.narrate import base_path, parse_formats
from studio.commands.output import count, say
from studio.errors import FileDamaged, WrongUse
from studio.export import AudioSettings, Written
from studio.timeline import Timeline


def run(options: argparse.Namespace) -> int:
    formats = parse_formats(options.formats)
    if sounding := [name for name in formats if name not in captions.FORMATS]:
        raise WrongUse(f"Regrouping makes no sound; leave out {', '.join(sounding)}.")
    chosen = reading.preferences()
    profile = cues.find_profile(options.profile or chosen["profile"])
    wanted = options.group or chosen["grouping"]
    grouping = cues.parse_grouping(wanted) if wanted else profile.grouping
    base = base_path(options.output)
    try:
        data = Path(options.words).read_bytes()
    except OSError as error:
        raise FileDamaged(options.words, files.why(error)) from error
    kept = subtitles.parse_words_json(data, options.words)
    made = cues.group(kept.words, grouping, profile, duration=kept.duration, language=kept.language)
    timeline = Timeline(kept.words, kept.sentences, (), kept.duration)
    texts = captions.files(formats, made, timeline, kept.language, kept.voice, kept.engine)
    writing = export.write(base, timeline, lambda key: None, audio=AudioSettings(()), texts=texts)
    written = next(event for event in writing if isinstance(event, Written))
    findings = cues.findings(made, kept.words, profile, duration=kept.duration)
    described = captions.described(findings, made, kept.words)
    if options.json:
        output.report(
            {
                "files": [str(path) for path in written.files],
                "seconds": kept.duration / 24_000,
                "captions": len(made),
                "findings": described,
            }
        )
    else:
        for path in written.files:
            say(str(path))
        say(f"{count(len(made), 'caption')}, {count(len(described), 'finding')}.")
        for finding in described:
            say(captions.sentence(finding))
    return output.DONE
