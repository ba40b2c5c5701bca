"""What the script editor is made of.

``mirror`` keeps the editor's text in step with the script, ``rows`` says where sentences stand in
it; neither knows a widget. ``page`` lays the text out, ``script_text`` is the widget that it is
written in, ``scene`` what of it is visible, ``drawing`` paints what is not text, ``highlights``
colours what is. ``writing`` carries keys to the session and its changes back, ``heard`` follows
what is played, ``readings`` finds what cannot be spoken, ``commands`` does what keys and menus ask
for, ``pointing`` what the pointer does, with the menus of ``offering`` and ``menus``.
"""
