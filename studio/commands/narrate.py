"""``studio narrate``: a script in; sound, captions and word times out."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from studio import cues, export, files, paths, settings, synthesis
from studio.commands import captions, output, reading
from studio.commands.output import clock, complain, say
from studio.cues import Finding
from studio.document import SAMPLE_RATE
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.errors import CannotWrite, WrongUse
from studio.export import AudioSettings, Progress, Written
from studio.loudness import CEILING
from studio.synthesis import Failed, Job, Ready
from studio.takes import TakeStore
from studio.timeline import Timeline, layout

GIGABYTE = 1_000_000_000
AUDIO = ("wav", "flac", "mp3", "ogg")


@dataclass
class Outcome:
    """What happened, for the report."""

    jobs: Sequence[Job]
    rendered: int = 0
    rendered_samples: int = 0
    speaking_seconds: float = 0.0
    failures: list[Failed] = field(default_factory=list)


def run(options: argparse.Namespace) -> int:
    chosen = reading.preferences()
    profile = cues.find_profile(options.profile or chosen["profile"])
    wanted = options.group or chosen["grouping"]
    grouping = cues.parse_grouping(wanted) if wanted else profile.grouping
    formats = parse_formats(options.formats)
    audio = AudioSettings(
        tuple(name for name in formats if name in AUDIO),
        options.sample_rate or chosen["sample_rate"],
        options.bit_depth or chosen["bit_depth"],
        options.loudness,
    )
    base = base_path(options.output)
    script = reading.read(options, chosen)
    check_place(base, formats, options.input)
    with ExitStack() as stack:
        folder = paths.cache() / "takes"
        if options.no_cache:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="narration-")))
        takes = TakeStore(folder, round(chosen["cache_limit"] * GIGABYTE))
        return _narrate(script, takes, base, formats, audio, profile, grouping, options)


def _narrate(
    script: reading.Script,
    takes: TakeStore,
    base: Path,
    formats: tuple[str, ...],
    audio: AudioSettings,
    profile: cues.Profile,
    grouping: cues.Grouping,
    options: argparse.Namespace,
) -> int:
    outcome = Outcome(synthesis.jobs(script.document, model.identity()))
    _render(outcome, takes, options)
    keys = {id(job.sentence): job.key for job in outcome.jobs}
    timeline = layout(script.document, lambda s: takes.info(keys[id(s)]), takes.get)
    if not timeline.words:
        return _nothing_done(outcome, options)
    made = cues.group(
        timeline.words, grouping, profile, duration=timeline.duration, language=script.language
    )
    texts = captions.files(
        formats, made, timeline, script.language, script.voice, KokoroEngine.name
    )
    written = _write(base, timeline, takes, audio, texts, options)
    findings = cues.findings(made, timeline.words, profile, duration=timeline.duration)
    takes.trim(keep={job.key for job in outcome.jobs})
    _tell(outcome, written, timeline, made, findings, options)
    return output.SOME_FAILED if outcome.failures else output.DONE


def parse_formats(text: str) -> tuple[str, ...]:
    """``wav,srt`` as names, each once. Raises WrongUse."""
    names = tuple(dict.fromkeys(name.strip().lower() for name in text.split(",") if name.strip()))
    known = (*AUDIO, *captions.FORMATS)
    for name in names:
        if name not in known:
            raise WrongUse(f"There is no format {name!r}; choose from {', '.join(known)}.")
    if not names:
        raise WrongUse(f"No format is named; choose from {', '.join(known)}.")
    return names


def base_path(text: str) -> Path:
    """The path without the suffix of a format: ``-o out/harbor.wav`` means ``out/harbor``."""
    path = Path(text)
    endings = (*(f".{name}" for name in AUDIO), *captions.FORMATS.values())
    for ending in endings:
        if path.name.lower().endswith(ending):
            path = path.with_name(path.name[: -len(ending)] or path.name)
            break
    if not path.name or path.name in (".", "..") or text.endswith(("/", "\\")):
        raise WrongUse(f"{text!r} names no file; write for example -o out/narration.")
    return path


def check_place(base: Path, formats: Sequence[str], source: str) -> None:
    """That files can be written there and the script is not one of them, before hours are spent
    on it. Raises CannotWrite, WrongUse."""
    for name in formats:
        target = base.with_name(base.name + captions.FORMATS.get(name, f".{name}"))
        if source != "-" and target.exists() and target.samefile(source):
            raise WrongUse(f"{target} is the script itself; choose another name with -o.")
        if target.is_dir():
            raise CannotWrite(target, "there is a folder of that name")
    with files.cannot_write(base):
        files.new_temporary(base.parent).unlink()


def _render(outcome: Outcome, takes: TakeStore, options: argparse.Namespace) -> None:
    todo = synthesis.missing(outcome.jobs, takes)
    if not options.quiet:
        complain(f"{len(todo)} of {len(outcome.jobs)} sentences to render.")
    if not todo:
        return
    from tqdm import tqdm

    started = time.monotonic()
    with (
        KokoroEngine(settings.load()["threads"]) as engine,
        tqdm(total=len(todo), unit="sentence", disable=options.quiet, leave=False) as bar,
    ):
        for event in synthesis.render(todo, engine, takes):
            bar.update()
            if isinstance(event, Ready):
                outcome.rendered += 1
                outcome.rendered_samples += len(event.take.audio)
            else:
                outcome.failures.append(event)
    outcome.speaking_seconds = time.monotonic() - started


def _write(
    base: Path,
    timeline: Timeline,
    takes: TakeStore,
    audio: AudioSettings,
    texts: dict[str, bytes],
    options: argparse.Namespace,
) -> Written:
    from tqdm import tqdm

    with tqdm(desc="writing", unit="", disable=options.quiet, leave=False) as bar:
        for event in export.write(base, timeline, takes.get, audio=audio, texts=texts):
            if isinstance(event, Progress):
                bar.total = event.total
                bar.update(event.done - bar.n)
            else:
                written = event
    return written


def _nothing_done(outcome: Outcome, options: argparse.Namespace) -> int:
    for failure in outcome.failures:
        complain(str(failure.error))
    if options.json:
        nothing = Timeline((), (), (), 0)
        output.report(_report(outcome, Written((), 0, 0, None), nothing, (), ()))
    complain("Nothing was written, because no sentence could be spoken.")
    return output.SOME_FAILED


def _tell(
    outcome: Outcome,
    written: Written,
    timeline: Timeline,
    made: Sequence[cues.Cue],
    findings: Sequence[Finding],
    options: argparse.Namespace,
) -> None:
    for failure in outcome.failures:
        complain(str(failure.error))
    if options.json:
        output.report(_report(outcome, written, timeline, made, findings))
        return
    if options.quiet:
        return
    for path in written.files:
        say(f"{path}")
    sentences = f"{outcome.rendered} sentences rendered"
    if outcome.rendered_samples:
        factor = outcome.speaking_seconds * SAMPLE_RATE / outcome.rendered_samples
        sentences += f" at {factor:.2f} times real time"
    say(f"{clock(timeline.duration)} of narration, {len(made)} captions; {sentences}.")
    if written.loudness is not None and written.loudness.limited:
        say(
            f"The loudness is {written.loudness.reached:.1f} LUFS; "
            f"the highest peaks are held at {CEILING:g} dBTP."
        )
    if written.clipped:
        say(f"{written.clipped} samples were too loud for the file and were clipped.")
    if findings:
        say(f"{len(findings)} findings on the captions; `studio check` lists them.")


def _report(
    outcome: Outcome,
    written: Written,
    timeline: Timeline,
    made: Sequence[cues.Cue],
    findings: Sequence[Finding],
) -> dict[str, Any]:
    rendered = outcome.rendered_samples / SAMPLE_RATE
    return {
        "files": [str(path) for path in written.files],
        "seconds": timeline.duration / SAMPLE_RATE,
        "real_time_factor": outcome.speaking_seconds / rendered if rendered else None,
        "sentences": len(outcome.jobs),
        "rendered": outcome.rendered,
        "cached": len(outcome.jobs) - outcome.rendered - len(outcome.failures),
        "failed": [
            {"text": failure.job.sentence.text, "reason": str(failure.error)}
            for failure in outcome.failures
        ],
        "captions": len(made),
        "clipped": written.clipped,
        "loudness": written.loudness and written.loudness.reached,
        "findings": captions.described(findings, made),
    }
