"""Every example of the documentation runs, and prints what the page says.

Commands without a shown output are run with small limits; those that cannot be run here are still
read, so that every option on a page exists.
"""

import importlib.resources
import inspect
import re
from pathlib import Path

import pytest
import typer

from provebest.cli.commands import LOADERS
from provebest.cli.main import app_for
from studies.doc_examples import agrees, examples_of, rewritten, run_command, run_python

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
PAGES = [README, *sorted((CHECKOUT / "docs").rglob("*.md"))] if README.exists() else []
EXAMPLES = {page: examples_of(page.read_text("utf-8")) for page in PAGES}

pytestmark = pytest.mark.skipif(not PAGES, reason="the documentation is not here")

PLACEHOLDERS = {"FEN": "startpos", "N": "1000", "4N": "4000"}
CANNOT_RUN = {  # a word of the command, and why
    "match": "plays games on a clock",
    "audit": "asks another engine",
    "uci:stockfish": "asks another engine",
    "sts.epd": "the suite is not part of the package",
    "serve": "answers until it is stopped",
    "ray": "needs a Ray cluster",
    "ray://192.0.2.2:10001": "needs a Ray cluster",
}
SMALL = {  # limits for commands that have none of their own
    "analyse": ["--nodes", "20000"],
    "annotate": ["--nodes", "2000"],
    "compare": ["--nodes", "20000"],
    "only-move": ["--nodes", "20000"],
    "tour": ["--max-expansions", "300"],
}
LIMITS = {"--nodes", "--seconds", "--expansions"}
GAME = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
MATE_IN_TWO = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
FILES = {
    "game.pgn": GAME,
    "games.pgn": GAME,
    "wac.epd": f'{MATE_IN_TWO} bm Qg6; id "WAC.001";\n',
    "puzzles.csv": f"PuzzleId,FEN,Moves,Rating\n1,{MATE_IN_TWO} 0 1,g3h3 d6f8,1000\n",
    "cities.txt": "0 3 9 4\n3 0 5 8\n9 5 0 2\n4 8 2 0\n",
}


@pytest.fixture
def folder(tmp_path):
    """A folder with the files that the commands on the pages name."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    tours = importlib.resources.files("provebest.papers") / "data/gr17.tsp"
    (tmp_path / "gr17.tsp").write_bytes(tours.read_bytes())
    return tmp_path


def name_of(page):
    return page.relative_to(CHECKOUT).as_posix()


def words_of(command):
    return [PLACEHOLDERS.get(word, word) for word in command.words]


def small(words):
    return words if LIMITS.intersection(words) else [*words, *SMALL.get(words[0], [])]


@pytest.mark.parametrize("page", [page for page in PAGES if EXAMPLES[page]], ids=name_of)
def test_the_examples_of_a_page_run_and_print_what_it_says(page, folder):
    text, space = page.read_text("utf-8"), {"__name__": "page"}
    for example in EXAMPLES[page]:
        if example.not_run or CANNOT_RUN.keys() & set(example.code.split()):
            continue
        if example.is_python:
            printed = run_python(example, space, folder)
        else:
            words = words_of(example)
            run = words if example.output else small(words)
            done = run_command(run, folder)
            cut_short = 1 if run != words else 0  # a small limit may come first
            assert done.returncode in {0, cut_short}, (example.code, done.stderr)
            printed = done.stdout
        if example.output:
            again = f"write it again with: python -m studies.doc_examples {name_of(page)}"
            assert agrees(text[example.output], printed), f"line {example.line}, {again}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_on_a_page_has_only_options_that_there_are(page):
    for example in EXAMPLES[page]:
        if not example.is_python:
            called, *words = words_of(example)
            if called == "--version":
                continue
            group = typer.main.get_command(app_for([called]))
            command = group.commands[called]
            command.make_context(called, words)  # raises for what the command does not know


def test_an_example_is_left_out_only_for_a_reason():
    reasons = [one.not_run for page in PAGES for one in EXAMPLES[page] if one.not_run is not None]

    assert all(len(reason.split()) > 2 for reason in [*reasons, *CANNOT_RUN.values()])


def test_no_python_on_a_page_hides_from_these_tests():
    hidden = [
        f"{page.name}: {block.strip().splitlines()[0]}"
        for page in PAGES
        for language, block in re.findall(
            r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
        )
        if language != "python" and re.search(r"^(import|from) \w|^>>> ", block, re.MULTILINE)
    ]

    assert hidden == []


# --- the runner itself ---------------------------------------------------------------------------


def test_outputs_are_compared_line_by_line_but_for_what_is_left_out():
    assert agrees("a\nb\n", "a\nb\n")
    assert not agrees("a\nb\n", "a\nc\n")
    assert agrees("a\n...\nd\n", "a\nb\nc\nd\n")
    assert agrees("a\n...\n", "a\n")
    assert not agrees("a\n...\nd\n", "a\nb\n")
    assert not agrees("a\n...\na\n", "a\n")


def test_a_page_is_read_as_it_is_written():
    page = inspect.cleandoc("""
        ```python
        print(1)
        ```
        ```
        1
        ```

        <!-- not run: it takes a day -->
        ```console
        $ provebest bench
        a number
        $ provebest puzzle \\
          216408753
        ```

            provebest tour cities.txt > tour.txt  # indented
        """)
    python, bench, puzzle, tour = examples_of(page + "\n")

    assert (python.is_python, python.code, page[python.output]) == (True, "print(1)\n", "1\n")
    assert (bench.words, bench.not_run, page[bench.output]) == (
        ["bench"],
        "it takes a day",
        "a number\n",
    )
    assert (puzzle.words, puzzle.not_run, puzzle.output) == (
        ["puzzle", "216408753"],
        "it takes a day",
        None,
    )
    assert (tour.words, tour.not_run, tour.line) == (["tour", "cities.txt"], None, 15)


def test_outputs_are_written_again():
    page = "```python\nfor i in range(4):\n    print(i)\n```\n\n```\n7\n...\n9\n```\nText.\n"

    assert rewritten(page) == page.replace("7\n...\n9", "0\n...\n3")


def test_every_command_there_is_has_an_example_in_the_readme():
    called = {example.words[0] for example in EXAMPLES[README] if not example.is_python}

    assert called == LOADERS.keys() - {"check"}
