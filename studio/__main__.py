"""The command line: ``python -m studio``, installed as ``narration-studio``."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from studio import __version__
from studio.commands import output
from studio.errors import (
    CannotWrite,
    EnvironmentUnusable,
    PackageMissing,
    StudioError,
    WrongUse,
    program,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code: 0 done, 1 some sentences failed, 2 wrong use,
    3 model or environment not usable, 130 interrupted."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    output.fill_closed_streams()
    _interrupt_once()
    module, function = options.command
    try:
        code: int = getattr(import_module(f"studio.commands.{module}"), function)(options)
    except KeyboardInterrupt:
        kept = module == "narrate" and not options.no_cache
        output.complain(
            "Interrupted; the sentences that were finished are kept." if kept else "Interrupted."
        )
        return output.INTERRUPTED
    except WrongUse as error:
        output.complain(str(error))
        return output.WRONG_USE
    except (EnvironmentUnusable, CannotWrite) as error:
        output.complain(str(error))
        return output.NOT_USABLE
    except ImportError as error:
        output.complain(str(PackageMissing(error.name or str(error))))
        return output.NOT_USABLE
    except StudioError as error:
        output.complain(str(error))
        return output.SOME_FAILED
    return code


def _interrupt_once() -> None:
    """Being told to end is being interrupted: nothing half-written stays behind. What is told
    again while that is seen to changes nothing. A signal that the caller has ignored stays so."""
    numbers = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]
    heeded = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]

    def interrupt(*_: object) -> None:
        for number in heeded:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in heeded:
        signal.signal(number, interrupt)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program(), description="Narrate scripts with subtitles, on this computer."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _narrate(commands.add_parser("narrate", help="a script into sound and captions"))
    _group(commands.add_parser("group", help="other captions for a narration, nothing rendered"))
    _check(commands.add_parser("check", help="how each word will be read, before rendering"))
    _plain(commands.add_parser("voices", help="the voices"), "about", "run_voices")
    _relay(commands.add_parser("relay", help="servers that speak instead of this computer"))
    _plain(commands.add_parser("doctor", help="what works here"), "about", "run_doctor")
    _model(commands.add_parser("model", help="the speech model in use"))
    _bench(commands.add_parser("bench", help="speed against the stock pipeline"))
    return parser


def _plain(parser: argparse.ArgumentParser, module: str, function: str) -> None:
    parser.add_argument("--json", action="store_true", help="print one machine-readable report")
    parser.set_defaults(command=(module, function))


def _script(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", metavar="INPUT", help="a text or Markdown file, or - for stdin")
    parser.add_argument("--voice", help="a voice, or a blend such as af_heart:60,af_bella:40")
    parser.add_argument("--speed", metavar="X", help="0.5 to 2.0")
    parser.add_argument("--language", help="auto, en-us, en-gb, es, fr, hi, it, pt-br, ja or zh")
    parser.add_argument(
        "--lexicon", metavar="FILE.json", help='how to say words: {"IEEE": "I triple E"}'
    )
    for name in ("sentence", "paragraph"):
        parser.add_argument(
            f"--{name}-gap", type=float, metavar="S", help=f"seconds added after a {name}"
        )


def _captions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--group", metavar="HOW", help="words:N, phrases:M or lines")
    parser.add_argument("--profile", help="narration, shorts or broadcast")


def _files(parser: argparse.ArgumentParser, formats: str) -> None:
    parser.add_argument(
        "-o", "--output", metavar="BASE", required=True, help="files are named BASE.wav and so on"
    )
    parser.add_argument("--formats", default=formats, help=f"default {formats}")


def _narrate(parser: argparse.ArgumentParser) -> None:
    _script(parser)
    _files(parser, "wav,srt")
    _captions(parser)
    parser.add_argument("--sample-rate", type=int, help="24000, 44100 or 48000")
    parser.add_argument("--bit-depth", help="16, 24 or float")
    parser.add_argument("--loudness", type=float, metavar="LUFS", help="such as -16")
    parser.add_argument("--no-cache", action="store_true", help="render everything, keep nothing")
    parser.add_argument(
        "--engine", default="local", help="local, relay, or canary:N for N percent of the sentences"
    )
    _server(parser)
    parser.add_argument(
        "--fallback", action="store_true", help="speak here what the relay does not"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quiet", action="store_true", help="print errors only")
    how.add_argument("--json", action="store_true", help="print one machine-readable report")
    parser.set_defaults(command=("narrate", "run"))


def _server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--server", metavar="NAME", help="a preset or one of the settings")


def _relay(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    test = actions.add_parser("test", help="speak two words through it")
    test.add_argument("--voice", help="the voice that speaks them")
    listing = actions.add_parser("voices", help="its voices and those here")
    key = actions.add_parser("key", help="keep its key, typed or piped in, in the system keyring")
    key.add_argument("--forget", action="store_true", help="take it out of there again")
    key.add_argument("given", nargs="*", help=argparse.SUPPRESS)  # to be refused without an echo
    every = ((test, "run_test"), (listing, "run_voices"), (key, "run_key"))
    for action, function in every:
        _server(action)
        _plain(action, "relay", function)
    comparing = actions.add_parser("bench", help="speed and cost of it and of this computer")
    comparing.add_argument("--rounds", type=int, default=20, help="how often each has its turn")
    _server(comparing)
    _plain(comparing, "relay_bench", "run")
    _relay_report(actions.add_parser("report", help="what the engines took, cost and failed at"))


def _relay_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--since", type=float, metavar="HOURS", help="only the last so many hours")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one machine-readable report")
    how.add_argument("--csv", metavar="FILE", help="write it as a table, or print it with -")
    parser.set_defaults(command=("relay_report", "run"))


def _group(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORDS.json", help="written by narrate --formats words")
    _files(parser, "srt")
    _captions(parser)
    _plain(parser, "group", "run")


def _check(parser: argparse.ArgumentParser) -> None:
    _script(parser)
    _captions(parser)
    _plain(parser, "check", "run")


def _model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", default="status", choices=("status", "download", "use")
    )
    parser.add_argument("folder", nargs="?", metavar="DIR", help="with use: holds kokoro-v1_0.pth")
    _plain(parser, "about", "run_model")


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, help="turns of each engine at a shorter text: 3")
    parser.add_argument("--texts", help="sentence, paragraph, chapter; with commas; all")
    parser.add_argument(
        "--minutes", type=float, help="how long the chapter is, in about a minute a turn: 10"
    )
    parser.add_argument("--kinds", help="ways to run ours: torch, half, onnx; all that work")
    parser.add_argument("--threads", help="numbers, with commas; 1 and all")
    parser.add_argument(
        "--quick", action="store_true", help="1 round, the fastest way, all threads, 1 minute"
    )
    parser.add_argument("--chart", metavar="FILE.svg", help="write a picture of the result")
    _plain(parser, "bench", "run")


if __name__ == "__main__":
    sys.exit(main())
