"""Figures, advice and estimates, from entries of the journal."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.relay import estimate, promotion
from studio.relay.estimate import Estimate, Monthly
from studio.relay.journal import Compared, Entry, Preferred, Spoke
from studio.relay.meter import figures, p95, times
from studio.relay.policy import LOCAL, RELAY, Policy
from studio.relay.promotion import Reason, advice
from studio.spoken import readings

GOOD = Spoke(1_000.0, "relay:Desk", 50, 48_000, 0.1, 0.4, cost=0.000015)
BAD = replace(GOOD, samples=0, first=None, whole=30.0, error="server", cost=0.0)
HERE = Spoke(1_000.0, "kokoro", 50, 48_000, 0.3, 1.0)
ALIKE = Compared(1_000.0, "Desk", "ab", 2.0, 2.0, -20.0, -20.0, 0.5, 0.01, 0.03, False, True)


@pytest.mark.parametrize(
    ("values", "right", "few"),
    [
        (list(range(1, 21)), 19, False),
        ([7], 7, True),
        ([], None, True),
        ([1, 2, 3, 4, 100], 100, True),
        (list(range(100, 0, -1)), 95, False),
        (list(range(1, 20)), 19, True),
    ],
)
def test_the_95th_percentile(values: list[float], right: float | None, few: bool) -> None:
    measured = times(values)
    assert (measured.p95, measured.few, measured.count) == (right, few, len(values))


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_the_95th_percentile_was_measured_and_is_not_below_the_median(
    values: list[float],
) -> None:
    found = p95(values)
    assert found in values
    assert found is not None
    assert found >= statistics.median_low(values)
    assert sum(value <= found for value in values) >= 0.95 * len(values) - 1e-9


def test_the_figures_of_each_engine() -> None:
    entries: list[Entry] = [
        replace(GOOD, first=0.1, whole=0.4),
        ALIKE,
        replace(GOOD, first=0.3, whole=0.6),
        BAD,
        replace(BAD, error="busy"),
        replace(BAD, error="stopped", first=0.2, cost=0.000015),
        HERE,
    ]
    found = figures(entries)
    assert list(found) == ["kokoro", "relay:Desk"]
    desk = found["relay:Desk"]
    assert (desk.requests, desk.stopped, desk.failed) == (4, 1, 2)
    assert desk.errors == {"busy": 1, "server": 1}
    assert (desk.share("server"), desk.share("key"), desk.share()) == (0.25, 0.0, 0.5)
    assert (desk.first.count, desk.first.mean, desk.first.p95) == (2, pytest.approx(0.2), 0.3)
    assert (desk.whole.mean, desk.whole.p95) == (pytest.approx(0.5), 0.6)
    assert desk.real_time_factor == pytest.approx(0.25)  # 1 s for 4 s of speech
    assert desk.characters == 150
    assert desk.cost == pytest.approx(0.000045)
    assert desk.cost_per_million == pytest.approx(0.3)
    here = found["kokoro"]
    assert (here.requests, here.errors, here.cost_per_million) == (1, {}, 0.0)
    assert here.real_time_factor == pytest.approx(0.5)


def test_figures_of_the_last_hour_and_of_nothing() -> None:
    entries = [replace(GOOD, when=100.0), replace(GOOD, when=200.0), replace(BAD, when=300.0)]
    assert figures(entries, since=200.0)["relay:Desk"].requests == 2
    assert figures(entries, since=301.0) == {}
    failed = figures(entries, since=250.0)["relay:Desk"]
    assert (failed.requests, failed.share()) == (1, 1.0)
    assert (failed.first.mean, failed.first.p95, failed.first.count) == (None, None, 0)
    assert (failed.real_time_factor, failed.cost_per_million) == (None, None)
    stopped = figures([replace(BAD, error="stopped")])["relay:Desk"]
    assert (stopped.requests, stopped.stopped, stopped.share()) == (0, 1, None)


def test_what_is_yet_to_come_by_a_wrong_clock_was_not_in_the_last_hour() -> None:
    entries = [replace(GOOD, when=when) for when in (99.0, 100.0, 200.0, 200.1, 9e9)]
    assert figures(entries, since=100.0, until=200.0)["relay:Desk"].requests == 2
    assert figures(entries)["relay:Desk"].requests == 5


SPOKEN = st.builds(
    Spoke,
    st.floats(0, 1e9),
    st.sampled_from(["kokoro", "relay:Desk"]),
    st.integers(0, 4_000),
    st.integers(0, 1_000_000),
    st.none() | st.floats(0, 100),
    st.floats(0, 100),
    st.sampled_from(["", "", "server", "stopped", "answer"]),
    st.floats(0, 1),
)


@given(st.lists(SPOKEN, max_size=60), st.floats(0, 1e9))
def test_any_figures_add_up(entries: list[Spoke], since: float) -> None:
    found = figures(entries, since).values()
    counted = sum(each.requests + each.stopped for each in found)
    assert counted == sum(entry.when >= since for entry in entries)
    for each in found:
        assert 0 <= (each.share() or 0) <= 1
        assert each.failed + each.whole.count == each.requests
        assert "stopped" not in each.errors
    advice(LOCAL, entries, "Desk")
    estimate.monthly(50_000_000, entries, 0.3)


# ── promotion ───────────────────────────────────────────────────────────────────────────────────


def measured(good: int = 20, alike: int = 20, more: Sequence[Entry] = ()) -> list[Entry]:
    return [*[GOOD] * good, *[ALIKE] * alike, *more]


def against(entries: Sequence[Entry], policy: Policy = LOCAL) -> list[str]:
    found = advice(policy, entries, "Desk")
    kinds = [reason.kind for reason in found.reasons if not reason.ok]
    assert found.is_allowed == (kinds == [] and found.next_percent is not None)
    return kinds


@pytest.mark.parametrize(
    ("percent", "following"), [(0, 5), (2, 5), (5, 50), (20, 50), (50, 100), (100, None)]
)
def test_steps(percent: float, following: float | None) -> None:
    found = advice(Policy(percent), measured(), "Desk")
    assert found.next_percent == following
    assert found.is_allowed == (following is not None)


def test_all_that_speaks_for_it() -> None:
    assert advice(LOCAL, measured(), "Desk").reasons == (
        Reason("samples", 20, 20, True),
        Reason("latency", 0.1, 0.2, True),
        Reason("server_errors", 0.0, 0.01, True),
        Reason("errors", 0.0, 0.05, True),
        Reason("comparisons", 20, 20, True),
        Reason("matches", 1.0, 0.95, True),
        Reason("starts", 0.01, 0.03, True),
    )


def test_nothing_is_a_reason_against() -> None:
    nothing = ["samples", "latency", "server_errors", "errors", "comparisons", "matches", "starts"]
    assert against([]) == nothing
    assert against([], RELAY) == nothing
    assert against([HERE] * 30) == nothing
    assert advice(LOCAL, measured(), "Elsewhere").is_allowed is False


SLOW = replace(GOOD, first=0.21)
LONG = replace(GOOD, characters=61, first=3.0)
UNLIKE = replace(ALIKE, matches=False)
WITHOUT_WORDS = replace(ALIKE, starts=None)


@pytest.mark.parametrize(
    ("entries", "kinds"),
    [
        (measured(good=19), ["samples"]),
        (measured(alike=19), ["comparisons"]),
        (measured(19, more=[SLOW]), []),  # 1 of 20 may be slow
        (measured(18, more=[SLOW] * 2), ["latency"]),
        (measured(18, more=[SLOW] * 2 + [GOOD] * 20), []),
        (measured(19, more=[LONG] * 50), ["samples"]),
        (measured(20, more=[LONG] * 50), []),  # long texts have no budget
        (measured(99, more=[BAD]), []),
        (measured(98, more=[BAD] * 2), ["server_errors"]),
        (measured(95, more=[replace(BAD, error="timeout")] * 5), []),
        (measured(94, more=[replace(BAD, error="timeout")] * 6), ["errors"]),
        (measured(20, more=[replace(BAD, error="stopped")] * 90), []),
        (measured(20, 38, [UNLIKE] * 2), []),
        (measured(20, 37, [UNLIKE] * 3), ["matches"]),
        (measured(20, 20, [replace(ALIKE, starts=0.2)] * 19), []),
        (measured(20, 20, [replace(ALIKE, starts=0.2)] * 21), ["starts"]),
        (measured(20, 0, [WITHOUT_WORDS] * 20), ["starts"]),
    ],
)
def test_what_speaks_against_it(entries: list[Entry], kinds: list[str]) -> None:
    assert against(entries) == kinds


def test_what_was_heard_blind() -> None:
    local, relay, none = (Preferred(1.0, "Desk", "ab", it) for it in ("local", "relay", "none"))
    assert against(measured(more=[local] * 4)) == []  # too few to say anything
    assert against(measured(more=[local] * 5)) == ["liked"]
    assert against(measured(more=[local] * 3 + [relay, none, none])) == []
    assert against(measured(more=[local] * 5 + [replace(relay, server="Other")] * 9)) == ["liked"]


def test_a_budget_of_ones_own() -> None:
    assert advice(LOCAL, measured(), "Desk", budget=0.05).is_allowed is False


def test_reasons_in_words() -> None:
    assert [str(reason) for reason in advice(LOCAL, measured(19), "Desk").reasons] == [
        "short texts (up to 60 characters) spoken: 19 (at least 20)",
        "first sound of short texts, 95th percentile: 100 ms (at most 200 ms)",
        "errors of the server: 0 % (at most 1 %)",
        "errors of any kind: 0 % (at most 5 %)",
        "sentences that both engines spoke: 20 (at least 20)",
        "of them sound alike: 100 % (at least 95 %)",
        "their words start apart, median: 10 ms (at most 30 ms)",
    ]
    assert (
        str(Reason("latency", None, 0.2, False))
        == "first sound of short texts, 95th percentile: nothing measured (at most 200 ms)"
    )


def test_every_limit_is_told() -> None:
    assert promotion.STEPS == (5, 50, 100)
    assert str(Reason("liked", 0.4, 0.5, False)) == (
        "heard blind and not worse than the local voice: 40 % (at least 50 %)"
    )


# ── estimates ───────────────────────────────────────────────────────────────────────────────────


def test_what_speaking_will_take_and_cost() -> None:
    # 0.02 s a character; loading the model and what failed say nothing
    entries = [replace(HERE, whole=20.0), HERE, HERE, GOOD, replace(HERE, error="other", whole=9)]
    assert estimate.estimate(10_000, entries, 0.3) == Estimate(
        10_000, pytest.approx(200.0), pytest.approx(0.003)
    )
    assert estimate.estimate(10_000, [GOOD], 0.3).seconds is None
    assert estimate.estimate(0, entries, 0.3) == Estimate(0, 0.0, 0.0)


def test_only_the_newest_sentences_tell_how_fast_this_computer_is() -> None:
    entries = [replace(HERE, whole=50.0)] * 300 + [HERE] * 200
    assert estimate.estimate(50, entries, 0).seconds == pytest.approx(1.0)


def test_what_a_month_would_take_and_cost() -> None:
    assert estimate.monthly(50_000_000, [HERE], 0.3) == Monthly(
        50_000_000, pytest.approx(277.777778), pytest.approx(15.0)
    )
    assert estimate.monthly(50_000_000, [], 0.3).hours is None


def test_characters_are_those_that_are_spoken() -> None:
    both = [readings(text, "en-us") for text in ("It cost $20, he said.", "Good morning.")]
    assert estimate.characters(both) == 45
