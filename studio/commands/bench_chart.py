"""The benchmark's result as a picture: three groups of bars, as SVG, readable on light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from studio.commands.bench_report import PEER_INT8, Run, medians

WIDTH, MARGIN, NAMES, BAR, GAP, NUMBERS = 720, 24, 130, 20, 8, 64
_TITLE, _BETWEEN = 30, 22
_STYLE = """
  .card { fill: #ffffff; stroke: #d0d7de; }
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .note { fill: #59636e; font-size: 12px; }
  .ours { fill: #0f766e; }
  .other { fill: #8b949e; }
  @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #30363d; }
    text { fill: #e6edf3; }
    .note { fill: #9198a1; }
    .ours { fill: #2dd4bf; }
    .other { fill: #6e7681; }
  }
"""
_OURS = {"torch": "ours, torch", "half": "ours, 16-bit", "onnx": "ours, ONNX"}
_NAMES = {**_OURS, PEER_INT8: "kokoro-onnx, int8"}

Values = list[tuple[str, float]]


def chart(runs: Sequence[Run], note: str) -> str:
    """Bars for the largest number of threads; shorter is better. ``note``: where it was run."""
    rows = medians(runs)
    most = max(row.threads for row in rows)
    rows = [row for row in rows if row.threads == most]
    longest = max(rows, key=lambda row: row.audio_s).text
    early = "paragraph" if any(row.text == "paragraph" for row in rows) else longest
    groups = [
        (f"Seconds of work for a second of speech ({longest})", _values(rows, longest, "rtf")),
        (f"Seconds until the first sound ({early})", _values(rows, early, "first_sound_s")),
        (f"Memory in MiB ({longest})", _values(rows, longest, "peak_mib")),
    ]
    y, body = MARGIN, list[str]()
    for title, values in groups:
        if values:
            body += _group(title, values, y)
            y += _TITLE + len(values) * (BAR + GAP) + _BETWEEN
    body.append(_text(MARGIN, y, f"Shorter is better. {most} threads. {note}", "note"))
    height = y + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>Speed and memory of the engines</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="card" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="8"/>',
            *body,
            "</svg>\n",
        ]
    )


def _values(rows: Sequence[Run], text: str, what: str) -> Values:
    found = [(row.engine, getattr(row, what)) for row in rows if row.text == text]
    return [(engine, value) for engine, value in found if value]


def _group(title: str, values: Values, y: int) -> Iterator[str]:
    yield _text(MARGIN, y + 14, title, "title")
    room = WIDTH - 2 * MARGIN - NAMES - NUMBERS
    largest = max(value for _, value in values)
    for index, (engine, value) in enumerate(values):
        top = y + _TITLE + index * (BAR + GAP)
        shown = f"{value:.2f}" if largest < 100 else f"{value:.0f}"
        width = max(1, round(room * value / largest))
        kind = "ours" if engine in _OURS else "other"
        x = MARGIN + NAMES
        yield _text(MARGIN, top + 15, _NAMES.get(engine, engine))
        yield f'<rect class="{kind}" x="{x}" y="{top}" width="{width}" height="{BAR}" rx="3"/>'
        yield _text(x + width + 8, top + 15, shown)


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text{attribute} x="{x}" y="{y}">{escape(text)}</text>'
