"""The modern control: deep searches of sets of root moves, hope to look again, and a stop.

Not a paper, but a step from Berliner and McConnell (1995): their reasons to look again and to stop,
over deep alpha-beta searches of sets of root moves instead of a tree of small probes. The rules are
listed in ``docs/papers/setprobe.md``. Read the files in this order:

- ``set_prober.py``: the one question it asks. ``game_sets.py``: answers for any game with a value.
- ``settings.py``, ``budget.py``: its numbers, and what it may spend.
- ``candidates.py``: what is known of each root move.
- ``question.py``, ``choosing.py``, ``settling.py``: the procedure, and one reason to stop.
- ``search.py``: the search object that runs the procedure one probe at a time.
- ``wording.py``: the sentences about its end. ``replay.py``: going on with a recorded search.
- ``deepening.py``: plain deepening over set-probes, for comparisons.

It never says "proved": its values are estimates, and so are the chances that it stops by.
"""
