"""The timeline: ruler, sound, words, captions and playhead of the whole narration.

One widget paints what can be seen and nothing else, so an hour costs as little as a minute.

    content.py     the narration as sorted arrays: what is visible, what is under the mouse
    axis.py        samples to pixels and back; what the ruler says
    canvas.py      the widget: scrolling, mouse, keys; it holds the others together
    selection.py   the word that has the focus, and what is selected
    painting.py    how lanes look; lettering.py the texts, waveform.py the sound; sound.py finds
                   the peaks that it is drawn from, in a thread
    mouse.py       what is pressed, clicked and dragged; nudging.py the same for keys
    dragging.py    what a drag does; preview.py what it would come to; snapping.py where it catches
    commands.py    what can be done with a word, its key and when it is possible
    editor.py      the field in which a word is renamed or split
    accessible.py  the words for those who do not see them; wording.py what is said of them
    view.py        the canvas with its scroll bar and zoom
"""
