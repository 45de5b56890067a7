"""Probability-based B*: SELECT, VERIFY, and when to stop.

The paper is Berliner and McConnell, "B* Probability Based Search" (Carnegie Mellon University,
1995); its rules are listed in ``docs/papers/berliner1995.md``. The Player is the side to move at
the root, and all values in the tree speak for him; in SELECT he is the Forcer, in VERIFY the
Opponent is. Read the files in this order:

- ``beliefs.py``: what a game must answer. ``game_beliefs.py``: answers for any game with a value.
- ``node.py``, ``backup.py``: the three values and the probability of a node, and their rules.
- ``settings.py``, ``phases.py``, ``select.py``, ``verify.py``, ``descent.py``, ``control.py``: the
  control procedure.
- ``graph.py``, ``cycles.py``, ``values.py``, ``graph_builder.py``: shared positions, repetitions,
  keeping every value right, and adding moves.
- ``sure_bounds.py``: what is proved. ``result.py``, ``support.py``: the answer and its reasons.
- ``wording.py``: the sentences about its end. ``saving.py``, ``loading.py``: a search as a file.

What both controls share is one folder up: ``move_search.py`` and ``events.py``.
"""
