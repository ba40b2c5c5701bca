"""What of a script is not heard as it is written, in the words of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from studio.commands.output import count
from studio.document import Document, Paragraph
from studio.errors import StudioError
from studio.synthesis import Job
from studio.takes import Unspoken

UNSPEAKABLE, SHORTENED = "unspeakable", "shortened"
_TOLD = {UNSPEAKABLE: "could not be spoken", SHORTENED: "could only be spoken in part"}
_LISTED = 5  # places in a line of text; a report has them all


def words(
    document: Document, jobs: Sequence[Job], gaps: Mapping[str, Sequence[Unspoken]]
) -> list[dict[str, Any]]:
    """A row for each word that the voice leaves out or shortens. ``gaps``: by the key of a job."""
    return [
        {
            "text": " ".join(job.sentence.text[gap.start : gap.end].split()),
            "kind": SHORTENED if gap.shortened else UNSPEAKABLE,
            **_place(document, number, paragraph, job, gap.start, gap.end),
        }
        for number, paragraph, job in _numbered(document, jobs)
        for gap in gaps.get(job.key, ())
    ]


def sentences(
    document: Document, jobs: Sequence[Job], failures: Mapping[str, StudioError]
) -> list[dict[str, Any]]:
    """A row for each sentence that could not be spoken. ``failures``: by the key of a job."""
    return [
        {
            "text": job.sentence.text,
            "reason": str(failures[job.key]),
            **_place(document, number, paragraph, job, 0, len(job.sentence.text)),
        }
        for number, paragraph, job in _numbered(document, jobs)
        if job.key in failures
    ]


def told(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """One line for each kind of what `words` found."""
    for kind, what in _TOLD.items():
        found = [row for row in rows if row["kind"] == kind]
        if found:
            yield f"{count(len(found), 'word')} {what}: {_places(found)}."


def _places(rows: Sequence[dict[str, Any]]) -> str:
    named = [
        f"{_short(row['text'].strip('.,;:!?…'))!r} (line {row['line']})" for row in rows[:_LISTED]
    ]
    more = [f"{len(rows) - _LISTED} more"] if len(rows) > _LISTED else []
    return ", ".join(named + more)


def _numbered(document: Document, jobs: Iterable[Job]) -> Iterator[tuple[int, Paragraph, Job]]:
    paragraphs = (paragraph for paragraph in document.paragraphs for _ in paragraph.sentences)
    for number, (paragraph, job) in enumerate(zip(paragraphs, jobs, strict=True), 1):
        yield number, paragraph, job


def _place(
    document: Document, number: int, paragraph: Paragraph, job: Job, start: int, end: int
) -> dict[str, Any]:
    source = paragraph.span(job.sentence, start, end)
    line = len((document.source[: source[0]] + "|").splitlines())
    return {"sentence": number, "line": line, "source": list(source)}


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
