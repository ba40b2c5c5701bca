"""What an hour of narration takes in memory, rendered with the real engine into a folder of takes
and written as WAV and SRT.

    python tests/benchmarks/bench_hour.py [--minutes 60] [--kind auto] [--json]

Of both processes: the peak, and how much more the middle one of many looks shows in the last third
of the time than in the first, after one minute of sound is there. Fails when the speech process
takes more than 1.5 GiB, or either grows by more than 64 MiB.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import psutil

from studio import cues, export, script, subtitles, synthesis
from studio.commands.bench_texts import chapter
from studio.document import SAMPLE_RATE, Document
from studio.engines import model
from studio.engines.kinds import AUTO, KINDS
from studio.engines.kokoro import KokoroEngine
from studio.export import AudioSettings
from studio.synthesis import Ready
from studio.takes import TakeStore
from studio.timeline import Timeline, layout

MIB = 1 << 20
PEAK, GROWTH = 1536, 64  # MiB
PAUSE = 0.1  # seconds between two looks


class Watched:
    """What a process takes of the memory, looked at by a thread until it is closed."""

    def __init__(self, process_id: int) -> None:
        self._process = psutil.Process(process_id)
        self._seen: list[float] = []
        self.is_past_start = False
        self.peak = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._ended.wait(PAUSE):
            try:
                taken = self._process.memory_info().rss / MIB
            except psutil.NoSuchProcess:
                return
            self.peak = max(self.peak, taken)
            if self.is_past_start:
                self._seen.append(taken)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def report(self) -> dict[str, float | None]:
        third = len(self._seen) // 3
        growth = None
        if third:
            first, last = (statistics.median(part) for part in self._thirds(third))
            growth = round(last - first, 1)
        return {"peak_mib": round(self.peak, 1), "growth_mib": growth}

    def _thirds(self, third: int) -> Iterator[list[float]]:
        yield self._seen[:third]
        yield self._seen[-third:]


def rendered(document: Document, takes: TakeStore, kind: str, minutes: float) -> dict[str, object]:
    """Render sentences until there is enough, and write the files."""
    jobs = synthesis.jobs(document, model.identity())
    samples, done = 0, []
    with KokoroEngine(decoder=kind) as engine:
        engine.load()
        watched = {"speech": Watched(engine.process_id or 0), "own": Watched(psutil.Process().pid)}
        began = time.perf_counter()
        for event in synthesis.render(jobs, engine, takes):
            if not isinstance(event, Ready):
                raise event.error
            samples += len(event.take.audio)
            done.append(event.job)
            if samples >= 60 * SAMPLE_RATE:
                for each in watched.values():
                    each.is_past_start = True
            if samples >= minutes * 60 * SAMPLE_RATE:
                break
        work = time.perf_counter() - began
        watched["speech"].close()
    timeline = written(document, {id(job.sentence): job.key for job in done}, takes)
    watched["own"].close()
    return {
        "minutes": round(timeline.duration / SAMPLE_RATE / 60, 1),
        "sentences": len(done),
        "real_time_factor": round(work * SAMPLE_RATE / samples, 3),
        "writing_s": round(time.perf_counter() - began - work, 1),
        **{name: each.report() for name, each in watched.items()},
    }


def written(document: Document, keys: dict[int, str], takes: TakeStore) -> Timeline:
    infos = {key: takes.info(key) for key in keys.values()}
    timeline = layout(document, lambda s: infos.get(keys.get(id(s), "")), takes.get)
    made = cues.group(
        timeline.words,
        cues.parse_grouping("phrases:7"),
        cues.find_profile("narration"),
        duration=timeline.duration,
        language="en-us",
    )
    texts = {".srt": subtitles.to_srt(made)}
    for _ in export.write(
        takes.folder / "hour", timeline, takes.get, audio=AudioSettings(), texts=texts
    ):
        pass
    return timeline


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--kind", choices=(AUTO, *KINDS), default=AUTO)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    text = chapter(options.minutes * 1.3)  # more than enough
    document = script.read(text, voice="af_heart", speed=1.0, language="en-us")
    with tempfile.TemporaryDirectory() as folder:
        takes = TakeStore(Path(folder), 10**12)
        report = rendered(document, takes, options.kind, options.minutes)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        for name, value in report.items():
            print(f"{name}: {value}")
    speech, own = report["speech"], report["own"]
    grown = max(each["growth_mib"] or 0 for each in (speech, own))
    return 1 if speech["peak_mib"] > PEAK or grown > GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
