"""Rosenberg (1972), tables I to V, cell by cell.

The numbers typed in here are the paper's, D/L as printed: nodes developed and length found, or -
where the limit came first. Four lengths are not ours; each stands beside ours with the reason, and
``docs/papers/rosenberg1972.md`` has the rules.
"""

from functools import cache

import pytest

from provebest import Stopped, find_path
from provebest.papers import rosenberg1972 as lab
from provebest.problems import SlidingTiles

pytestmark = pytest.mark.paper("rosenberg1972")

# Table I: problem -> board, length of the shortest solution
TABLE_I = {
    1: ("216408753", 18),
    2: ("825106734", 20),
    3: ("824107563", 22),
    4: ("824107356", 24),
    5: ("765108324", 30),
}
FIGURE_4 = ("527804361", 30)

# Table II: problem 3, wt .5, TIE-1, limit 200.
TABLE_II = """
LK  .1     .5      1.5     3.0    9.0
0   200/-  200/-   142/22  200/-  65/26
1   200/-  200/-   92/22   63/28  63/28
2   200/-  200/-   58/26   59/26  32/26
3   200/-  184/22  59/22   32/28  26/22
4   200/-  90/24   23/22   27/22  30/26
"""

# Table III: problem 1, TIE-1, limit 100; each row begins with look-ahead and wt.
TABLE_III = """
LK,wt  .5     1.5    3.0
0,1.0  100/-  25/18  24/18
0,0.5  39/18  33/18  23/18
1,1.0  53/38  65/46  65/46
1,0.5  27/18  21/18  21/18
2,1.0  39/27  33/27  17/18
2,0.5  22/18  19/18  17/18
3,1.0  39/31  22/24  22/24
3,0.5  18/18  22/24  22/24
4,1.0  15/18  21/24  21/24
4,0.5  15/18  21/24  21/24
"""

# Table IV: problem 5, wt .5, limit 200. The text prints w = 5.0; only 3.0 gives all ten cells.
TABLE_IV = """
LK  newest  oldest
0   40/32   71/32
1   36/32   54/32
2   46/32   48/32
3   39/34   46/32
4   44/32   43/32
"""
TABLE_IV_W, TABLE_IV_W_PRINTED = "3.0", "5.0"

# Table V: wt .5, TIE-1, limit 200; columns are problem and w. Only problem 2 is new in it.
TABLE_V = """
LK  1,.5   1,1.5  2,.5    2,1.5   3,.5    3,1.5
0   39/18  33/18  200/-   172/20  200/-   142/22
1   27/18  x      189/20  x       200/-   x
2   22/18  x      153/20  x       200/22  x
3   18/18  x      138/20  x       184/22  x
"""

ITSELF = "Table V prints the same run as 200/22"
PARITY = "every solution of problem 1 has an even length"

# (table, row, column) -> printed, ours, why
MISPRINTS = {
    ("II", "2", ".5"): ("200/-", "200/22", ITSELF),
    ("III", "2,1.0", ".5"): ("39/27", "39/28", PARITY),
    ("III", "2,1.0", "1.5"): ("33/27", "33/28", PARITY),
    ("III", "3,1.0", ".5"): ("39/31", "39/32", PARITY),
}


def cells(name, text):
    """(table, row, column, printed) for each cell that is not left blank."""
    (_, *columns), *rows = [line.split() for line in text.strip().splitlines()]
    return [
        (name, row, column, printed)
        for row, *line in rows
        for column, printed in zip(columns, line, strict=True)
        if printed != "x"
    ]


II, III = cells("II", TABLE_II), cells("III", TABLE_III)
IV, V = cells("IV", TABLE_IV), cells("V", TABLE_V)
DISTINCT = II + III + IV + [cell for cell in V if cell[2].startswith("2,")]


def settings_of(table, row, column):
    """Problem, w, wt, look-ahead, limit and tie rule of a cell."""
    depth, _, wt = row.partition(",")
    look_ahead = int(depth)
    if table == "II":
        return 3, column, "0.5", look_ahead, 200, "newest"
    if table == "III":
        return 1, column, wt, look_ahead, 100, "newest"
    if table == "IV":
        return 5, TABLE_IV_W, "0.5", look_ahead, 200, column
    problem, _, w = column.partition(",")
    return int(problem), w, "0.5", look_ahead, 200, "newest"


def run(problem, w, wt, look_ahead, limit, tie, *, duplicates="ignore", native=True):
    result = find_path(
        SlidingTiles(TABLE_I[problem][0], w=w, native=native),
        weight=wt,
        look_ahead=look_ahead,
        tie=tie,
        duplicates=duplicates,
        max_developed=limit,
    )
    return f"{result.counters.expanded}/{result.length if result.solved else '-'}"


@cache
def ours(table, row, column, *, duplicates="ignore", native=True):
    """D/L as this package finds it."""
    return run(*settings_of(table, row, column), duplicates=duplicates, native=native)


def developed(cell):
    return cell.partition("/")[0]


def check(table, row, column, printed, native):
    """D as printed, always; L as printed, or as the misprint is explained."""
    found = ours(table, row, column, native=native)
    misprint = MISPRINTS.get((table, row, column))

    assert developed(found) == developed(printed)
    if misprint is None:
        assert found == printed
    else:
        assert (printed, found) == misprint[:2]


both = pytest.mark.parametrize("native", [True, False], ids=["compiled", "Python"])
columns = ("table", "row", "column", "printed")


@pytest.mark.parametrize(("board", "shortest"), [*TABLE_I.values(), FIGURE_4])
def test_table_i_and_figure_4_shortest_lengths_are_proved(board, shortest):
    result = find_path(SlidingTiles(board, estimate="E2"), weight="1/2")

    assert result.stopped is Stopped.PROVED
    assert result.length == result.cost == shortest


@both
@pytest.mark.parametrize(columns, II)
def test_table_ii(table, row, column, printed, native):
    check(table, row, column, printed, native)


@both
@pytest.mark.parametrize(columns, III)
def test_table_iii(table, row, column, printed, native):
    check(table, row, column, printed, native)


@both
@pytest.mark.parametrize(columns, IV)
def test_table_iv(table, row, column, printed, native):
    check(table, row, column, printed, native)


@both
@pytest.mark.parametrize(columns, V)
def test_table_v(table, row, column, printed, native):
    check(table, row, column, printed, native)


def test_the_size_of_the_tables_is_the_paper_s():
    assert [len(table) for table in (II, III, IV, V)] == [25, 30, 10, 15]
    assert len(DISTINCT) == len({cell[:3] for cell in DISTINCT}) == 70
    assert set(MISPRINTS) <= {cell[:3] for cell in DISTINCT}


@both
def test_d_agrees_in_70_of_70_distinct_cells_and_d_and_l_in_66(native):
    found = [(printed, ours(*cell, native=native)) for *cell, printed in DISTINCT]

    assert sum(developed(printed) == developed(mine) for printed, mine in found) == 70
    assert sum(printed == mine for printed, mine in found) == 66


def test_the_misprint_in_table_ii_is_contradicted_by_the_paper_itself():
    in_v = {(row, column): printed for _, row, column, printed in V}

    assert MISPRINTS["II", "2", ".5"][1] == in_v["2", "3,.5"] == "200/22"
    assert MISPRINTS["II", "2", ".5"][0] == "200/-"


def test_the_misprints_in_table_iii_are_odd_lengths_of_a_board_that_has_only_even_ones():
    """Each step changes the colour of the blank's square, if the board is coloured like chess."""
    blank, goal = TABLE_I[1][0].index("0"), "123804765".index("0")

    assert (blank - goal) % 2 == 0
    for (table, _, _), (printed, mine, _) in MISPRINTS.items():
        if table == "III":
            assert int(printed.split("/")[1]) % 2 == 1
            assert int(mine.split("/")[1]) % 2 == 0


def test_tables_ii_and_iii_repeat_in_table_v_wherever_they_are_not_misprinted():
    in_v = {(row, column): printed for _, row, column, printed in V}
    for table, problem, rows in (("II", "3", II), ("III", "1", III)):
        for _, row, w, printed in rows:
            depth, _, wt = row.partition(",")
            repeated = in_v.get((depth, f"{problem},{w}"))
            if repeated is not None and wt in ("", "0.5") and (table, row, w) not in MISPRINTS:
                assert repeated == printed


def test_table_iv_fits_w_3_in_all_ten_cells_and_the_printed_w_5_in_six():
    def matches(w):
        return sum(run(5, w, "0.5", int(row), 200, tie) == printed for _, row, tie, printed in IV)

    assert matches(TABLE_IV_W) == 10
    assert matches(TABLE_IV_W_PRINTED) == 6
    assert matches("3.25") == 8


@both
def test_the_duplicate_rule_of_the_paper_is_the_one_that_gives_its_tables(native):
    """Ignoring a board seen before gives 66 of 70 cells; neither better rule comes near.

    ``reopen`` gives 58, as does a reading of the paper in which a better way re-opens closed nodes
    and moves the node to the end of the list (59 where it keeps its place, which is no option
    here). ``relink`` gives 58 too: a reading that updates only open nodes gives 61 or 62, but this
    rule also hands the gain on through closed ones.
    """
    matched = {
        rule: sum(
            ours(*cell, duplicates=rule, native=native) == printed for *cell, printed in DISTINCT
        )
        for rule in ("ignore", "relink", "reopen")
    }

    assert matched == {"ignore": 66, "relink": 58, "reopen": 58}


def test_the_lab_has_the_same_boards_and_tables():
    def flat(table):
        return [printed for row in table.values() for printed in row]

    assert lab.PROBLEMS == TABLE_I
    assert flat(lab.TABLE_II) == [printed for *_, printed in II]
    assert flat(lab.TABLE_III) == [printed for *_, printed in III]
    assert flat(lab.TABLE_IV) == [printed for *_, printed in IV]
    assert sorted(flat(lab.TABLE_V)) == sorted(printed for *_, printed in V)
    assert lab.TABLE_IV_W == TABLE_IV_W


@pytest.mark.parametrize(
    ("make", "typed"),
    [
        (lab.table_ii, II),
        (lab.table_iii, III),
        (lab.table_iv, IV),
        (lab.table_v, V),
    ],
)
def test_the_lab_shows_each_cell_with_the_paper_s_and_explains_what_differs(make, typed):
    table = make()
    here = sorted(MISPRINTS[cell[:3]][:2] for cell in typed if cell[:3] in MISPRINTS)

    assert sorted(cell.paper for cell in table.cells) == sorted(printed for *_, printed in typed)
    assert sorted((c.paper, c.ours) for c in table.cells if not c.agrees) == here
    assert all(bool(cell.why) == (cell.agrees is False) for cell in table.cells)
    assert table.unexplained == 0
    assert (table.compared, table.agreeing) == (len(typed), len(typed) - len(here))


def test_the_lab_comes_to_the_same_sum(monkeypatch):
    """The fifteen-puzzle is none of the paper's tables and takes longest: it is left out."""
    monkeypatch.setattr(lab, "fifteen_tables", lambda _: ())
    ticks = []
    reproduction = lab.reproduce(lambda: ticks.append(None))

    assert reproduction.paper == "rosenberg1972"
    assert reproduction.reproduced
    assert reproduction.summary[0] == "D agrees in 70 of 70 distinct cells, D and L in 66."
    assert [table.name for table in reproduction.tables[:4]] == [
        "Table II",
        "Table III",
        "Table IV",
        "Table V",
    ]
    assert len(ticks) == 6


def test_a_cell_that_differs_without_a_reason_would_not_count_as_reproduced(monkeypatch):
    wrong = {**lab.TABLE_IV, 0: ("41/32", "71/32")}
    monkeypatch.setattr(lab, "TABLE_IV", wrong)
    table = lab.table_iv()

    assert table.unexplained == 1
    assert table.agreeing == 9
