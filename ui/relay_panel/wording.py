"""Numbers, engines and reasons in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from studio.relay.meter import Times, is_local
from studio.relay.promotion import Reason

translate = QCoreApplication.translate

NONE = "–"


def engine_name(engine: str) -> str:
    """``engine``: as takes and the journal name it."""
    return translate("RelayPanel", "This computer") if is_local(engine) else engine[6:]


def error_name(kind: str) -> str:
    """``kind``: one of `studio.relay.journal.ERRORS`."""
    return {
        "key": translate("RelayPanel", "key refused"),
        "busy": translate("RelayPanel", "busy"),
        "unreachable": translate("RelayPanel", "not reached"),
        "timeout": translate("RelayPanel", "too slow"),
        "server": translate("RelayPanel", "server failed"),
        "voice": translate("RelayPanel", "voice unknown"),
        "answer": translate("RelayPanel", "no sound in the answer"),
        "stopped": translate("RelayPanel", "stopped"),
    }.get(kind, translate("RelayPanel", "other"))


def count(number: float) -> str:
    return f"{number:,.0f}"


def percent(share: float) -> str:
    return translate("RelayPanel", "{0} %").format(f"{share * 100:.1f}".removesuffix(".0"))


def seconds(time: float) -> str:
    """Of waiting."""
    if time < 0.9995:
        return translate("RelayPanel", "{0} ms").format(f"{time * 1_000:.0f}")
    return translate("RelayPanel", "{0} s").format(f"{time:.2f}" if time < 10 else f"{time:,.0f}")


def work(time: float) -> str:
    """Of work, in the unit that it will be waited for in."""
    if time < 60:
        return translate("RelayPanel", "{0} s").format(f"{max(time, 1):.0f}")
    if time < 3_600:
        return translate("RelayPanel", "{0} min").format(f"{time / 60:.0f}")
    return translate("RelayPanel", "{0} h").format(f"{time / 3_600:,.1f}")


def mean(times: Times) -> str:
    return NONE if times.mean is None else seconds(times.mean)


def p95(times: Times) -> str:
    """With how few it is of, where they are too few to have one."""
    if times.p95 is None:
        return NONE
    time = seconds(times.p95)
    return f"{time} (n={times.count})" if times.few else time


def reason_sentence(reason: Reason) -> str:
    """What was measured, and what is asked for."""
    text = {
        "samples": translate("RelayPanel", "{0} short texts spoken; {1} are needed"),
        "latency": translate("RelayPanel", "First sound within {0} for 95 of 100; {1} at most"),
        "server_errors": translate("RelayPanel", "{0} failed by the server; {1} at most"),
        "errors": translate("RelayPanel", "{0} failed in any way; {1} at most"),
        "comparisons": translate("RelayPanel", "{0} sentences compared; {1} are needed"),
        "matches": translate("RelayPanel", "{0} of them match; {1} at least"),
        "starts": translate("RelayPanel", "Words begin {0} apart in the median; {1} at most"),
        "liked": translate("RelayPanel", "{0} heard blindly were not worse; {1} at least"),
    }[reason.kind]
    shown: Callable[[float], str] = {
        "samples": count,
        "comparisons": count,
        "latency": seconds,
        "starts": seconds,
    }.get(reason.kind, percent)
    if reason.value is None:
        return _unknown(reason.kind)
    return text.format(shown(reason.value), shown(reason.limit))


def _unknown(kind: str) -> str:
    return {
        "latency": translate("RelayPanel", "How soon it is heard is not known yet"),
        "server_errors": translate("RelayPanel", "How often the server fails is not known yet"),
        "errors": translate("RelayPanel", "How often anything fails is not known yet"),
        "matches": translate("RelayPanel", "Whether it sounds alike is not known yet"),
        "starts": translate("RelayPanel", "How far apart words begin is not known yet"),
    }.get(kind, NONE)
