"""Defaults that are named in several places are the same everywhere."""

import inspect
import re

import pytest

from provebest.chess import public
from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
    DEFAULT_SECONDS,
    DEFAULT_SECONDS_EACH,
)
from provebest.chess.player.move_request import HandOver
from provebest.chess.probes.auto import AUTO
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings
from provebest.chess.uci.options import Values
from provebest.cli import analyse, annotate, audit, check, compare, match, only_move, suite
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.search.setprobe.settings import ModernSettings

FUNCTIONS = (
    public.analyse,
    public.annotate,
    analyse.analyse,
    annotate.annotate,
    audit.audit,
    suite.suite,
)
DEFAULTS = {
    "control": DEFAULT_CONTROL,
    "confidence": DEFAULT_CONFIDENCE,
    "probe_depth": DEFAULT_PROBE_DEPTH,
    "threads": ProberChoice().threads,
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_functions_and_commands_have_the_defaults_of_the_searches(function):
    named = inspect.signature(function).parameters
    told = {name: named[name].default for name in DEFAULTS if name in named}

    assert told
    assert told == {name: DEFAULTS[name] for name in told}


@pytest.mark.parametrize(
    "function",
    [
        public.analyse,
        public.annotate,
        public.compare,
        public.only_move,
        public.resume,
        analyse.analyse,
        annotate.annotate,
        audit.audit,
        check.check,
        compare.compare,
        only_move.only_move_command,
    ],
    ids=lambda f: f"{f.__module__}.{f.__name__}",
)
def test_whoever_explains_uses_stockfish_if_there_is_one(function):
    assert inspect.signature(function).parameters["prober"].default == AUTO


def test_what_is_measured_is_our_own_engine():
    assert inspect.signature(suite.suite).parameters["prober"].default == ProberChoice().name
    assert ProberChoice().native


def test_uci_has_them_too():
    values, rule, settings = Values(), HandOver(), Settings()

    assert values.text("Control") == settings.control == DEFAULT_CONTROL
    assert values.number("ProbeDepth") == settings.probe_depth == DEFAULT_PROBE_DEPTH
    assert 1 - values.number("MinAct") / 1000 == settings.confidence == DEFAULT_CONFIDENCE
    assert values.number("HandOverTime") == 1000 * rule.below
    assert values.number("HandOverPieces") == rule.pieces
    assert values.number("Hash") == ProberChoice().table_megabytes == match.DEFAULT_TABLE
    assert values.prober() == ProberChoice()


def test_the_dial_is_the_same_for_chess_and_for_any_game():
    assert Settings().min_act == ModernSettings().min_act


@pytest.mark.parametrize(
    ("function", "option", "number"),
    [
        (analyse.analyse, "seconds", DEFAULT_SECONDS),
        (analyse.analyse, "expansions", DEFAULT_EXPANSIONS),
        (suite.suite, "seconds", DEFAULT_SECONDS_EACH),
        (suite.suite, "expansions", DEFAULT_EXPANSIONS),
    ],
)
def test_the_help_says_the_number_that_is_used(function, option, number):
    hint = inspect.get_annotations(function, eval_str=True)[option]

    assert re.search(rf"\b{number:g}\b", hint.__metadata__[0].help)
