"""``check``: checks whether a certificate holds, independently of the code that wrote it.

Nothing here depends on a search. Seals are checked first, because they show the place of an
accidental change; then every move, every back-up and the claim are recomputed, as
``docs/certificate.md`` describes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from provebest.certificate.check_beliefs import check_beliefs
from provebest.certificate.check_intervals import check_intervals
from provebest.certificate.check_races import check_race
from provebest.certificate.check_sets import check_sets
from provebest.certificate.check_tours import check_tour
from provebest.certificate.reading import CertificateParts, Fields, RefusedError, Shown
from provebest.certificate.sealing import SEAL, seal_of
from provebest.vocabulary import BadInputError

PARTS = ("certificate", "version", "kind", "claim", "world", "sources", "nodes")

KINDS: dict[str, Callable[[CertificateParts, Any], Shown]] = {
    "intervals": check_intervals,
    "tour": check_tour,
    "race": check_race,
    "beliefs": check_beliefs,
    "sets": check_sets,
}
VERSIONS = dict.fromkeys(KINDS, 1) | {"sets": 2}
"""The version of each kind that is read."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a certificate holds; if not, where it fails and why."""

    holds: bool
    kind: str
    place: str | None
    """Where it fails, like ``$.nodes[3].value``."""
    problem: str | None
    shown: Shown | None
    """What the certificate shows; None if it does not hold."""


def check(certificate: Any, *, game: Any = None, state: Any = None) -> Verdict:
    """Checks a certificate that was read from JSON.

    For a game of your own, pass it as ``game``: then moves, turns and values of leaves are compared
    with the game, beginning at ``state`` or at its start. Chess, tours and artificial trees do not
    need it.

    Raises:
        BadInputError: if this is not a certificate at all.
    """
    if not isinstance(certificate, dict) or certificate.get("certificate") != "provebest":
        raise BadInputError('this is not a certificate: "certificate": "provebest" is missing')
    kind = certificate.get("kind")
    try:
        shown = _check_all(certificate, game, state)
    except RecursionError:
        problem = "the records are nested too deeply"
        return Verdict(holds=False, kind=str(kind), place="$.nodes", problem=problem, shown=None)
    except RefusedError as refused:
        return Verdict(
            holds=False,
            kind=str(kind),
            place=refused.place,
            problem=refused.problem,
            shown=None,
        )
    return Verdict(holds=True, kind=str(kind), place=None, problem=None, shown=shown)


def _check_all(certificate: dict[str, Any], game: Any, state: Any) -> Shown:
    whole = Fields(certificate, "$")
    whole.exactly(*PARTS)
    kind = whole.text("kind")
    if kind not in KINDS:
        raise RefusedError("$.kind", f"unknown kind {kind!r}; expected one of {', '.join(KINDS)}")
    if whole.whole("version") != VERSIONS[kind]:
        whole.refuse("version", f"this program reads only version {VERSIONS[kind]} of {kind!r}")
    claim, world = whole.record("claim"), whole.record("world")
    sources, nodes = whole.records("sources"), whole.records("nodes")
    for one in (claim, world, *sources, *nodes):
        _check_seal(one)
    for numbered in (sources, nodes):
        for place, one in enumerate(numbered):
            if one.whole("id") != place:
                one.refuse("id", f"should be {place}, its place in the list")
    return KINDS[kind](CertificateParts(claim, world, sources, nodes, state), game)


def _check_seal(record: Fields) -> None:
    if SEAL not in record.data:
        raise RefusedError(record.place, "this record has no seal")
    try:
        fits = record.data[SEAL] == seal_of(record.data)
    except ValueError:
        raise RefusedError(record.place, "NaN and Infinity are not allowed here") from None
    if not fits:
        raise RefusedError(record.place, "this record was changed: its seal does not match")
