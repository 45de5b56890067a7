"""What the documentation says is true. These tests need the checkout; elsewhere they say so.

Its examples are run by ``test_examples.py``.
"""

import importlib
import logging
import re
import sys
import types
from pathlib import Path

import chess
import chess.engine
import pytest

from provebest.argument.argument import LARGEST_TREE
from provebest.argument.notation import SCORE_SCALE
from provebest.argument.parts import Kind
from provebest.bench.signature import run_all, signature
from provebest.chess.explain.annotating import BOOK_MOVES, MOST_LEFT, ONLY
from provebest.chess.explain.confirming import FEW_MEN, NATIVE, OTHERS, SUSPECTED
from provebest.chess.explain.looks import AT_STAKE, BEYOND_DOUBT, COUNTED, DEPTHS, ENOUGH, TOO_MUCH
from provebest.chess.explain.losses import POINTS_SCALE, lost_points
from provebest.chess.explain.notes import DECIDED, LEAST_COST
from provebest.chess.explain.summary import ACCURACY_SCALE, AHEAD
from provebest.chess.openings import lines as opening_lines
from provebest.chess.uci.options import OPTIONS
from provebest.games.chess_evaluation import CORRECTED
from provebest.search.setprobe.law import TOLERANCE as REGRET
from provebest.search.setprobe.settings import CHESS
from provebest.suites.audit import TOLERANCE
from provebest.vocabulary import ProvebestError
from studies.analysis_pictures import POSITION, draw, make_analyses, rewrite_page

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
TOP_LEVEL = [CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "SECURITY.md"]

pytestmark = pytest.mark.skipif(not README.exists(), reason="the documentation is not here")

LABEL = re.compile(r"\b(EH63|R72|H74|B79|BM95|MC|DB|GPN|SQ|DF)-(\d+)")


def blocks(path, language):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in fenced if name == language]


def test_the_example_of_the_readme_prints_what_it_says(capsys):
    example = blocks(README, "python")[0]
    said = next(block for block in blocks(README, "") if block.startswith("6 proved"))

    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})

    assert capsys.readouterr().out == said


def test_the_problem_in_the_readme_has_the_lines_it_promises():
    body = blocks(README, "python")[0].split("class Jugs")[1].split("result =")[0]

    assert len([line for line in body.splitlines() if line.strip()]) <= 15


def test_the_examples_on_your_own_problem_run(capsys):
    space = {}
    for example in blocks(CHECKOUT / "docs/your-own-problem.md", "python"):
        exec(compile(example, "your-own-problem.md", "exec"), space)

    assert capsys.readouterr().out == f"23 22 {22 / 23}\nnode limit then 48\n(1, 2, 3, 4) 14 0\n"


def test_the_game_of_ones_own_prints_what_it_says(capsys):
    page = CHECKOUT / "docs/your-own-game.md"
    example = blocks(page, "python")[0]

    exec(compile(example, "your-own-game.md", "exec"), {"__name__": "page"})

    assert capsys.readouterr().out == blocks(page, "")[0]
    body = example.split("class Nim")[1].split("result =")[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 15


def test_the_page_on_errors_has_every_error():
    page = (CHECKOUT / "docs/errors.md").read_text("utf-8")
    listed = set()
    for name in re.findall(r"^\| `([\w.]+Error)`", page, re.MULTILINE):
        module, _, kind = name.rpartition(".")
        listed.add(getattr(importlib.import_module(module or "provebest"), kind))
    found, known = set(), [ProvebestError]
    while known:
        below = [kind for kind in known.pop().__subclasses__() if "provebest" in kind.__module__]
        found.update(below)
        known += below

    assert listed == found


def test_the_homemade_engine_plays_and_argues(monkeypatch, caplog):
    wrapper = types.ModuleType("lib.engine_wrapper")
    wrapper.MinimalEngine = object
    monkeypatch.setitem(sys.modules, "lib", types.ModuleType("lib"))
    monkeypatch.setitem(sys.modules, "lib.engine_wrapper", wrapper)
    (example,) = blocks(CHECKOUT / "docs/uci.md", "python")
    space = {"__name__": "homemade"}
    exec(compile(example, "uci.md", "exec"), space)
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    board.push_san("a6")

    with caplog.at_level(logging.INFO):
        limit = chess.engine.Limit(white_clock=40, black_clock=40)
        played = space["ProveBest"]().search(board, limit, False, False, [])  # noqa: FBT003

    assert board.san(played.move) == "Qxf7#"
    assert "Qxf7#" in caplog.text


def test_the_table_of_options_has_every_option():
    page = (CHECKOUT / "docs/uci.md").read_text("utf-8")

    listed = set(re.findall(r"^\| `([\w ]+)` \|", page, re.MULTILINE))
    assert listed == {option.name for option in OPTIONS.values()}


def rules_listed():
    """Every rule of the papers' pages, and the files that its row says it is in."""
    listed = {}
    for page in (CHECKOUT / "docs/papers").glob("*.md"):
        text = page.read_text("utf-8")
        (folder,) = re.findall(r"^Files without a folder are in `(.*?)`", text, re.MULTILINE) or [
            ""
        ]
        for label, where in re.findall(r"^\| (\w+-\d+) \|.*\|([^|]*)\|$", text, re.MULTILINE):
            files = re.findall(r"`([^`]+)`", where)
            listed[label] = {file if "/" in file else folder + file for file in files}
    return listed


def rules_cited():
    """Every rule that the code names, and the files that do, without the package's own folder."""
    cited = {}
    package, compiled = CHECKOUT / "src/provebest", CHECKOUT / "native"
    for file in [*package.rglob("*.py"), *compiled.rglob("*.[ch]pp")]:
        name = file.relative_to(package if file.is_relative_to(package) else CHECKOUT).as_posix()
        for label in LABEL.finditer(file.read_text("utf-8")):
            cited.setdefault(label.group(0), set()).add(name)
    return cited


def test_every_rule_cited_is_listed_and_every_rule_listed_is_cited():
    listed = rules_listed()

    assert len(listed) == 5 + 14 + 23 + 17 + 21 + 28 + 9
    assert rules_cited().keys() == listed.keys()


def test_every_rule_is_cited_where_its_row_says_and_nowhere_else():
    listed, cited = rules_listed(), rules_cited()

    missing = [f"{rule}: {file}" for rule in listed for file in listed[rule] - cited[rule]]
    unlisted = [f"{rule}: {file}" for rule in cited for file in cited[rule] - listed[rule]]
    assert missing == [], "the row names a file that does not name the rule"
    assert unlisted == [], "the code names a rule whose row does not name the file"


def test_the_changelog_knows_the_signature():
    newest = re.search(
        r"^## \S+ .*\[(\d+)\]$", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )

    assert newest is not None
    assert int(newest.group(1)) == signature(run_all(evaluation=CORRECTED))


@pytest.fixture(scope="module")
def analyses():
    return make_analyses()


def test_the_analysis_that_is_explained_is_the_analysis_that_is_made(analyses):
    page = (CHECKOUT / "docs/an-analysis.md").read_text("utf-8")

    again = "write it again with: python -m studies.analysis_pictures docs"
    assert rewrite_page(page, analyses) == page, again
    assert all(f"{told.result.counters.probe_nodes:,} nodes" in page for told in analyses)
    assert all(not told.result.proved for told in analyses)
    assert POSITION in page


def test_the_pictures_of_the_analysis_are_drawn_from_it(tmp_path, analyses):
    board, *ours = draw(tmp_path, analyses)
    pictures = CHECKOUT / "docs/pictures"

    for picture in ours:
        assert picture.read_text("utf-8") == (pictures / picture.name).read_text("utf-8")
    # How the pieces look is python-chess's affair; the arrows are ours.
    arrows = [
        sorted(re.findall(r'class="arrow"', file.read_text("utf-8")))
        for file in (board, pictures / board.name)
    ]
    assert arrows[0] == arrows[1] != []


def test_the_page_on_arguments_has_every_reason_and_the_right_numbers():
    page = (CHECKOUT / "docs/argument.md").read_text("utf-8")

    listed = re.findall(r"^\| `([\w ]+)` \| [a-z]", page, re.MULTILINE)
    assert listed[: len(Kind)] == [kind.value for kind in Kind]
    assert f"a tree of at most {LARGEST_TREE} positions" in page
    assert f"exp(-pawns / {SCORE_SCALE / 100:g})" in page
    assert f"tolerance of {TOLERANCE} hundredths" in page


def per_cent(share):
    return f"{share:.0%}".replace("%", " %")


def test_the_page_on_annotated_games_has_the_right_numbers():
    page = " ".join((CHECKOUT / "docs/annotate.md").read_text("utf-8").split())

    costs = [per_cent(least) for least, _ in reversed(LEAST_COST)]
    assert costs == re.findall(r"(\d+ %) (?:is an inacc|a mis|a blu)", page)
    assert f"exp(-v / {POINTS_SCALE / 100:g})" in page
    said = re.search(
        r"are ([\d.]+) pawns in an equal position, ([\d.]+) for .*?, and ([\d.]+) four", page
    )
    for ahead, pawns in zip((0, 200, 400), said.groups(), strict=True):
        assert lost_points(ahead, ahead - 100 * float(pawns)) == pytest.approx(
            LEAST_COST[-1][0], abs=5e-4
        )
    assert (
        f"costs {per_cent(ONLY)} winning chances and leaves at most {per_cent(MOST_LEFT)}" in page
    )
    assert f"The first {BOOK_MOVES} moves of each side" in page
    assert f"seems to lose {per_cent(SUSPECTED)} or more" in page
    assert f"at most {per_cent(ENOUGH)} doubt" in page
    assert f"more than {per_cent(TOO_MUCH)} doubt" in page
    assert NATIVE.effort == OTHERS.effort == 4, "four times"
    assert (COUNTED, DEPTHS) == (5, 3), "the last five, and the last three"
    assert f"must cost {NATIVE.cost:.1%} on average at the last five".replace("%", " %") in page
    assert f"and {per_cent(NATIVE.least)} at each of the last three" in page
    assert f"({per_cent(OTHERS.cost)} if another engine searches)" in page
    assert (NATIVE.least, NATIVE.with_few, OTHERS.with_few) == (OTHERS.least, 2, 1)
    assert FEW_MEN == 12, "twelve men"
    assert f"depth {NATIVE.deepest} is reached ({OTHERS.deepest} by another engine)" in page
    assert f"costs {per_cent(AT_STAKE)} or more on average at the last five depths then" in page
    assert f"at least {per_cent(BEYOND_DOUBT)} at each of the last three" in page
    assert NATIVE.at_stake == OTHERS.at_stake
    assert f"used up {NATIVE.at_stake} times more" in page
    assert f"less than {per_cent(DECIDED)} left before a move" in page
    assert f"has {len(list(opening_lines()))} lines" in page
    assert f"exp(-loss / {ACCURACY_SCALE:g})" in page
    assert f"at least {per_cent(AHEAD)} winning chances" in page


def test_every_link_in_the_documentation_leads_somewhere():
    pages = [README, *TOP_LEVEL, *(CHECKOUT / "docs").rglob("*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]

    assert broken == []


def test_the_numbers_of_the_law_are_those_of_the_code():
    page = (CHECKOUT / "docs/papers/setprobe.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| ([-+]?\d+\.(\d+)) ± \d+\.\d+ \|", page, re.MULTILINE)
    names = ["base", "depth", "unchanged", "share", "room", "refuted", "untried", "loss"]

    assert [name for name, _, _ in rows] == names
    said = {name: float(value) for name, value, _ in rows}
    assert said == {name: round(getattr(CHESS, name), len(digits)) for name, _, digits in rows}


def test_the_scale_and_the_tolerance_of_the_law_are_those_of_the_code():
    page = (CHECKOUT / "docs/papers/setprobe.md").read_text("utf-8")

    assert f"exp(-v / {CHESS.scale:g})" in page
    assert f"exceeds {REGRET:g} points" in page


def test_every_file_that_the_documentation_names_is_there():
    pages = [README, *TOP_LEVEL, *(CHECKOUT / "docs").rglob("*.md")]
    roots = CHECKOUT, CHECKOUT / "src/provebest", CHECKOUT / "docs"
    named = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|md|cpp|hpp|sh))`")

    missing = [
        f"{page.name}: {name}"
        for page in pages
        for name in named.findall(page.read_text("utf-8"))
        if not any((root / name).exists() for root in (*roots, page.parent))
    ]
    assert missing == []
