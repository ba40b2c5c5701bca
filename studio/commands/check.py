"""``studio check``: the spoken ledger and what captions would look like, before any rendering."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from studio import cues, synthesis
from studio.commands import captions, output, reading
from studio.commands.output import say
from studio.document import Paragraph, Sentence
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.errors import EnvironmentUnusable, StudioError
from studio.synthesis import Job
from studio.takes import TakeInfo
from studio.timeline import layout
from studio.words import Unit


def run(options: argparse.Namespace) -> int:
    chosen = reading.preferences()
    profile = cues.find_profile(options.profile or chosen["profile"])
    wanted = options.group or chosen["grouping"]
    grouping = cues.parse_grouping(wanted) if wanted else profile.grouping
    script = reading.read(options, chosen)
    jobs = synthesis.jobs(script.document, model.identity())
    paragraphs = [p for p in script.document.paragraphs for _ in p.sentences]
    ledger: list[dict[str, Any]] = []
    measured: dict[int, TakeInfo] = {}
    failed: list[str] = []
    with KokoroEngine(chosen["threads"]) as engine:
        for number, (paragraph, job) in enumerate(zip(paragraphs, jobs, strict=True), 1):
            try:
                units = engine.read(job.sentence, job.readings)
                ledger += _entries(number, paragraph, job, units)
                samples, words = engine.measure(job.sentence, job.readings)
                measured[id(job.sentence)] = TakeInfo(job.key, samples, words, engine.name)
            except EnvironmentUnusable:
                raise
            except StudioError as error:
                failed.append(str(error))

    def take(sentence: Sentence) -> TakeInfo | None:
        return measured.get(id(sentence))

    timeline = layout(script.document, take)
    made = cues.group(
        timeline.words, grouping, profile, duration=timeline.duration, language=script.language
    )
    findings = captions.described(
        cues.findings(made, timeline.words, profile, duration=timeline.duration), made
    )
    unspeakable = [entry for entry in ledger if entry["origin"] in ("unspeakable", "shortened")]
    if options.json:
        output.report(
            {
                "sentences": len(jobs),
                "seconds": timeline.duration / 24_000,
                "words": ledger,
                "unspeakable": unspeakable,
                "failed": failed,
                "findings": findings,
            }
        )
    else:
        _show(ledger, unspeakable, failed, findings)
    return output.SOME_FAILED if failed else output.DONE


def _entries(
    number: int, paragraph: Paragraph, job: Job, units: Sequence[Unit]
) -> Iterator[dict[str, Any]]:
    """The ledger's row for each written word of a sentence."""
    text = job.sentence.text
    for unit in units:
        spoken = " ".join(
            reading.spoken
            for reading in job.readings
            if reading.start < unit.end and unit.start < reading.end
        )
        yield {
            "sentence": number,
            "text": " ".join(text[unit.start : unit.end].split()),
            "source": list(paragraph.span(job.sentence, unit.start, unit.end)),
            "spoken": spoken,
            "phonemes": unit.phonemes,
            "origin": unit.origin,
        }


def _show(
    ledger: Sequence[dict[str, Any]],
    unspeakable: Sequence[dict[str, Any]],
    failed: Sequence[str],
    findings: Sequence[dict[str, Any]],
) -> None:
    widths = [max((len(row[key]) for row in ledger), default=0) for key in ("text", "spoken")]
    for row in ledger:
        columns = f"{row['text']:<{min(widths[0], 24)}}  {row['spoken']:<{min(widths[1], 40)}}"
        say(f"{columns}  {row['phonemes']}  ({row['origin']})")
    say("")
    for row in unspeakable:
        start, end = row["source"]
        what = "cannot be spoken" if row["origin"] == "unspeakable" else "is spoken shortened"
        say(f"{row['text']!r} (characters {start} to {end}) {what} by this voice.")
    for reason in failed:
        say(reason)
    for finding in findings:
        say(captions.sentence(finding))
    say(
        f"{len(ledger)} words, {len(unspeakable)} that cannot be spoken as written, "
        f"{len(findings)} findings on the captions."
    )
