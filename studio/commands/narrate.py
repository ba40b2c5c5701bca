"""``studio narrate``: a script in; sound, captions and word times out."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from studio import cues, export, files, paths, settings, synthesis
from studio.commands import captions, output, reading, relay, unspoken
from studio.commands.output import clock, complain, count, say
from studio.cues import Finding
from studio.document import SAMPLE_RATE
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.errors import CannotWrite, EngineFailed, StudioError, WrongUse, program
from studio.export import AudioSettings, Progress, Written
from studio.relay import estimate
from studio.relay.journal import Journal, journal_file
from studio.relay.metered import Metered
from studio.synthesis import Failed, Job, Ready
from studio.takes import TakeInfo, TakeStore
from studio.timeline import Timeline, layout

GIGABYTE = 1_000_000_000
AUDIO = ("wav", "flac", "mp3", "ogg")


@dataclass
class Outcome:
    """What happened, for the report. Sentences that are said twice are rendered once."""

    jobs: Sequence[Job]
    engines: dict[str, int] = field(default_factory=dict)  # sentences by the one that spoke them
    cached: int = 0
    rendered: int = 0
    rendered_samples: int = 0
    speaking_seconds: float = 0.0
    failures: dict[str, StudioError] = field(default_factory=dict)  # by the key of the job
    failed: list[dict[str, Any]] = field(default_factory=list)
    unspoken: list[dict[str, Any]] = field(default_factory=list)

    @property
    def real_time_factor(self) -> float | None:
        """Seconds of speaking for one of speech; loading the engine is not counted."""
        if not self.rendered_samples:
            return None
        return self.speaking_seconds * SAMPLE_RATE / self.rendered_samples


@dataclass(frozen=True)
class Made:
    """What was written, and what is in it."""

    written: Written
    timeline: Timeline
    cues: Sequence[cues.Cue]
    findings: Sequence[Finding]


NOTHING = Made(Written((), 0, 0, None), Timeline((), (), (), 0), (), ())


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
    route = relay.route(options, chosen)
    check_place(base, formats, options.input)
    with ExitStack() as stack:
        folder = paths.cache() / "takes"
        if options.no_cache:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="narration-")))
        takes = TakeStore(files.make_folder(folder), round(chosen["cache_limit"] * GIGABYTE))
        return _narrate(script, route, takes, base, formats, audio, profile, grouping, options)


def _narrate(
    script: reading.Script,
    route: relay.Route | None,
    takes: TakeStore,
    base: Path,
    formats: tuple[str, ...],
    audio: AudioSettings,
    profile: cues.Profile,
    grouping: cues.Grouping,
    options: argparse.Namespace,
) -> int:
    outcome = Outcome(synthesis.jobs(script.document, model.identity()))
    _render(outcome, route, takes, options)
    infos = {job.key: takes.info(job.key) for job in outcome.jobs}
    outcome.engines = _counted(infos[job.key] for job in outcome.jobs)
    keys = {id(job.sentence): job.key for job in outcome.jobs}
    timeline = layout(script.document, lambda s: infos[keys[id(s)]], takes.get)
    outcome.failed = unspoken.sentences(script.document, outcome.jobs, outcome.failures)
    gaps = {key: info.unspoken for key, info in infos.items() if info}
    outcome.unspoken = unspoken.words(script.document, outcome.jobs, gaps)
    if not timeline.words:
        _tell(outcome, NOTHING, options)
        complain("Nothing was written, because no sentence could be spoken.")
        return output.SOME_FAILED
    made = cues.group(
        timeline.words, grouping, profile, duration=timeline.duration, language=script.language
    )
    spoken_by = "+".join(outcome.engines)
    texts = captions.files(
        formats, made, timeline, script.language, script.voice, spoken_by, outcome.failed
    )
    written = _write(base, timeline, takes, audio, texts, options)
    findings = cues.findings(made, timeline.words, profile, duration=timeline.duration)
    takes.trim(keep={job.key for job in outcome.jobs})
    _tell(outcome, Made(written, timeline, made, findings), options)
    return output.SOME_FAILED if outcome.failed else output.DONE


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


def _counted(infos: Iterable[TakeInfo | None]) -> dict[str, int]:
    return dict(sorted(Counter(info.engine for info in infos if info).items()))


def _render(
    outcome: Outcome, route: relay.Route | None, takes: TakeStore, options: argparse.Namespace
) -> None:
    at_home = outcome.jobs
    if route is not None:
        outcome.jobs = relay.routed(route, at_home)
    todo: Sequence[Job] = synthesis.missing(outcome.jobs, takes)
    costly = {job.key for job in todo}
    outcome.cached = sum(job.key not in costly for job in outcome.jobs)
    if not options.quiet:
        complain(f"{len(todo)} of {count(len(outcome.jobs), 'sentence')} to render.")
    if not todo:
        return
    journal = Journal(journal_file())
    chosen = settings.load()
    with KokoroEngine(chosen["threads"], decoder=chosen["decoder"]) as engine:
        if route is not None:
            todo = _render_relayed(outcome, route, at_home, todo, takes, engine, journal, options)
        if not todo:
            return
        if not options.quiet:
            _announce(todo, journal)
        _load(engine, todo[0])
        metered = Metered(engine, journal)
        _work_off(outcome, synthesis.render(todo, metered, takes), len(todo), options)


def _announce(todo: Sequence[Job], journal: Journal) -> None:
    characters = estimate.characters(job.readings for job in todo)
    seconds = estimate.estimate(characters, journal.entries(), price=0).seconds
    work = "" if seconds is None else f", then {output.about(seconds)} of work"
    complain(f"Loading the voice{work} ...")


def _render_relayed(
    outcome: Outcome,
    route: relay.Route,
    local: Sequence[Job],
    todo: Sequence[Job],
    takes: TakeStore,
    engine: KokoroEngine,
    journal: Journal,
    options: argparse.Namespace,
) -> Sequence[Job]:
    """Render what goes through the relay. Gives what is left to do on this computer; ``local``:
    all jobs of the outcome as they would be there."""
    keys = {job.key for job in local}
    relayed = [job for job in todo if job.key not in keys]
    if relayed:
        if not options.quiet:
            relay.announce(route, relayed, journal.entries())
        with closing(relay.render(route, relayed, takes, engine, journal)) as events:
            _work_off(outcome, events, len(relayed), options)
    if route.fallback:
        for reason in dict.fromkeys(str(error) for error in outcome.failures.values()):
            complain(f"{reason} The sentence is spoken on this computer.")
        outcome.failures.clear()
        pairs = zip(outcome.jobs, local, strict=True)
        outcome.jobs = [job if job.key in takes else at_home for job, at_home in pairs]
    return synthesis.missing([job for job in outcome.jobs if job.key in keys], takes)


def _work_off(
    outcome: Outcome,
    events: Iterator[Ready | Failed],
    expected: int,
    options: argparse.Namespace,
) -> None:
    started = time.monotonic()
    with output.bar(options.quiet, total=expected, unit="sentence") as bar:
        for event in events:
            bar.update()
            if isinstance(event, Ready):
                outcome.rendered += 1
                outcome.rendered_samples += len(event.take.audio)
            else:
                outcome.failures[event.job.key] = event.error
    outcome.speaking_seconds += time.monotonic() - started


def _load(engine: KokoroEngine, first: Job) -> None:
    """Have all of the engine in memory, also what reads the words. Raises EnvironmentUnusable."""
    engine.load()
    with suppress(EngineFailed):  # which is told when its turn comes
        engine.read(first.sentence, first.readings)


def _write(
    base: Path,
    timeline: Timeline,
    takes: TakeStore,
    audio: AudioSettings,
    texts: dict[str, bytes],
    options: argparse.Namespace,
) -> Written:
    with output.bar(options.quiet, desc="writing", unit="") as bar:
        for event in export.write(base, timeline, takes.get, audio=audio, texts=texts):
            if isinstance(event, Progress):
                bar.total = event.total
                bar.update(event.done - bar.n)
            else:
                written = event
    return written


def _tell(outcome: Outcome, made: Made, options: argparse.Namespace) -> None:
    for row in outcome.failed:
        complain(f"Line {row['line']}: {row['reason']}")
    if options.json:
        output.report(_report(outcome, made))
        return
    if options.quiet:
        return
    for line in unspoken.told(outcome.unspoken):
        say(line)
    if not made.written.files:
        return
    for path in made.written.files:
        say(f"{path}")
    say(
        f"{clock(made.timeline.duration)} of narration, {count(len(made.cues), 'caption')}; "
        f"{_work(outcome)}."
    )
    loudness = made.written.loudness
    if loudness is not None and loudness.limited:
        say(
            f"The loudness is {loudness.reached:.1f} LUFS; "
            f"the highest peaks are held at {loudness.ceiling:g} dBTP."
        )
    if made.written.clipped:
        clipped = count(made.written.clipped, "sample")
        say(f"Too loud for the file, and cut off: {clipped}.")
    if made.findings:
        say(
            f"{count(len(made.findings), 'finding')} on the captions; "
            f"`{program()} check` with the same options lists them."
        )


def _work(outcome: Outcome) -> str:
    if outcome.real_time_factor is None:
        return "nothing had to be rendered"
    return (
        f"rendered {outcome.rendered_samples / SAMPLE_RATE:.0f} s of speech in "
        f"{outcome.speaking_seconds:.0f} s, {outcome.real_time_factor:.2f} of real time"
    )


def _report(outcome: Outcome, made: Made) -> dict[str, Any]:
    return {
        "files": [str(path) for path in made.written.files],
        "seconds": made.timeline.duration / SAMPLE_RATE,
        "real_time_factor": outcome.real_time_factor,
        "sentences": len(outcome.jobs),
        "engines": outcome.engines,
        "rendered": outcome.rendered,
        "cached": outcome.cached,
        "failed": outcome.failed,
        "unspoken": outcome.unspoken,
        "captions": len(made.cues),
        "clipped": made.written.clipped,
        "loudness": made.written.loudness and made.written.loudness.reached,
        "findings": captions.described(made.findings, made.cues, made.timeline.words),
    }
