"""Lines that no chess program should send: sentences, silence, never a fault."""

import random

import pytest
from uci_session import MATE_IN_2, SHUFFLED, STALEMATE, Session

BAD_POSITIONS = [
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rubbish",
    "position fen",
    "position",
    "position nowhere",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves \x00\x07",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves \ufffde2",
]


@pytest.mark.parametrize("line", BAD_POSITIONS)
def test_a_bad_position_is_a_sentence_and_changes_nothing(session, line):
    session.tell(f"position fen {MATE_IN_2}")
    since = len(session.said)

    session.tell(line)

    (remark,) = session.said[since:]
    assert remark.startswith("info string ")
    assert remark.isascii()
    assert remark.isprintable()
    assert session.ask("go depth 6")[-1].startswith("bestmove g3g6")


BAD_OPTIONS = [
    "setoption name Hash value 0",
    "setoption name Hash value 99999999999999999999999999999",
    "setoption name Threads value x",
    "setoption name Search value minimax",
    "setoption name Ponder value maybe",
    "setoption name NoSuch value 1",
    "setoption",
    "setoption name",
    "setoption value",
    "setoption name Prober value stockfish",
    "setoption name Prober value uci:/no/such/engine",
    "setoption name Prober value uci:",
    "setoption name Prober value uci:stock\x07fish",
]


@pytest.mark.parametrize("line", BAD_OPTIONS)
def test_a_bad_option_is_a_sentence(session, line):
    session.tell(line)

    (remark,) = session.said
    assert remark.startswith("info string ")
    assert remark.isascii()
    assert session.ask("go depth 5")[-1].startswith("bestmove ")


WORDS = f"""
uci isready ucinewgame position startpos fen moves go stop ponderhit setoption name
value debug on off register searchmoves infinite ponder depth nodes movetime mate
wtime btime winc binc movestogo Threads MultiPV Search bstar alphabeta Control
classic modern ProbeDepth Prober native Clear Hash UCI_Chess960 true false
Book SyzygyPath <empty> HandOverPieces HandOverTime EarlyStop MinAct
Probes probes Expansions UCI_ShowRefutations
e2e4 e7e5 g1f3 e1g1 e7e8q 0000 (none) 1 3 0 -1 20 1e9 0x10 nan 99999999999999
{MATE_IN_2} {STALEMATE} {SHUFFLED} 8/8/8/8/8/8/8/8 w b - KQkq
""".split()
WHOLE = [
    "position startpos moves e2e4",
    f"position fen {MATE_IN_2}",
    f"position fen {STALEMATE}",
    f"position fen {SHUFFLED}",
    "go depth 2",
    "go movetime 1",
    "go nodes 50",
    "go infinite",
    "go ponder wtime 5 btime 5",
    "go wtime -5 btime 0",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
]


def nonsense(rng):
    """A line: whole, of known words, of a whole one with a fault, or of any bytes."""
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(WHOLE)
    if kind < 0.7:
        return " ".join(rng.choices(WORDS, k=rng.randint(0, 9)))
    if kind < 0.85:
        line = list(rng.choice(WHOLE))
        for _ in range(rng.randint(1, 3)):
            line[rng.randrange(len(line))] = chr(rng.randrange(256))
        return "".join(line)
    return bytes(rng.choices(range(256), k=rng.randint(0, 80))).decode("ascii", "replace")


def fuzz(lines, seed):
    rng = random.Random(seed)
    session = Session()
    for _ in range(lines):
        line = nonsense(rng)
        if "quit" not in line:
            session.tell(line)
    session.tell("isready", "stop")
    session.engine.close()
    return session


def test_no_line_breaks_it():
    session = fuzz(2_000, seed=1995)

    assert not session.engine.thinking
    assert "readyok" in session.said
    assert [line for line in session.said if line.startswith("info string internal error")] == []
    assert all(line.isascii() and line.isprintable() for line in session.said)
    assert sum(line.startswith("bestmove") for line in session.said) > 50
