"""The certificate of the modern control: the set-probes that justify its choice and its stop.

It is not a proof: a set-probe is a selective search to a limited depth, and its value is taken as a
bound. A check can confirm that the choice, the bound on all others, the lead and the final table
follow from these probes, and that the chances are the parts of the stated doubt.
"""

from __future__ import annotations

from provebest.certificate.certificate import Certificate, NoCertificateError, Record, number
from provebest.certificate.recording import Recorder
from provebest.search.events import SetProbed
from provebest.search.probability.result import ProbabilityResult

VERSION = 3
"""Version 1 had no doubt and no questions with a bound, version 2 no nodes: a probe that was cut
off can be made again by its number of nodes."""


def certify_sets(
    recorder: Recorder,
    result: ProbabilityResult[str],
    *,
    world: Record,
    prober: Record,
    sets: Record,
    scale: float,
) -> Certificate:
    """Returns a certificate of this result, made from the recorded probes.

    ``scale`` turns values into points: see ``Law.points``.

    Raises:
        NoCertificateError: if the search ended before its first probe of a set.
    """
    probes, move = recorder.probes, result.move
    choice = _choice(probes)
    if choice is None or result.doubt is None:
        raise NoCertificateError(
            f"no set of moves was searched, so there is nothing to certify: {result.reason}"
        )
    everything = {belief.move for belief in recorder.first_look} & {m.move for m in result.moves}
    others = _others(probes, everything - {move})
    value = probes[choice].found.value
    at_most = None if others is None else probes[others].found.value
    claim: Record = {
        "move": move,
        "value": number(value),
        "choice": choice,
        "others": others,
        "others_at_most": None if at_most is None else number(at_most),
        "lead": None if at_most is None else number(value - at_most),
        "proved": False,
        "stopped": result.stopped.value,
        "reason": result.reason,
        "doubt": number(result.doubt),
        "scale": number(scale),
    }
    looks: list[Record] = [
        {"look": "first", "move": b.move, "real": number(b.real),
         "hope": None if b.hope is None else number(b.hope), "source": 0}
        for b in recorder.first_look
        if b.move in everything
    ]  # fmt: skip
    table: list[Record] = [
        {"look": "last", "move": m.move, "real": number(m.real),
         "hope": None if m.hope is None else number(m.hope), "chance": m.chance}
        for m in result.moves
    ]  # fmt: skip
    nodes = [*(_probe(one) for one in probes), *looks, *table]
    return Certificate("sets", world, claim, [prober, sets], nodes, VERSION)


def _choice(probes: list[SetProbed[str]]) -> int | None:
    """The probe that made the choice; None if no search of all moves came to anything.

    A rival that reached its bound is the choice until SELECT is deeper or finds as much.
    """
    choice: int | None = None
    rival: int | None = None
    upset = _upset(probes)
    for place, one in enumerate(probes):
        if place in upset:
            choice = rival = place
        elif one.purpose == "SELECT" and one.found.depth > 0:
            deeper = None if rival is None else probes[rival].found
            stands = (
                deeper is not None and deeper.depth >= one.depth and deeper.value > one.found.value
            )
            choice = rival if stands else place
    return choice


def _upset(probes: list[SetProbed[str]]) -> set[int]:
    """The searches of the rivals in which one reached its bound, no less deep than SELECT."""
    found, selected = set(), 0
    for place, one in enumerate(probes):
        if one.purpose == "SELECT":
            selected = one.found.depth or selected
        elif (
            one.purpose == "rivals"
            and one.bound is not None
            and one.found.value >= one.bound
            and one.found.depth >= selected
        ):
            found.add(place)
    return found


def _others(probes: list[SetProbed[str]], rest: set[str]) -> int | None:
    """The last finished search of the rivals, if it was of these moves and none reached its bound.

    An earlier one says nothing: a later search has shown more of the same moves.
    """
    upset = _upset(probes)
    about = [
        place
        for place, one in enumerate(probes)
        if place in upset or (one.purpose == "rivals" and one.found.finished)
    ]
    if not about or about[-1] in upset or set(probes[about[-1]].moves) != rest:
        return None
    return about[-1]


def _probe(one: SetProbed[str]) -> Record:
    found = one.found
    return {
        "look": one.purpose,
        "moves": list(one.moves),
        "depth": one.depth,
        "bound": None if one.bound is None else number(one.bound),
        "finished": found.finished,
        "reached": found.depth,
        "best": found.best,
        "value": number(found.value),
        "line": list(found.line),
        "at_most": [[move, number(bound)] for move, bound in found.at_most.items()],
        "nodes": one.nodes,
        "source": 1,
    }
