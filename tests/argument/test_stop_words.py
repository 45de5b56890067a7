"""How settled a choice is, in a player's words: no words of the search, no contradiction."""

from dataclasses import replace

import pytest
from deeds import WINS_A_PAWN

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.building import of_probabilities
from provebest.argument.evidence import Evidence, Look
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Claim, Kind, Rival, Verdict
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.arguing import name_engine
from provebest.games.chess import START
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.vocabulary import Counters, Stopped

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"


def argument_of(value=30, rivals=(), *, confidence=0.97, verdict=Verdict.LEADS):
    return Argument(
        claim=Claim(
            "e2e4",
            value,
            value,
            proved=False,
            confidence=confidence,
            given="x",
            line=("e2e4", "e7e5"),
        ),
        verdict=verdict,
        rivals=tuple(Rival(name, Kind.CLOSE, worth, None, 0.01, (name,)) for name, worth in rivals),
        shown=len(rivals),
        stopped=Stopped.NODE_LIMIT,
        reason="the words of the search",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(START),
    )


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        (0.97, "nothing better was found, but the search reached its limit before e4 had been"),
        (0.82, "another move turns out to be noticeably better in about 18% of cases."),
        (0.70, "the search reached its limit; a longer one may well prefer another move."),
        (None, "the search reached its limit before it was sure."),
    ],
)
def test_a_search_that_a_limit_ended_says_what_that_means_for_the_move(confidence, said):
    last = str(argument_of(rivals=[("d2d4", 0)], confidence=confidence)).splitlines()[-1]

    assert last.startswith("Not settled: ")
    assert said in last
    assert "the words of the search" not in last


def test_a_search_that_ended_by_itself_in_doubt_gives_no_number_that_says_nothing():
    doubtful = replace(argument_of(rivals=[("d2d4", 0)], confidence=0.5), stopped=Stopped.FOUND)

    assert str(doubtful).splitlines()[-1] == (
        "Not certain: a longer search may well prefer another move."
    )


@pytest.mark.parametrize(("other", "kind"), [(-491, Kind.HELD), (30, Kind.HELD), (-491, Kind.OPEN)])
def test_that_others_are_better_in_such_positions_is_not_said_beside_moves_that_all_lose(
    other, kind
):
    argument = argument_of(41, [("d2d4", other)], confidence=0.8)
    rivals = tuple(replace(rival, kind=kind) for rival in argument.rivals)
    last = str(replace(argument, rivals=rivals)).splitlines()[-1]

    worse = other < 0 and kind is Kind.HELD
    assert ("20% of cases" not in last) == worse
    assert last.startswith("Not settled: ") != worse
    if worse:
        assert last.startswith(
            "Nearly settled: each of the others was searched and is clearly worse"
        )


def test_the_classic_control_does_not_say_that_nothing_can_be_better_and_that_it_is_not_settled():
    settings = Settings(control="classic", expansions=40)
    brief = analyse(ROOK, settings=settings).argument.brief()

    assert "real chance" not in brief
    assert "effort" not in brief


def test_a_move_beside_which_all_others_are_mated_is_best_and_nothing_about_it_is_uncertain():
    """It is check, and the other move is mated in 2; seen over an engine whose doubt was 7 %."""
    moves = tuple(
        RootMove(move, real, None, None, chance, 1, (move,))
        for move, real, chance in (("c1d2", -104, 0.93), ("d4g1", 4 - MATE, 0.07))
    )
    result = ProbabilityResult(
        "c1d2",
        -104,
        Stopped.NODE_LIMIT,
        "why",
        moves,
        ("c1d2", "h1h2"),
        0,
        -104,
        Counters(),
        doubt=0.07,
    )
    looks = {"d4g1": Look(4 - MATE, ("d4g1", "b7g2"), 8)}
    argument = of_probabilities(
        result,
        Evidence(looks=looks),
        chance=lambda _goal, rival, _look: rival.chance,
        least=0.05,
        least_win=MATES_FROM,
        notation=ChessNotation("1k6/1q6/4Pp2/5P2/2PQ4/Pp1P4/1P6/2K4r w - - 1 65"),
    )

    assert argument.brief().splitlines() == [
        "Kd2 is the only move that does not lose (-1.04): 65.Kd2 Rh2+.",
        "Qg1 loses (Black mates in 2): 65.Qg1 Qg2.",
        "Settled: every other move loses by force.",
    ]
    assert "certain" not in argument.text()
    assert "Below" not in argument.text()


@pytest.mark.parametrize(
    ("other", "doubt", "verdict"),
    [
        (-200.0, 0.04, Verdict.BEST),
        (130.0, 0.04, Verdict.LEADS),
        (-200.0, 0.06, Verdict.LEADS),
    ],
)
def test_a_move_beside_which_all_others_are_clearly_worse_is_best_even_at_a_limit(
    other, doubt, verdict
):
    moves = tuple(
        RootMove(move, real, None, None, 0.01, 1, (move,))
        for move, real in (("e2e4", 300.0), ("d2d4", 0.0), ("c2c4", 0.0))
    )
    result = ProbabilityResult(
        "e2e4",
        300.0,
        Stopped.NODE_LIMIT,
        "why",
        moves,
        ("e2e4", "e7e5"),
        0,
        300.0,
        Counters(),
        doubt=doubt,
    )
    rest = Look(other, ("d2d4", "d7d5"), 9)
    argument = of_probabilities(
        result,
        Evidence(looks={"d2d4": rest}, rest=rest),
        chance=lambda _goal, _rival, _look: 0.01,
        least=0.05,
        points=lambda value: value / 1000,
        as_good=0.04,
        slightly=0.1,
        notation=ChessNotation(START),
    )

    assert argument.verdict is verdict
    settled = "Settled, although the search reached its limit: every other move was searched"
    assert (settled in str(argument)) == (verdict is Verdict.BEST)


@pytest.mark.parametrize(
    ("before", "won", "kind"),
    [(-20.0, 1000.0, Kind.HELD), (150.0, 1000.0, Kind.OPEN), (150.0, 250.0, Kind.HELD)],
)
def test_a_rival_that_is_much_worse_at_two_depths_is_worse_whatever_the_doubt(before, won, kind):
    """Of two rivals that are far behind, each gets half of the doubt."""
    moves = tuple(
        RootMove(move, real, None, None, 0.06, 1, (move,))
        for move, real in (("e2e4", 300.0), ("d2d4", 0.0))
    )
    result = ProbabilityResult(
        "e2e4", 300.0, Stopped.NODE_LIMIT, "why", moves, ("e2e4",), 0, 300.0, Counters(), doubt=0.06
    )
    argument = of_probabilities(
        result,
        Evidence(looks={"d2d4": Look(-20.0, ("d2d4", "d7d5"), 9, before=before)}),
        chance=lambda _goal, _rival, _look: 0.06,
        least=0.05,
        points=lambda value: value / 1000,
        as_good=0.04,
        slightly=0.1,
        lost=-won,
        clear=40.0,
    )

    assert argument.rivals[0].kind is kind


def test_a_choice_that_is_known_by_a_bound_only_is_told_so_beside_its_equals():
    close = argument_of(34, [("d2d4", 36)], verdict=Verdict.CLOSE)
    close = replace(close, claim=replace(close.claim, is_bound=True))

    assert str(close).startswith("e4 (at least +0.34) and d4 (+0.36) are too close to call")


def test_moves_that_all_win_are_not_too_close_to_call():
    many = [("d2d4", 480), ("c2c4", 450)]
    winning = argument_of(545, many, verdict=Verdict.CLOSE, confidence=0.7)
    ahead = argument_of(300, [("d2d4", 290)], verdict=Verdict.CLOSE, confidence=0.7)

    text = "e4 (+5.45), d4 (+4.80) and c4 (+4.50) all win: 1.e4 e5."
    assert str(winning) == text, "it does not matter which is better"
    equal = tuple(replace(rival, kind=Kind.EQUAL) for rival in winning.rivals)
    assert str(replace(winning, verdict=Verdict.EQUAL, rivals=equal)) == text
    assert "both win" in str(argument_of(545, many[:1], verdict=Verdict.CLOSE))
    worse = Rival("a2a3", Kind.HELD, 390, None, 0.01, ("a2a3",))
    assert "a3" not in str(replace(winning, rivals=(*winning.rivals, worse), shown=3))
    drawn = replace(worse, value=0)
    assert "a3 gives away" in str(replace(winning, rivals=(*winning.rivals, drawn), shown=3))
    assert "both keep a large advantage" in str(ahead)
    assert "Not settled" in str(ahead)


def test_a_won_game_without_a_plan_only_looks_won():
    """A queen against a pawn on the seventh rank is worth five pawns, and drawn."""
    many = [("d2d4", 480), ("c2c4", 450), ("a2a3", 0)]
    winning = argument_of(545, many, verdict=Verdict.CLOSE, confidence=0.7)
    rivals = (*winning.rivals[:2], replace(winning.rivals[2], kind=Kind.HELD, depth=9))
    winning = replace(winning, rivals=rivals, shown=3)
    aimless = replace(winning, claim=replace(winning.claim, aimless=True))

    assert "e4 (+5.45), d4 (+4.80) and c4 (+4.50) all look winning." in str(aimless)
    assert "Not settled" in str(aimless)
    assert "a3 gives away the win" in str(winning)
    assert "a3 is worse (0.00)" in str(aimless)


def test_a_mate_that_is_only_a_bound_has_no_length():
    won = argument_of(MATE - 29, [("d2d4", 30)], verdict=Verdict.WINS)
    assert str(won).startswith("e4 mates in 15")
    assert str(replace(won, claim=replace(won.claim, is_bound=True))).startswith("e4 forces mate")


@pytest.mark.parametrize(
    ("value", "other", "said"),
    [
        (330, 270, "e4 (+3.30) and d4 (+2.70) both keep a large advantage"),
        (330, 190, "are about equal"),
        (60, 55, "are about equal"),
    ],
)
def test_moves_that_keep_a_large_advantage_are_not_called_equal(value, other, said):
    """To a reader, equal moves in a won position sound as if the position were equal."""
    argument = argument_of(value, [("d2d4", other)], verdict=Verdict.EQUAL)
    equal = tuple(replace(rival, kind=Kind.EQUAL) for rival in argument.rivals)

    assert said in str(replace(argument, rivals=equal)).splitlines()[0]


def test_a_value_that_is_only_a_bound_is_not_told_of_each_of_several_equals():
    many = [("d2d4", 330), ("c2c4", 330), ("g1f3", 326)]
    argument = argument_of(330, many, verdict=Verdict.CLOSE)
    first, second, third = argument.rivals
    capped = (replace(first, at_most=True), replace(second, at_most=True), third)

    assert str(replace(argument, rivals=capped)).startswith(
        "e4 (+3.30), d4, c4 and Nf3 (+3.26) all keep a large advantage"
    )


@pytest.mark.parametrize(
    ("value", "stopped", "rivals", "said"),
    [
        (-480, Stopped.FOUND, [], "White is lost whatever is played (-4.80); e4 resists longest"),
        (-480, Stopped.NODE_LIMIT, [], "White looks lost (-4.80); e4 seems to resist longest"),
        (-650, Stopped.NODE_LIMIT, [], "White is lost whatever is played (-6.50); e4 seems to"),
        (4 - MATE, Stopped.NODE_LIMIT, [], "White is lost whatever is played (Black mates in 2)"),
        (-480, Stopped.FOUND, [("d2d4", -480)], "e4 and d4 resist about equally long"),
        (-480, Stopped.TIME_LIMIT, [("d2d4", -480)], "White looks lost (-4.80): 1.e4 e5"),
    ],
)
def test_a_lost_game_is_called_lost_by_a_search_that_ended_by_itself_or_if_it_is_hopeless(
    value, stopped, rivals, said, monkeypatch
):
    monkeypatch.setattr(ChessNotation, "are_all", lambda _self, _moves: True)
    lost = argument_of(value, rivals or [("a2a3", -900)], verdict=Verdict.LOST)
    if not rivals:
        (other,) = lost.rivals
        lost = replace(lost, rivals=(replace(other, kind=Kind.HELD),))

    assert said in str(replace(lost, stopped=stopped))


@pytest.mark.parametrize(
    ("value", "others", "said"),
    [
        (0, (-400, -900), "e4 is the only move that does not lose (0.00): 1.e4 e5."),
        (0, (-300, -900), "e4 is best (0.00), winning a pawn: 1.e4 e5."),
        (200, (-400, -900), "e4 is best (+2.00), winning a pawn: 1.e4 e5."),
    ],
)
def test_the_only_move_that_saves_the_game_is_told_as_that(value, others, said, monkeypatch):
    """What it wins beside that does not matter."""
    monkeypatch.setattr(ChessNotation, "are_all", lambda _self, _moves: True)
    rivals = list(zip(("d2d4", "a2a3"), others, strict=True))
    argument = argument_of(value, rivals, verdict=Verdict.BEST)
    worse = tuple(replace(rival, kind=Kind.HELD) for rival in argument.rivals)
    claim = replace(argument.claim, does=WINS_A_PAWN)

    assert str(replace(argument, claim=claim, rivals=worse)).splitlines()[0] == said


def test_rivals_with_values_of_their_own_are_told_before_those_with_the_bound_of_another():
    names = [("d2d4", -60), ("c2c4", -60), ("a2a3", -60), ("h2h3", -70)]
    argument = argument_of(90, names)
    rivals = tuple(
        replace(rival, kind=Kind.HELD, at_most=rival.move in {"c2c4", "a2a3"})
        for rival in argument.rivals
    )
    told = [line.split()[0] for line in str(replace(argument, rivals=rivals)).splitlines()]

    assert told[1:3] == ["d4", "h3"]
    asked = replace(argument, rivals=rivals, asked=("c2c4",))
    assert "c4 is worse (at most -0.60)" in str(asked), "somebody wants to know"


def test_the_strongest_rival_is_told_first_even_if_it_is_not_settled():
    """A player asks about the second-best move; the third may be worse for certain."""
    argument = argument_of(300, [("d2d4", 100), ("c2c4", 50), ("a2a3", -60), ("h2h3", -70)])
    kinds = (Kind.OPEN, Kind.OPEN, Kind.HELD, Kind.HELD)
    rivals = tuple(replace(r, kind=k) for r, k in zip(argument.rivals, kinds, strict=True))
    told = [line.split()[0] for line in str(replace(argument, rivals=rivals)).splitlines()]

    assert told[1:3] == ["d4", "a3"]


def test_a_rival_with_a_line_is_told_before_one_that_shows_nothing():
    argument = argument_of(90, [("d2d4", -40), ("c2c4", -50), ("h2h3", -70)])
    lines = (("d2d4",), ("c2c4", "e7e5"), ("h2h3", "e7e5"))
    rivals = tuple(
        replace(rival, kind=Kind.HELD, line=line)
        for rival, line in zip(argument.rivals, lines, strict=True)
    )
    told = [line.split()[0] for line in str(replace(argument, rivals=rivals)).splitlines()]

    assert told[1:3] == ["c4", "h3"]


def test_the_value_of_a_lost_game_is_told_as_the_bound_that_it_is():
    lost = argument_of(-700, [("d2d4", -700)], verdict=Verdict.LOST)
    bound = replace(lost, claim=replace(lost.claim, is_bound=True))

    assert "(-7.00)" in str(lost).splitlines()[0]
    assert "(at least -7.00)" in str(bound).splitlines()[0]


def test_a_settled_argument_tells_the_strongest_rival_without_a_doubt():
    rivals = [("d2d4", 20), ("c2c4", 15), ("a2a3", -60), ("h2h3", -70)]
    argument = replace(argument_of(30, rivals, verdict=Verdict.BEST), stopped=Stopped.FOUND)
    kinds = (Kind.OPEN, Kind.OPEN, Kind.HELD, Kind.HELD)
    open_ = [replace(r, kind=k, depth=9) for r, k in zip(argument.rivals, kinds, strict=True)]
    settled = replace(argument, rivals=tuple(open_))

    assert settled.brief().splitlines()[1:3] == [
        "d4 looks slightly worse (+0.20).",
        "a3 is worse (-0.60).",
    ]
    assert "not certain" not in settled.text()
    unsure = replace(settled, claim=replace(settled.claim, confidence=0.9))
    together = "d4 (+0.20) and c4 (+0.15) look slightly worse, but that is not certain."
    assert together in unsure.brief()
    assert "d4 looks slightly worse (+0.20), but that is not certain." in unsure.text()
    (first, second, *others) = unsure.rivals
    one_reason = replace(second, leaves="gives Black the open file")
    reasoned = replace(unsure, rivals=(first, one_reason, *others)).brief()
    assert reasoned.count("that is not certain") == 2
    assert "c4 looks slightly worse (+0.15), as it gives Black the open file, but" in reasoned
    asked = replace(unsure, asked=("c2c4",)).brief().splitlines()
    assert [line.partition(" ")[0] for line in asked[1:3]] == ["c4", "d4"]


def test_a_settled_argument_leaves_out_a_rival_that_was_not_searched_alone():
    argument = replace(argument_of(30, [("d2d4", 20)], verdict=Verdict.BEST), stopped=Stopped.FOUND)
    (rival,) = argument.rivals
    argument = replace(argument, rivals=(replace(rival, kind=Kind.OPEN),))

    assert "d4" not in argument.brief()


def test_a_choice_beside_which_another_move_may_be_better_is_not_settled():
    argument = replace(argument_of(30, [("d2d4", 60)], verdict=Verdict.OPEN), stopped=Stopped.FOUND)
    (rival,) = argument.rivals
    told = replace(argument, rivals=(replace(rival, kind=Kind.OPEN, depth=9),)).brief().splitlines()

    assert "but d4 (+0.60) may be better" in told[0]
    assert told[-1] == "Not certain: a longer search may well prefer another move."


@pytest.mark.parametrize(
    ("prober", "name"),
    [
        ("native selective, depth 4", "provebest's own engine"),
        ("native selective corrected 442acf3473753511, depth 4", "provebest's own engine"),
        ("native exact corrected 4, depth 4", "provebest's own engine without pruning"),
        ("Stockfish 15.1, depth 4", "Stockfish 15.1"),
    ],
)
def test_an_engine_is_named_as_people_know_it(prober, name):
    assert name_engine(prober) == name
