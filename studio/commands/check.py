"""``studio check``: the spoken ledger and what captions would look like, before any rendering."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio import cues, files, paths, settings, synthesis
from studio.commands import captions, output, reading, unspoken
from studio.commands.narrate import GIGABYTE
from studio.commands.output import count, say
from studio.document import SAMPLE_RATE, Paragraph
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.errors import EnvironmentUnusable, StudioError
from studio.synthesis import Job
from studio.takes import TakeInfo, TakeStore, Unspoken
from studio.timeline import layout
from studio.words import Unit


def run(options: argparse.Namespace) -> int:
    chosen = reading.preferences()
    profile = cues.find_profile(options.profile or chosen["profile"])
    wanted = options.group or chosen["grouping"]
    grouping = cues.parse_grouping(wanted) if wanted else profile.grouping
    script = reading.read(options, chosen)
    ledger = _read(script, chosen)

    timeline = layout(script.document, lambda sentence: ledger.takes.get(id(sentence)))
    made = cues.group(
        timeline.words, grouping, profile, duration=timeline.duration, language=script.language
    )
    findings = captions.described(
        cues.findings(made, timeline.words, profile, duration=timeline.duration),
        made,
        timeline.words,
    )
    if options.json:
        output.report(
            {
                "sentences": len(script.document.sentences),
                "seconds": timeline.duration / SAMPLE_RATE,
                "estimated": ledger.estimated,
                "words": ledger.words,
                "unspeakable": ledger.unspoken,
                "failed": ledger.failed,
                "findings": findings,
            }
        )
    else:
        _show(ledger, findings)
    return output.SOME_FAILED if ledger.failed else output.DONE


@dataclass
class _Ledger:
    """``words``: a row for each written word; ``takes``: the times of each sentence by its
    identity, ``estimated`` for so many of them."""

    words: list[dict[str, Any]] = field(default_factory=list)
    takes: dict[int, TakeInfo] = field(default_factory=dict)
    estimated: int = 0
    unspoken: list[dict[str, Any]] = field(default_factory=list)
    failed: list[dict[str, Any]] = field(default_factory=list)


def _read(script: reading.Script, chosen: settings.Settings) -> _Ledger:
    """What is spoken, and when: as in the take where there is one already, and otherwise as the
    durations alone say. Raises EnvironmentUnusable."""
    ledger = _Ledger()
    jobs = synthesis.jobs(script.document, model.identity())
    paragraphs = [p for p in script.document.paragraphs for _ in p.sentences]
    folder = files.make_folder(paths.cache() / "takes")
    store = TakeStore(folder, round(chosen["cache_limit"] * GIGABYTE))
    gaps: dict[str, list[Unspoken]] = {}
    measured: dict[str, TakeInfo] = {}
    failures: dict[str, StudioError] = {}
    with KokoroEngine(chosen["threads"], decoder=chosen["decoder"]) as engine:
        for number, (paragraph, job) in enumerate(zip(paragraphs, jobs, strict=True), 1):
            try:
                units = engine.read(job.sentence, job.readings)
                ledger.words += _entries(number, paragraph, job, units)
                gaps[job.key] = [
                    Unspoken(unit.start, unit.end, unit.origin == unspoken.SHORTENED)
                    for unit in units
                    if unit.origin in (unspoken.SHORTENED, unspoken.UNSPEAKABLE)
                ]
                info = store.info(job.key) or measured.get(job.key)
                if info is None:
                    samples, words = engine.measure(job.sentence, job.readings)
                    info = TakeInfo(job.key, samples, words, engine.name)
                    measured[job.key] = info
                ledger.estimated += job.key in measured
                ledger.takes[id(job.sentence)] = info
            except EnvironmentUnusable:
                raise
            except StudioError as error:
                failures[job.key] = error
    ledger.failed = unspoken.sentences(script.document, jobs, failures)
    spoken = {key: found for key, found in gaps.items() if key not in failures}
    ledger.unspoken = unspoken.words(script.document, jobs, spoken)
    return ledger


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


def _show(ledger: _Ledger, findings: Sequence[dict[str, Any]]) -> None:
    rows = ledger.words
    widths = [max((len(row[key]) for row in rows), default=0) for key in ("text", "spoken")]
    for row in rows:
        columns = f"{row['text']:<{min(widths[0], 24)}}  {row['spoken']:<{min(widths[1], 40)}}"
        say(f"{columns}  {row['phonemes']}  ({row['origin']})")
    say("")
    for line in unspoken.told(ledger.unspoken):
        say(line)
    for row in ledger.failed:
        say(f"Line {row['line']}: {row['reason']}")
    for finding in findings:
        say(captions.sentence(finding))
    say(f"{count(len(rows), 'word')}, {count(len(findings), 'finding')} on the captions.")
    if ledger.estimated:
        say(
            f"{count(ledger.estimated, 'sentence')} {'is' if ledger.estimated == 1 else 'are'} "
            "not rendered yet: the times there are estimates, and so are the findings."
        )
