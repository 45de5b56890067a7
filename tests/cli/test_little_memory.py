"""What is said where there is no memory for tables and threads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="it reads the size of the process"
)

LITTLE = """
import resource, sys
from pathlib import Path
{imports}
pages = int(Path("/proc/self/statm").read_text().split()[0])
now = pages * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + ({megabytes} << 20), resource.RLIM_INFINITY))
{then}
"""


def with_little_memory(megabytes, imports, then, stdin=""):
    """Runs a program that may take so much more memory than its imports have taken."""
    code = LITTLE.format(imports=imports, then=then, megabytes=megabytes)
    return subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        encoding="utf-8",
        input=stdin,
        timeout=120,
        env=os.environ | {"MALLOC_ARENA_MAX": "2"},
    )


@pytest.mark.parametrize("control", ["modern", "classic"])
@pytest.mark.parametrize("megabytes", [8, 100])
def test_too_many_threads_are_one_sentence(control, megabytes):
    words = ["analyse", "startpos", "--threads", "32", "--control", control, "--seconds", "2"]
    done = with_little_memory(
        megabytes,
        "import provebest.cli.analyse, provebest.chess.explain.analysis",
        f"from provebest.cli.main import main; sys.argv[1:] = {words}; main()",
    )

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("provebest: there is not enough memory")
    assert done.stderr.count("\n") == 1


def test_the_library_raises_an_error_of_its_own():
    done = with_little_memory(
        50,
        "import provebest as pb; from provebest.chess.probes import RootSearch; "
        "from provebest.games import read_position",
        "try: RootSearch(read_position(), table_bytes=1 << 30)\n"
        "except pb.NotEnoughMemoryError as error: print(isinstance(error, pb.ProvebestError))",
    )

    assert done.stdout == "True\n", done.stderr


def test_the_engine_goes_on_with_less():
    game = (
        "setoption name Hash value 1024\nsetoption name Threads value 32\nisready\n"
        "position startpos\ngo depth 7\n"
    )
    done = with_little_memory(
        120,
        "import time; from provebest.chess.uci.engine import UciEngine",
        "engine = UciEngine(print)\n"
        "for line in sys.stdin: engine.handle(line)\n"
        "engine._thinker.join(60)",
        game,
    )

    said = done.stdout.splitlines()
    assert "info string not enough memory for Hash 1024 MB; using 16 MB" in said
    assert "info string not enough memory for Threads 32; using 1" in said
    assert said[-1].startswith("bestmove "), done.stderr
