"""Speech from a server with the shape of OpenAI's, instead of from this computer.

``servers`` says which there are, ``keys`` what opens them, and ``vault`` is the system's keyring;
``pacing`` keeps to their limits and ``deadline`` to ours; ``client`` asks and asks again, and
``echo`` tells whether what they say repeats what they were sent; ``sound`` turns what they answer
into samples and ``words`` puts the words in it, where ``aligning`` hears them; ``speaking`` makes
an engine of all that, and ``policy`` says which sentence goes which way.
``probing`` finds out what a server offers, ``comparing`` whether it speaks as this computer does.

``journal`` keeps what happened, and ``metered`` watches an engine for it with a ``stopwatch``;
``meter`` makes figures of it, ``promotion`` advice and ``report`` a table; ``estimate`` says
beforehand what speaking will take. Nothing here opens a socket before `client.Client` is asked for
something.
"""
