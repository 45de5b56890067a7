"""The commands by name; each is loaded when it is called, so that an engine starts at once."""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable

Command = Callable[..., int | None]


def _analyse() -> Command:
    from provebest.cli.analyse import analyse

    return analyse


def _annotate() -> Command:
    from provebest.cli.annotate import annotate

    return annotate


def _audit() -> Command:
    from provebest.cli.audit import audit

    return audit


def _uci() -> Command:
    from provebest.cli.uci import uci

    return uci


def _puzzle() -> Command:
    from provebest.cli.puzzle import puzzle

    return puzzle


def _tour() -> Command:
    from provebest.cli.tour import tour

    return tour


def _tree() -> Command:
    from provebest.cli.tree import tree

    return tree


def _perft() -> Command:
    from provebest.cli.perft import perft

    return perft


def _evaluate() -> Command:
    from provebest.cli.evaluate import evaluate_command

    return evaluate_command


def _probe() -> Command:
    from provebest.cli.probe import probe

    return probe


def _suite() -> Command:
    from provebest.cli.suite import suite

    return suite


def _match() -> Command:
    from provebest.cli.match import match

    return match


def _reproduce() -> Command:
    from provebest.cli.reproduce import reproduce

    return reproduce


def _bench() -> Command:
    from provebest.cli.bench import bench

    return bench


def _check() -> Command:
    from provebest.cli.check import check

    return check


def _only_move() -> Command:
    from provebest.cli.only_move import only_move_command

    return only_move_command


def _compare() -> Command:
    from provebest.cli.compare import compare

    return compare


def _serve() -> Command:
    from provebest.cli.serve import serve

    return serve


LOADERS: dict[str, Callable[[], Command]] = {
    "analyse": _analyse,
    "annotate": _annotate,
    "audit": _audit,
    "uci": _uci,
    "puzzle": _puzzle,
    "tour": _tour,
    "tree": _tree,
    "perft": _perft,
    "evaluate": _evaluate,
    "probe": _probe,
    "suite": _suite,
    "match": _match,
    "reproduce": _reproduce,
    "bench": _bench,
    "check": _check,
    "only-move": _only_move,
    "compare": _compare,
    "serve": _serve,
}
