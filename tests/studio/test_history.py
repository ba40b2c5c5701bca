from __future__ import annotations

import tracemalloc

from studio import edits
from studio.document import Document
from studio.history import History
from tests.narrations import harbor


def titled(title: str) -> Document:
    return edits.set_title(harbor(), title)


# --- undo and redo


def test_undo_and_redo_go_through_the_same_documents() -> None:
    documents = [harbor(), titled("A"), titled("B"), titled("C")]
    history = History(documents[0])
    for document, label in zip(documents[1:], "ABC", strict=True):
        assert history.apply(document, f"Title {label}")
    labels = []
    for document in reversed(documents[:-1]):
        labels.append(history.undo_label)
        assert history.undo() is document is history.document
    assert labels == ["Title C", "Title B", "Title A"]
    assert history.undo_label is None
    for document in documents[1:]:
        labels.append(history.redo_label)
        assert history.redo() is document is history.document
    assert labels[3:] == ["Title A", "Title B", "Title C"]
    assert history.redo_label is None


def test_with_nothing_to_undo_or_redo() -> None:
    document = harbor()
    history = History(document)
    assert history.undo() is document
    assert history.redo() is document
    assert (history.undo_label, history.redo_label) == (None, None)


def test_a_change_after_undo_forgets_what_was_undone() -> None:
    history = History(harbor())
    history.apply(titled("A"), "A")
    history.undo()
    history.apply(titled("B"), "B")
    assert history.redo_label is None
    assert history.undo() == harbor()


def test_no_change_is_no_step() -> None:
    history = History(harbor())
    history.apply(titled("A"), "A")
    history.undo()
    assert not history.apply(harbor(), "nothing")
    assert (history.undo_label, history.redo_label) == (None, "A")


# --- gestures


def test_a_drag_is_one_step() -> None:
    before = harbor()
    history = History(before)
    drag = history.new_gesture()
    for title in "ABC":
        assert history.base(drag) is before
        assert history.apply(titled(title), f"Drag {title}", drag)
    assert history.document == titled("C")
    assert history.undo_label == "Drag C"
    assert history.undo() is before
    assert history.undo_label is None
    assert history.redo() == titled("C")


def test_two_drags_are_two_steps() -> None:
    history = History(harbor())
    for title in "AB":
        drag = history.new_gesture()
        history.apply(titled(title + "1"), title, drag)
        history.apply(titled(title + "2"), title, drag)
    assert history.undo() == titled("A2")
    assert history.undo() == harbor()


def test_something_else_between_ends_a_gesture() -> None:
    history = History(harbor())
    typing = history.new_gesture()
    history.apply(titled("A"), "typing", typing)
    history.apply(titled("B"), "other")
    assert history.base(typing) == titled("B")
    history.apply(titled("C"), "typing", typing)
    assert history.undo() == titled("B")
    assert history.undo() == titled("A")


def test_undo_and_redo_and_saving_end_a_gesture() -> None:
    history = History(harbor())
    typing = history.new_gesture()
    history.apply(titled("A"), "typing", typing)
    history.undo()
    history.redo()
    history.apply(titled("B"), "typing", typing)
    assert history.undo() == titled("A")
    history.redo()
    history.apply(titled("C"), "typing", typing)
    history.mark_saved()
    history.apply(titled("D"), "typing", typing)
    assert history.undo() == titled("C")
    assert not history.unsaved


def test_a_drag_that_comes_back_is_no_step() -> None:
    history = History(harbor())
    history.apply(titled("A"), "A")
    drag = history.new_gesture()
    history.apply(titled("B"), "drag", drag)
    assert history.apply(titled("A"), "drag", drag)
    assert (history.undo_label, history.document) == ("A", titled("A"))
    history.apply(titled("C"), "drag", drag)
    history.apply(titled("D"), "drag", drag)
    assert history.undo() == titled("A")


def test_a_word_typed_and_deleted_leaves_everything_as_it_was() -> None:
    before = edits.lock(harbor(), {"s1": "k"})
    history = History(before)
    typing = history.new_gesture()
    for source in ("Xhe harbor", "he harbor", "The harbor"):
        document = edits.retype(history.base(typing), before.source.replace("The harbor", source))
        history.apply(document, "typing", typing)
    assert history.document is before
    assert history.undo_label is None


# --- saved


def test_unsaved_means_that_this_is_not_the_saved_document() -> None:
    history = History(harbor())
    assert not history.unsaved
    history.apply(titled("A"), "A")
    assert history.unsaved
    history.mark_saved()
    assert not history.unsaved
    history.undo()
    assert history.unsaved
    history.redo()
    assert not history.unsaved
    history.undo()
    history.apply(titled("B"), "B")
    assert history.unsaved
    history.apply(titled("A"), "A again")
    assert not history.unsaved


def test_what_was_saved_may_not_be_the_latest() -> None:
    history = History(harbor())
    history.apply(titled("A"), "A")
    history.mark_saved(harbor())
    assert history.unsaved
    history.undo()
    assert not history.unsaved


def test_a_recovered_document_is_not_saved() -> None:
    history = History(harbor(), saved=False)
    assert history.unsaved
    history.mark_saved()
    assert not history.unsaved


# --- memory


def test_steps_are_limited_by_number() -> None:
    history = History(titled("0"), limit_steps=3)
    for i in range(1, 10):
        history.apply(titled(str(i)), str(i))
    undone = []
    while history.undo_label:
        undone.append(history.undo().title)
    assert undone == ["8", "7", "6"]


def test_the_last_step_can_always_be_undone() -> None:
    history = History(harbor(), limit_bytes=1)
    history.apply(titled("A"), "A")
    history.apply(titled("B"), "B")
    assert history.undo() == titled("A")
    assert history.undo_label is None


def test_memory_is_bounded() -> None:
    lines = [f"This is sentence number {i} of a long script." for i in range(2_000)]
    document = edits.begin("\n\n".join(lines))
    history = History(document, limit_bytes=2_000_000)
    tracemalloc.start()
    for i in range(60):  # each step holds a script of 90 kB of its own
        history.apply(edits.retype(history.document, f"{i} " + document.source), str(i))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 6_000_000
    steps = 0
    while history.undo_label:
        history.undo()
        steps += 1
    assert 5 < steps < 30
