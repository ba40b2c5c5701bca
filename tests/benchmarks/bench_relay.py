"""How long a narration through a relay takes, against the least that the relay's limits allow.

    python tests/benchmarks/bench_relay.py [--sentences 200] [--json]

A server on this computer answers after 50 ms, 20 times a second at most, and tells no times of
words: `studio narrate` times them with the real model. Ideal is the time in which all requests may
start. Fails above 1.3 times that.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from studio import paths
from tests.narrations import NOUNS
from tests.relay_server import Answer, Asked, serving, wav

LATENCY = 0.05  # seconds
PER_SECOND = 20
LIMIT = 1.3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ideal = options.sentences / PER_SECOND + LATENCY
    with tempfile.TemporaryDirectory() as folder:
        seconds = narrated(Path(folder), options.sentences)
    found = {
        "sentences": options.sentences,
        "seconds": round(seconds, 2),
        "ideal": ideal,
        "ratio": round(seconds / ideal, 3),
    }
    if options.json:
        print(json.dumps(found))
    else:
        print(f"{found['sentences']} sentences through a relay: {seconds:.1f} s,", end=" ")
        print(f"{found['ratio']:.2f} of the ideal {ideal:.1f} s (at most {LIMIT})")
    return 0 if seconds <= LIMIT * ideal else 1


def narrated(folder: Path, count: int) -> float:
    """Seconds from the start of the command to its end."""
    environment = {**os.environ, "NARRATION_STUDIO_CACHE": str(folder / "cache")}
    environment["NARRATION_STUDIO_DATA"] = str(folder / "data")
    environment["NARRATION_STUDIO_CONFIG"] = str(folder / "config")
    for name in ("cache", "config"):
        (folder / name).mkdir()
    (folder / "cache" / "model").symlink_to(paths.cache() / "model")
    (folder / "script.txt").write_text("\n\n".join(map(sentence, range(count))), encoding="utf-8")
    with serving(answer) as server:
        desk = {"name": "Desk", "base": server.base, "model": "k", "per_second": PER_SECOND}
        settings = folder / "config" / "settings.json"
        settings.write_text(json.dumps({"servers": [desk]}), encoding="utf-8")
        command = [sys.executable, "-m", "studio", "narrate", str(folder / "script.txt")]
        command += ["-o", str(folder / "out"), "--engine", "relay", "--server", "Desk", "--json"]
        began = time.perf_counter()
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
        seconds = time.perf_counter() - began
    if done.returncode != 0 or json.loads(done.stdout)["rendered"] != count:
        sys.exit(f"not all was narrated: {done.stderr}")
    return seconds


def sentence(number: int) -> str:
    """No two of the first 225 are the same."""
    first, second, third, last = (
        NOUNS[each % 15] for each in (number, 7 * number, number // 15, 3 * number)
    )
    return f"The {first} and the {second} met the {third} at the old {last}."


def answer(asked: Asked) -> Answer:
    time.sleep(LATENCY)
    sound = wav(12_000 + 1_500 * len(asked.body["input"]))
    return Answer(sound, headers={"Content-Type": "audio/wav"})


if __name__ == "__main__":
    sys.exit(main())
