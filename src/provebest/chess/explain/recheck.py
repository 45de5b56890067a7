"""Asking the prober again what a certificate says it said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.probes.expansion import ProbeSize
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.games.chess import ChessPosition, read_position
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import BadInputError, shorten

PROBED = 0  # the number of the source that is a probe
MOST_MEGABYTES = 4096


@dataclass(slots=True)
class Recheck:
    """What came of it."""

    values: int = 0
    """Numbers that were asked for again."""
    of: int = 0
    """Numbers that could have been asked for."""
    different: list[tuple[str, float | None, float | None]] = field(default_factory=list)
    """Places where the prober now says something else: what is stated, what he says."""

    def compare(self, place: str, stated: float | None, found: float | None) -> None:
        """One number more."""
        self.values += 1
        if stated != found:
            self.different.append((place, stated, found))


def recheck(
    certificate: dict[str, Any],
    sample: int,
    *,
    prober: str = "native",
    cancel: Event | None = None,
) -> Recheck:
    """Asks for a sample of the leaves of a chess certificate, evenly spread over them.

    A certificate may come from anywhere, so no program is run because it names one: another
    ``prober`` than the native one has to be named by the caller.

    Set-probes share a table, so they are asked again from the first on, in their order; those of
    another engine depend on its clock as well, and are not.

    Raises:
        BadInputError: if the certificate is not about chess, or the prober is another one or is not
            there.
    """
    world = certificate["world"]
    if world.get("game") != "chess":
        raise BadInputError(
            "--ask asks a chess prober; this certificate is about something else, and whatever "
            "can be worked out again was worked out"
        )
    position = read_position(world["fen"], world.get("moves", ()), chess960=world["chess960"])
    choice, real, hope = _who(certificate["sources"][PROBED], prober)
    probers = Probers(choice, cancel)
    try:
        expander = probers.expander(position, real, hope)
        beliefs = ChessBeliefs(position.key, expander)
        if certificate["kind"] == "beliefs":
            return _ask_leaves(certificate["nodes"], position, beliefs, sample)
        return _ask_sets(certificate["nodes"], position, beliefs, probers, sample)
    finally:
        probers.close()


def _who(source: dict[str, Any], prober: str) -> tuple[ProberChoice, ProbeSize, ProbeSize]:
    """The prober that was asked, if it is the one that may be asked now."""
    try:
        name, options = str(source["prober"]), source["options"]
        numbers = [source[k] for k in ("depth", "nodes", "hope_depth", "hope_nodes")]
        megabytes, exact = source["table_megabytes"], source["exact"]
        known = all(one is None or type(one) is int for one in numbers) and type(exact) is bool
        if not known or type(megabytes) is not int or not 1 <= megabytes <= MOST_MEGABYTES:
            raise BadInputError("$.sources[0] does not say how the prober was asked")
        real, hope = ProbeSize(*numbers[:2]), ProbeSize(*numbers[2:])
    except (KeyError, TypeError):
        raise BadInputError("$.sources[0] does not say who was asked, and how") from None
    if options:
        raise BadInputError("the prober was asked with options of its own; that is not repeated")
    if name != prober:
        raise BadInputError(
            f"the leaves were probed by {shorten(name)}; to ask it, say: --prober and its name"
        )
    if source.get("shares_table", False):
        raise BadInputError(
            "the engine kept its table from probe to probe, so none can be asked again alone; "
            "provebest analyse --certificate asks in a way that can be repeated"
        )
    return ProberChoice(name, exact=exact, table_megabytes=megabytes, pure=True), real, hope


def _ask_leaves(
    nodes: Sequence[dict[str, Any]], position: ChessPosition, beliefs: ChessBeliefs, sample: int
) -> Recheck:
    asked = Recheck()
    leaves = [node for node in nodes if node.get("source") == PROBED]
    asked.of = sum(1 + (node["bound_source"] == PROBED) for node in leaves)
    for node in _spread(leaves, sample):
        *before, move = node["way"]
        belief = _expanded(beliefs, position, before)[move]
        sign = 1 if node["moved"] == "player" else -1
        place = f"$.nodes[{node['id']}]"
        asked.compare(f"{place}.real", node["real"], sign * belief.real)
        if node["bound_source"] == PROBED and belief.hope is not None:
            asked.compare(f"{place}.bound", node["bound"], sign * max(belief.hope, belief.real))
    return asked


def _ask_sets(
    nodes: Sequence[dict[str, Any]],
    position: ChessPosition,
    beliefs: ChessBeliefs,
    probers: Probers,
    sample: int,
) -> Recheck:
    asked = Recheck()
    first = [node for node in nodes if node["look"] == "first"]
    probes = [node for node in nodes if "reached" in node]
    asked.of = 2 * len(first) + len(probes)
    looked = _expanded(beliefs, position, [])
    for node in _spread(first, sample):
        belief, place = looked[node["move"]], f"$.nodes[{node['id']}]"
        asked.compare(f"{place}.real", node["real"], belief.real)
        asked.compare(f"{place}.hope", node["hope"], belief.hope)
    if probers.choice.name != "native":  # an engine's table and clock are its own affair
        return asked
    sets = probers.sets(position)
    for node in probes:
        if not node["finished"]:  # a clock or a budget cut it off; nothing after it can be repeated
            break
        found = sets.probe(node["moves"], node["depth"], nodes=None, seconds=None)
        asked.compare(f"$.nodes[{node['id']}].value", node["value"], found.value)
    return asked


def _expanded(
    beliefs: ChessBeliefs, root: ChessPosition, path: Sequence[str]
) -> dict[str, Belief[ChessState, str]]:
    """Every move after these, as the prober sees it now."""
    position = root.copy()
    for move in path:
        position.play(move)
    state = ChessState(position.key, tuple(path))
    return {belief.move: belief for belief in beliefs.expand(state, len(path), hopes=True)}


def _spread(records: Sequence[dict[str, Any]], sample: int) -> list[dict[str, Any]]:
    """So many of them, evenly spread; all where there are fewer."""
    count = min(sample, len(records))
    return [records[place * len(records) // count] for place in range(count)]
