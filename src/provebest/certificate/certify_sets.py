"""The certificate of the modern control: the set-probes on which its choice and its stop rest.

It is no proof: a set-probe is a selective search to a depth, and its value is taken as a bound.
What can be checked is that the choice and the bound on all others are what these probes said,
whether they are apart and by how much, and the chances of the table.
"""

from __future__ import annotations

from typing import Any

from provebest.certificate.certificate import Certificate, NoCertificateError, Record, number
from provebest.certificate.recording import Recorder
from provebest.search.events import SetProbed
from provebest.search.probability.result import ProbabilityResult


def certify_sets(
    recorder: Recorder,
    result: ProbabilityResult[str],
    *,
    world: Record,
    prober: Record,
    sets: Record,
    a_tempo: float,
) -> Certificate:
    """What the probes that were recorded show of this result.

    Raises:
        NoCertificateError: where the search ended before its first probe of a set.
    """
    probes, move = recorder.probes, result.move
    choice = _last(probes, lambda one: one.found.best == move and one.found.depth > 0)
    if choice is None:
        raise NoCertificateError(
            f"no set of moves was searched, so there is nothing to certify: {result.reason}"
        )
    everything = {belief.move for belief in recorder.first_look} & {m.move for m in result.moves}
    rest = everything - {move}
    others = _last(
        probes,
        lambda one: set(one.moves) == rest and one.found.finished and one.purpose != "SELECT",
    )
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
        "a_tempo": number(a_tempo),
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
    return Certificate("sets", world, claim, [prober, sets], nodes)


def _last(probes: list[SetProbed[str]], wanted: Any) -> int | None:
    places = [place for place, one in enumerate(probes) if wanted(one)]
    return places[-1] if places else None


def _probe(one: SetProbed[str]) -> Record:
    found = one.found
    return {
        "look": one.purpose,
        "moves": list(one.moves),
        "depth": one.depth,
        "finished": found.finished,
        "reached": found.depth,
        "best": found.best,
        "value": number(found.value),
        "line": list(found.line),
        "at_most": [[move, number(bound)] for move, bound in found.at_most.items()],
        "source": 1,
    }
