"""The worked example of section 3.6: same order, same ends of phases, and every cell of its tables.

The tables are typed in from the paper, in ``provebest.papers.berliner1995``. A node keeps absolute
values: OptVal and PessVal of a row are hi and lo at even depths, lo and hi at odd depths.
"""

import pytest
from listening import watched

from provebest.papers.berliner1995 import (
    EXAMPLE,
    FIGURES,
    WRONG,
    Script,
    agrees,
    printed_cells,
    replay,
    reproduce,
)
from provebest.search.probability.backup import Aim, leaf_probability
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.vocabulary import Stopped

pytestmark = pytest.mark.paper("berliner1995")


@pytest.fixture(scope="module")
def played():
    return replay()


def test_the_tables_have_93_rows_and_465_cells():
    cells = list(printed_cells())

    assert len({(figure, name) for figure, name, _, _ in cells}) == 93
    assert len(cells) == 465
    assert {cell[:3] for cell in cells} >= set(WRONG)


def test_the_same_nodes_are_expanded_in_the_same_order(played):
    script, search, _ = played

    assert script.expanded == ["root", "A", "D", "F", "G", "M", "J"]
    assert search.tally.expanded == 7


def test_449_cells_agree_and_the_other_16_are_what_the_rules_make_them(played):
    _, _, tables = played
    right = 0
    for figure, name, column, theirs in printed_cells():
        ours = tables[figure][name][column]
        key = figure, name, column
        if key in WRONG:
            assert not agrees(ours, theirs, column), key
            assert ours == pytest.approx(WRONG[key], abs=1e-12), key
        else:
            assert agrees(ours, theirs, column), (key, ours, theirs)
            right += 1

    assert len(WRONG) == 16
    assert right == 449


def test_the_tables_hold_no_row_that_the_paper_does_not_print(played):
    _, _, tables = played

    for figure in FIGURES:
        theirs = {name for number, name, _, _ in printed_cells() if number == figure}
        assert set(tables[figure]) == theirs


def test_select_ends_since_b_is_not_in_contention_and_verify_since_no_reply_is(played):
    _, search, tables = played
    root = tables[7]

    assert root["B"]["OptPrb"] == pytest.approx(0.136, abs=0.0005)
    assert search.end.select == "clearly best"
    last = tables[14]
    assert [round(last[name]["OptPrb"], 3) for name in "DEF"] == [0.133, 0.0, 0.086]
    assert search.end.verify == "no reply in contention"
    assert search.stopped is Stopped.FOUND
    result = search.result(search.stopped)
    assert (result.move, result.value, result.refutations) == ("A", 30, 0)


def test_none_of_the_paper_s_slips_changes_what_is_expanded_or_where_a_phase_ends(played):
    """MinAct .15 lies above every last chance and below every one that was followed."""
    _, _, tables = played

    for figure, followed in ((8, "F"), (10, "D"), (12, "D"), (13, "F")):
        chances = {name: tables[figure][name]["OptPrb"] for name in "DEF"}
        assert max(chances, key=chances.get) == followed
        assert chances[followed] >= 0.15
    assert max(tables[14][name]["OptPrb"] for name in "DEF") < 0.15


def test_the_command_shows_the_same_count():
    outcome = reproduce()

    example = outcome.tables[:8]
    assert sum(table.compared for table in example) == 465
    assert sum(table.agreeing for table in example) == 449
    assert outcome.reproduced
    figures = outcome.tables[8]
    assert (figures.name, figures.compared, figures.agreeing) == ("Figures 16 and 20", 9, 7)


def leaf(real, hope):
    return Node("leaf", player_moved=True, depth=0, real=real, hi=hope, lo=None)


def test_figure_16_s_distribution_gives_652_at_its_target():
    chance = [leaf_probability(leaf(20, 250), Aim(t, player_forces=True)) for t in (20, 100, 250)]

    assert chance == [1.0, pytest.approx(0.652, abs=0.0005), 0.0]


def black(real, optimism):
    """Figure 20 counts for White, and Black is the Player."""
    return leaf(-real, -optimism)


@pytest.mark.parametrize(
    ("optimism", "real", "chance"),
    [(-296, -70, 0.0), (-2764, -66, 0.4993), (-4621, 456, 0.6311)],
    ids=["c8h3", "d8d7", "h8h2"],
)
def test_figure_20_s_first_chances(optimism, real, chance):
    ours = leaf_probability(black(real, optimism), Aim(1417, player_forces=True))

    assert ours == pytest.approx(chance, abs=0.00005)


def test_figure_20_s_first_target_is_made_of_the_second_largest_hope():
    """(-2764 - 70) / 2 = -1417; the largest hope of the others would give -2345."""

    class Root(Script):
        def expand(self, state, depth, *, hopes):
            seen = {"c8h3": (-70, -296), "d8d7": (-66, -2764), "h8h2": (456, -4621)}
            return [Belief(m, m, -real, -optimism) for m, (real, optimism) in seen.items()]

    search = ProbabilitySearch(Root(), EXAMPLE)
    search.step()

    assert search.target == 1417
    assert search.path[-1].state == "h8h2"


@pytest.mark.parametrize(
    ("hope", "real", "best", "before", "after"),
    [(2807, -7000, 85, 1446, 765), (1600, -3200, 188, 894, 541)],
)
def test_figure_20_s_nearer_targets_lie_half_way_to_the_best_realval(
    hope, real, best, before, after
):
    """Its -1446 to -765 and -894 to -541. The hopes and RealVals that made them are not printed."""

    class Root(Script):
        def expand(self, state, depth, *, hopes):
            far = [Belief(move, move, real, hope) for move in ("far", "as far")]
            return [Belief("best", "best", best, best + 9), *far]

    targets = []
    search = watched(
        ProbabilitySearch(Root(), EXAMPLE),
        lambda event, at: targets.append((event, at.target)),
    )
    search.step()

    assert int(search.progress.target_from[0] + best) // 2 == before
    assert [(event, int(target)) for event, target in targets] == [("closer", after)]
    assert search.path[-1].state == "far"
