"""Repeats probes of a chess certificate and compares their values with the stated ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from provebest.certificate.reading import read_number
from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.probes.auto import AUTO, find_same_prober
from provebest.chess.probes.expansion import ProbeSize
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_evaluation import HANDCRAFTED, evaluation_of
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import BadInputError, shorten

PROBED = 0  # the index of the source that is a prober
MOST_MEGABYTES = 4096


@dataclass(slots=True)
class Recheck:
    """The result of repeating probes."""

    values: int = 0
    """How many values were computed again."""
    of: int = 0
    """How many values could be computed again."""
    different: list[tuple[str, float | None, float | None]] = field(default_factory=list)
    """Places whose value differs now: the place, the stated value, and the value now."""

    def compare(self, place: str, stated: float | None, found: float | None) -> None:
        """Counts a value, and records it if it differs."""
        self.values += 1
        if stated != found:
            self.different.append((place, stated, found))


def recheck(
    certificate: dict[str, Any],
    sample: int,
    *,
    prober: str = AUTO,
    cancel: Event | None = None,
) -> Recheck:
    """Repeats the probes of a sample of the leaves of a chess certificate, evenly spread.

    A certificate may come from anywhere, so no program is run because it names one: the caller has
    to name a ``prober`` other than the native one.

    Set-probes share a table, so they are repeated from the first, in their order. Those of another
    engine also depend on its clock, and are not repeated.

    Raises:
        BadInputError: if the certificate is not about chess, or the prober is a different one or is
            not available.
    """
    world = certificate["world"]
    if world.get("game") != "chess":
        raise BadInputError(
            "--ask works only with certificates about chess; the values of this one were already "
            "computed again"
        )
    position = read_position(world["fen"], world.get("moves", ()), chess960=world["chess960"])
    choice, real, hope = _read_prober(certificate["sources"][PROBED], prober)
    probers = Probers(choice, cancel)
    try:
        expander = probers.expander(position, real, hope)
        beliefs = ChessBeliefs(position.key, expander)
        if certificate["kind"] == "beliefs":
            return _repeat_leaves(certificate["nodes"], position, beliefs, sample)
        return _repeat_sets(certificate["nodes"], position, beliefs, probers, sample)
    finally:
        probers.close()


def _read_prober(source: dict[str, Any], prober: str) -> tuple[ProberChoice, ProbeSize, ProbeSize]:
    """The prober of the certificate and its sizes, if it is the prober named by the caller."""
    try:
        name, options = str(source["prober"]), source["options"]
        numbers = [source[k] for k in ("depth", "nodes", "hope_depth", "hope_nodes")]
        megabytes, exact = source["table_megabytes"], source["exact"]
        known = all(one is None or type(one) is int for one in numbers) and type(exact) is bool
        identity = source.get("evaluation") or HANDCRAFTED  # older certificates name none
        if (
            not known
            or type(identity) is not str
            or type(megabytes) is not int
            or not 1 <= megabytes <= MOST_MEGABYTES
        ):
            raise BadInputError("$.sources[0] does not give valid settings of the prober")
        real, hope = ProbeSize(*numbers[:2]), ProbeSize(*numbers[2:])
    except (KeyError, TypeError):
        raise BadInputError("$.sources[0] does not name the prober and its settings") from None
    if options:
        raise BadInputError(
            "the prober was run with options of its own; such probes cannot be repeated"
        )
    prober = find_same_prober(name, prober)
    if name != prober:
        raise BadInputError(
            f"the leaves were probed by {shorten(name)}; to run it, name it with --prober"
        )
    if source.get("shares_table", False):
        raise BadInputError(
            "the engine kept its table from probe to probe, so no probe can be repeated alone; "
            "provebest analyse --certificate makes probes that can be repeated"
        )
    if source.get("threads", 1) != 1:
        raise BadInputError(
            "the search used more than one thread, so its probes cannot be repeated; provebest "
            "analyse --certificate without --threads makes probes that can be"
        )
    choice = ProberChoice(
        name,
        exact=exact,
        table_megabytes=megabytes,
        pure=True,
        evaluation=evaluation_of(identity),
    )
    return choice, real, hope


def _repeat_leaves(
    nodes: Sequence[dict[str, Any]], position: ChessPosition, beliefs: ChessBeliefs, sample: int
) -> Recheck:
    checked = Recheck()
    leaves = [node for node in nodes if node.get("source") == PROBED]
    checked.of = sum(1 + (node["bound_source"] == PROBED) for node in leaves)
    for node in _evenly_spread(leaves, sample):
        *before, move = node["way"]
        belief = _expand(beliefs, position, before)[move]
        sign = 1 if node["moved"] == "player" else -1
        place = f"$.nodes[{node['id']}]"
        checked.compare(f"{place}.real", node["real"], sign * belief.real)
        if node["bound_source"] == PROBED and belief.hope is not None:
            checked.compare(f"{place}.bound", node["bound"], sign * max(belief.hope, belief.real))
    return checked


def _repeat_sets(
    nodes: Sequence[dict[str, Any]],
    position: ChessPosition,
    beliefs: ChessBeliefs,
    probers: Probers,
    sample: int,
) -> Recheck:
    checked = Recheck()
    first = [node for node in nodes if node["look"] == "first"]
    probes = [node for node in nodes if "reached" in node]
    checked.of = 2 * len(first) + len(probes)
    beliefs_now = _expand(beliefs, position, [])
    for node in _evenly_spread(first, sample):
        belief, place = beliefs_now[node["move"]], f"$.nodes[{node['id']}]"
        checked.compare(f"{place}.real", node["real"], belief.real)
        checked.compare(f"{place}.hope", node["hope"], belief.hope)
    if probers.choice.name != "native":  # another engine's table and clock are unknown
        return checked
    sets = probers.sets(position)
    for node in probes:
        if not node["finished"]:  # a limit cut it off; nothing after it can be repeated
            break
        moves, depth, bound = node["moves"], node["depth"], node["bound"]
        if bound is None:
            found = sets.probe(moves, depth, nodes=None, seconds=None)
        else:
            found = sets.reaches(
                moves,
                float(read_number(bound, f"$.nodes[{node['id']}].bound")),
                depth,
                nodes=None,
                seconds=None,
            )
        checked.compare(f"$.nodes[{node['id']}].value", node["value"], found.value)
    return checked


def _expand(
    beliefs: ChessBeliefs, root: ChessPosition, path: Sequence[str]
) -> dict[str, Belief[ChessState, str]]:
    """The belief about every move after these moves, by the prober now."""
    position = root.copy()
    for move in path:
        position.play(move)
    state = ChessState(position.key, tuple(path))
    return {belief.move: belief for belief in beliefs.expand(state, len(path), hopes=True)}


def _evenly_spread(records: Sequence[dict[str, Any]], sample: int) -> list[dict[str, Any]]:
    """``sample`` of the records, evenly spread; all if there are fewer."""
    count = min(sample, len(records))
    return [records[place * len(records) // count] for place in range(count)]
