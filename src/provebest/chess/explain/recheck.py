"""Repeats the probes of a chess certificate, and compares every answer with what it states.

Whoever forges a certificate may know this file. So positions are drawn at random, all of an answer
is compared, and what cannot be repeated counts as not repeated.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
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
from provebest.search.setprobe.set_prober import SetProber
from provebest.vocabulary import BadInputError, CancelledError, shorten

PROBED = 0  # the index of the source that is a prober
MOST_MEGABYTES = 4096
MOST_DEPTH, MOST_NODES = 127, 2**62
WORK = 300_000_000
"""Steps of work that repeating may cost if nothing else is allowed: five minutes."""
STEPS_A_SECOND = 1_000_000

ChessBelief = Belief[ChessState, str]


@dataclass(slots=True)
class Recheck:
    """The result of repeating probes."""

    values: int = 0
    """How many answers that the claim needs were asked for again."""
    of: int = 0
    """How many answers the claim needs."""
    different: list[tuple[str, Any, Any]] = field(default_factory=list)
    """Places that differ now: the place, what is stated, and what was found."""

    @property
    def agrees(self) -> bool:
        """Whether something was asked for again and every answer was the same."""
        return self.values > 0 and not self.different

    def compare(self, place: str, stated: Any, found: Any) -> None:
        """Records something that differs."""
        if stated != found:
            self.different.append((place, stated, found))


class _Deadline(Event):
    """Set when the user cancels, or when the work that is allowed has been done."""

    def __init__(self, users: Event | None, work: int) -> None:
        super().__init__()
        self._users, self._work = users, work
        self._ends = time.monotonic() + work / STEPS_A_SECOND

    def is_set(self) -> bool:
        """Whether one of the two has happened."""
        return self._is_over() or (self._users is not None and self._users.is_set())

    def _is_over(self) -> bool:
        return time.monotonic() >= self._ends

    def check(self) -> None:
        """Raises BadInputError if the work is done, CancelledError if the user cancelled."""
        if self._is_over():
            raise BadInputError(
                f"to repeat these probes takes more than {self._work:,} steps of work; allow more "
                f"with --work"
            )
        if self.is_set():
            raise CancelledError


def recheck(
    certificate: dict[str, Any],
    sample: int,
    *,
    prober: str = AUTO,
    cancel: Event | None = None,
    work: int | None = None,
    chance: random.Random | None = None,
) -> Recheck:
    """Repeats the probes of a sample of the positions of a chess certificate that holds.

    The sample is drawn by ``chance``, or so that nobody can foresee it. Set-probes share a table,
    so all of them are repeated, in their order; another engine's depend on its clock and cannot be
    repeated.

    A certificate may come from anywhere, so no program is run because it names one: the caller has
    to name a ``prober`` other than the native one.

    Raises:
        BadInputError: if the certificate is not about chess, or the prober is a different one or is
            not available, or more ``work`` is needed than is allowed.
    """
    world = certificate["world"]
    if world.get("game") != "chess":
        raise BadInputError(
            "--ask works only with certificates about chess; the values of this one were already "
            "computed again"
        )
    position = read_position(world["fen"], world.get("moves", ()), chess960=world["chess960"])
    choice, real, hope = _read_prober(certificate["sources"][PROBED], prober)
    deadline = _Deadline(cancel, WORK if work is None else work)
    chance = chance or random.SystemRandom()
    probers = Probers(choice, deadline)
    try:
        beliefs = ChessBeliefs(position.key, probers.expander(position, real, hope))
        asking = _Asking(beliefs, position)
        if certificate["kind"] == "beliefs":
            return _repeat_positions(certificate["nodes"], asking, chance, sample)
        sets = probers.sets(position) if choice.facts.repeatable else None
        return _repeat_sets(certificate["nodes"], asking, sets, deadline)
    except CancelledError:
        deadline.check()
        raise
    finally:
        probers.close()


def _read_prober(source: dict[str, Any], prober: str) -> tuple[ProberChoice, ProbeSize, ProbeSize]:
    """The prober of the certificate and its sizes, if it is the prober named by the caller."""
    try:
        name, options = str(source["prober"]), source["options"]
        depths = [source[k] for k in ("depth", "hope_depth")]
        nodes = [source[k] for k in ("nodes", "hope_nodes")]
        megabytes, exact = source["table_megabytes"], source["exact"]
        identity = source.get("evaluation") or HANDCRAFTED  # older certificates name none
        known = (
            all(type(one) is int and 0 <= one <= MOST_DEPTH for one in depths)
            and all(n is None or (type(n) is int and 1 <= n <= MOST_NODES) for n in nodes)
            and type(megabytes) is int
            and 1 <= megabytes <= MOST_MEGABYTES
            and type(exact) is bool
            and type(identity) is str
        )
        if not known:
            raise BadInputError("$.sources[0] does not give valid settings of the prober")
        real, hope = ProbeSize(depths[0], nodes[0]), ProbeSize(depths[1], nodes[1])
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


class _Asking:
    """Asks for the belief about moves again."""

    def __init__(self, beliefs: ChessBeliefs, root: ChessPosition) -> None:
        self._beliefs, self._root = beliefs, root
        self._after = cache(self._expand)

    def about(self, way: Sequence[str]) -> ChessBelief:
        """The belief about the last of these moves, made from the root."""
        return self._after(tuple(way[:-1]))[way[-1]]

    def about_all(self) -> dict[str, ChessBelief]:
        """The belief about every move of the root."""
        return self._after(())

    def _expand(self, path: tuple[str, ...]) -> dict[str, ChessBelief]:
        position = self._root.copy()
        for move in path:
            position.play(move)
        state = ChessState(position.key, path)
        return {
            belief.move: belief for belief in self._beliefs.expand(state, len(path), hopes=True)
        }


def _repeat_positions(
    nodes: Sequence[dict[str, Any]], asking: _Asking, chance: random.Random, sample: int
) -> Recheck:
    """Repeats what was asked about some positions: their values, hopes and best replies."""
    checked = Recheck()
    asked = [node for node in nodes if not node["over"]]
    checked.of = len(asked)
    for node in chance.sample(asked, min(sample, len(asked))):
        way, place = node["way"], f"$.nodes[{node['id']}]"
        belief = asking.about(way)
        checked.values += 1
        checked.compare(f"{place}.reply", node["reply"], belief.reply)
        if "by" in node:  # its values follow from its moves
            continue
        sign = 1 if node["moved"] == "player" else -1
        checked.compare(f"{place}.real", node["real"], sign * belief.real)
        if node["bound_source"] == PROBED:
            hope = None if belief.hope is None else sign * max(belief.hope, belief.real)
            checked.compare(f"{place}.bound", node["bound"], hope)
        elif node["bound"] is not None:
            _check_inherited(node, asking, checked)
    return checked


def _check_inherited(node: dict[str, Any], asking: _Asking, checked: Recheck) -> None:
    """Checks that an inherited hope does not say more than the hopes of its own line.

    That is: it is not less, for the side that hopes, than the least hope of a move of this side on
    the way to the position.
    """
    place, way = f"$.nodes[{node['id']}].bound", node["way"]
    sign, first = (1, 1) if node["side"] == "rival" else (-1, 2)  # the player hopes, or the other
    line = [asking.about(way[:length]) for length in range(first, len(way) + 1, 2)]
    hopes = [max(one.hope, one.real) for one in line if one.hope is not None]
    least = None if not hopes else max(min(hopes), sign * node["real"])
    if least is None or sign * node["bound"] < least:
        checked.different.append((place, node["bound"], None if least is None else sign * least))


def _repeat_sets(
    nodes: Sequence[dict[str, Any]],
    asking: _Asking,
    sets: SetProber[str] | None,
    deadline: _Deadline,
) -> Recheck:
    """Repeats each move's first look, and all probes of sets; none if there is no prober of them.

    Without the probes of sets nothing that the claim rests on was repeated.
    """
    checked = Recheck()
    first = [node for node in nodes if node["look"] == "first"]
    probes = [node for node in nodes if "reached" in node]
    checked.of = len(first) + len(probes)
    if sets is None:
        return checked
    beliefs = asking.about_all()
    for node in first:
        belief, place = beliefs[node["move"]], f"$.nodes[{node['id']}]"
        checked.values += 1
        checked.compare(f"{place}.real", node["real"], belief.real)
        checked.compare(f"{place}.hope", node["hope"], belief.hope)
    for node in probes:
        _repeat_probe(node, sets, checked)
        deadline.check()
        if checked.different:
            break  # the table is another one from here on
    return checked


def _repeat_probe(node: dict[str, Any], sets: SetProber[str], checked: Recheck) -> None:
    """Repeats a probe of a set; one that was cut off is cut off after as many nodes."""
    place, nodes = f"$.nodes[{node['id']}]", min(node["nodes"], MOST_NODES)
    most = max(1, nodes + 1 if node["finished"] else nodes)
    before = sets.nodes()
    if node["bound"] is None:
        found = sets.probe(node["moves"], node["depth"], nodes=most, seconds=None)
    else:
        bound = float(read_number(node["bound"], f"{place}.bound"))
        found = sets.reaches(node["moves"], bound, node["depth"], nodes=most, seconds=None)
    checked.values += 1
    for name, now in (
        ("value", found.value),
        ("best", found.best),
        ("line", list(found.line)),
        ("finished", found.finished),
        ("reached", found.depth),
        ("at_most", [[move, bound] for move, bound in found.at_most.items()]),
        ("nodes", sets.nodes() - before),
    ):
        checked.compare(f"{place}.{name}", node[name], now)
