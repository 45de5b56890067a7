"""Asking the prober again what a certificate says it said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.probers import ProberChoice, Probers
from provebest.games.chess import ChessPosition, read_position
from provebest.probes.expansion import ProbeSize
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import BadInputError

PROBED = 0  # the number of the source that is a probe


@dataclass(slots=True)
class Asked:
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


def ask_again(certificate: dict[str, Any], sample: int, *, cancel: Event | None = None) -> Asked:
    """Asks for a sample of the leaves of a chess certificate, evenly spread over them.

    Set-probes share a table, so they are asked again from the first on, in their order; those of
    another engine depend on its clock as well, and are not.

    Raises:
        BadInputError: if the certificate is not about chess, or the prober is not there.
    """
    world = certificate["world"]
    if world.get("game") != "chess":
        raise BadInputError(
            "--ask asks a chess prober; this certificate is about something else, and whatever "
            "can be worked out again was worked out"
        )
    position = read_position(world["fen"], chess960=world["chess960"])
    who = certificate["sources"][PROBED]
    choice = ProberChoice(
        who["prober"],
        exact=who["exact"],
        table_megabytes=who["table_megabytes"],
        options=who["options"],
    )
    probers = Probers(choice, cancel)
    try:
        expander = probers.expander(
            position,
            ProbeSize(who["depth"], who["nodes"]),
            ProbeSize(who["hope_depth"], who["hope_nodes"]),
        )
        beliefs = ChessBeliefs(position.key, expander)
        if certificate["kind"] == "beliefs":
            return _ask_leaves(certificate["nodes"], position, beliefs, sample)
        return _ask_sets(certificate["nodes"], position, beliefs, probers, sample)
    finally:
        probers.close()


def _ask_leaves(
    nodes: Sequence[dict[str, Any]], position: ChessPosition, beliefs: ChessBeliefs, sample: int
) -> Asked:
    asked = Asked()
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
) -> Asked:
    asked = Asked()
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
