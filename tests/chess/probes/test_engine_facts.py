"""What differs between engines: one record, which a prober's name leads to."""

from dataclasses import asdict

import pytest

from provebest.chess.explain.confirming import demand_of
from provebest.chess.probes.engine_facts import OURS, engine_of
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings, modern_settings
from provebest.games.chess_evaluation import HANDCRAFTED

PROBERS = (ProberChoice(), ProberChoice("uci:/usr/games/stockfish"))


def test_a_name_leads_to_the_facts():
    ours, other = (prober.facts for prober in PROBERS)

    assert (ours, other.name) == (OURS, "Stockfish")
    assert ProberChoice("uci:/x/y/gnuchess").facts.name == "gnuchess"
    assert (ours.continues, ours.repeatable, ours.compiled) == (True, True, True)
    assert (other.continues, other.repeatable, other.compiled) == (False, False, False)
    assert [engine_of(name) for name in ("native", "uci:x", "uci:", "a uci:x")] == [
        None,
        "x",
        "",
        None,
    ]
    assert ProberChoice(evaluation=HANDCRAFTED).own_evaluation == HANDCRAFTED
    assert PROBERS[1].own_evaluation is None


@pytest.mark.parametrize("prober", PROBERS)
def test_annotations_ask_of_a_mark_what_the_facts_say(prober):
    asked = asdict(demand_of(prober))

    assert {name: asked[name] for name in asdict(prober.facts.demand)} == asdict(
        prober.facts.demand
    )


@pytest.mark.parametrize("prober", PROBERS)
def test_a_game_weighs_time_only_where_the_search_is_compiled(prober):
    analysis = modern_settings(Settings(prober=prober))
    game = modern_settings(Settings(prober=prober, in_a_game=True, time_price=0.01))

    assert analysis.law == prober.facts.modern.law
    assert (game.time_price, game.kept) == (0.01 if prober.facts.compiled else 0.0, 0.0)
