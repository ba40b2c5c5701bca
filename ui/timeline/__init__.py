"""The timeline: ruler, sound, words, captions and playhead of the whole narration.

One widget paints what can be seen and nothing else, so an hour costs as little as a minute.

    content.py     the narration as sorted arrays: what is visible, what is under the mouse
    axis.py        samples to pixels and back; what the ruler says
    canvas.py      the widget: scrolling, mouse, keys; it holds the others together
    painting.py    how lanes look; waveform.py makes the picture of the sound, sound.py finds
                   the peaks that it is made of, in a thread
    dragging.py    what a pressed mouse does; preview.py what it would come to; snapping.py where
                   it catches
    commands.py    what can be done with a word, its key and when it is possible
    editor.py      the field in which a word is renamed or split
    accessible.py  the words for those who do not see them; wording.py what is said of them
    view.py        the canvas with its scroll bar and zoom
"""
