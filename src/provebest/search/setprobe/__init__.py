"""The modern control: deep searches of sets of root moves, and one law that says when to stop.

Not a paper, but a step from Berliner and McConnell (1995): their SELECT, their VERIFY and a stop
with a reason, over deep alpha-beta searches of sets of root moves instead of a tree of small
probes. The rules are listed in ``docs/papers/setprobe.md``. Read the files in this order:

- ``set_prober.py``: the questions it asks. ``game_sets.py``: answers for any game with a value.
- ``law.py``: how likely it is that a longer search would find something better.
- ``settings.py``, ``budget.py``: its numbers, and what it may spend.
- ``candidates.py``: what is known of each root move.
- ``question.py``, ``choosing.py``: the procedure.
- ``search.py``: the search object that runs the procedure one probe at a time.
- ``wording.py``: the sentences about its end. ``replay.py``: going on with a recorded search.
- ``deepening.py``: plain deepening over set-probes, for comparisons.

It never says "proved": its values are estimates, and so are the chances that it stops by.
"""
