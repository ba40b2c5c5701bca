"""What the script editor is made of.

``mirror`` keeps the editor's text in step with the script, ``rows`` says where sentences stand in
it; neither knows a widget. ``page`` lays the text out, ``script_text`` is the widget that it is
written in, ``scene`` what of it is visible, ``drawing`` paints what is not text, ``highlights``
colours what is. ``writing`` carries keys to the session and its changes back. ``menus``,
``hints``, ``find_bar`` and ``voice_names`` are what their names say.
"""
