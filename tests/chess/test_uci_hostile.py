"""No line and no file of a chess program ends the engine or makes it play illegally."""

import json
import random

import chess
import pytest
from uci_session import Session

from provebest.chess.probes.remembered import FORMAT, VERSION, GameTree
from provebest.games.chess import START
from provebest.vocabulary import BadInputError

DEEP = "[" * 100_000


def plays(session, *lines):
    """The best move that the engine plays after these lines."""
    return session.ask(*lines)[-1].split()[1]


@pytest.mark.parametrize("option", ["SyzygyPath", "TreeFile", "Book", "Prober", "Hash"])
@pytest.mark.parametrize(
    "value", ["a\0b", "x" * 5000, "uci:" + "y" * 5000, "/", "/dev/zero", "[/b]"]
)
def test_an_option_that_cannot_be_used_is_a_remark(option, value):
    session = Session()
    session.tell(f"setoption name {option} value {value}", "isready")

    assert session.hear("readyok")
    assert chess.Move.from_uci(plays(session, "go nodes 100")) in chess.Board().legal_moves


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 16, b"\x71\xe8\x23\x5d", b"\x71\xe8\x23\x5d" + b"x" * 60]
)
def test_a_tablebase_that_cannot_be_read_is_not_asked(tmp_path, content):
    for name in ("KQvK.rtbw", "KQvK.rtbz"):
        (tmp_path / name).write_bytes(content)
    session = Session()
    session.tell(f"setoption name SyzygyPath value {tmp_path}")
    board = chess.Board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")

    assert chess.Move.from_uci(plays(session, f"position fen {board.fen()}", "go nodes 200")) in (
        board.legal_moves
    )


def test_mutated_tablebases_are_a_value_or_nothing(tmp_path):
    rng, session = random.Random(14), Session()
    board = chess.Board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    session.tell(f"position fen {board.fen()}")
    for round_ in range(60):
        content = b"\x71\xe8\x23\x5d" + rng.randbytes(rng.randrange(300))
        folder = tmp_path / str(round_)
        folder.mkdir()
        (folder / "KQvK.rtbw").write_bytes(content)
        session.tell(f"setoption name SyzygyPath value {folder}")
        assert chess.Move.from_uci(plays(session, "go nodes 50")) in board.legal_moves


@pytest.mark.parametrize(
    "text", [DEEP, json.dumps({"format": FORMAT, "version": VERSION}) + "\n" + DEEP, "\0", "\xff"]
)
def test_a_tree_file_that_is_something_else_is_a_remark(tmp_path, text):
    file = tmp_path / "tree"
    file.write_text(text)
    session = Session()
    session.tell(f"setoption name TreeFile value {file}", "isready")

    assert session.hear("readyok")
    with pytest.raises(BadInputError):
        GameTree().load(file)


def saved_tree(file):
    """The tree of a first move by the classic control, as lines of JSON."""
    session = Session()
    session.tell("setoption name Control value classic", "setoption name ProbeDepth value 1")
    session.tell("setoption name HandOverTime value 0", f"setoption name TreeFile value {file}")
    session.ask("position startpos", "go probes 60")
    session.engine.close()
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_tree_file_cannot_make_the_engine_play_an_illegal_move(tmp_path):
    file = tmp_path / "tree"
    head, *lines = saved_tree(file)
    root = next(line for line in lines if line[2] == [START])
    for damage in ("another move", "another key", "a move missing", "a great value"):
        broken = json.loads(json.dumps(root))
        best = broken[3][0]
        if damage == "another move":
            best[0], best[3] = "a1a8", 900
        elif damage == "another key":
            best[1], best[3] = 12345, 900
        elif damage == "a move missing":
            del broken[3][3]
        else:
            best[3] = 10**400
        file.write_text("\n".join(json.dumps(line) for line in [head, broken]))
        session = Session()
        session.tell("setoption name Control value classic", "setoption name ProbeDepth value 1")
        session.tell("setoption name HandOverTime value 0", f"setoption name TreeFile value {file}")
        move = plays(session, "position startpos", "go probes 60")

        assert chess.Move.from_uci(move) in chess.Board().legal_moves, damage


def test_whatever_the_player_says_a_legal_move_is_played(monkeypatch):
    session = Session()
    session.ask("position startpos", "go nodes 100")

    original = type(session.engine._player).think

    def lie(self, request):
        for report in original(self, request):
            yield type(report)(
                depth=report.depth,
                seldepth=report.seldepth,
                nodes=report.nodes,
                filled=report.filled,
                lines=((31_000.0, ("a1a8", "e7e5")),),
            )

    monkeypatch.setattr(type(session.engine._player), "think", lie)
    said = session.ask("position startpos", "go nodes 100")

    assert chess.Move.from_uci(said[-1].split()[1]) in chess.Board().legal_moves
    assert any("a1a8" in line and line.startswith("info string") for line in said)
    assert not any(line.startswith("info depth") and "a1a8" in line for line in said)


def test_a_game_of_a_hundred_thousand_plies_is_not_followed_move_by_move_in_python(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("the board was built from all its moves")

    monkeypatch.setattr("provebest.chess.player.game_probers.board_from", refuse)
    session = Session()
    moves = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 25_000)
    session.tell(f"position startpos moves {moves}", "isready")

    assert session.hear("readyok")
    assert plays(session, "go nodes 100") in {move.uci() for move in chess.Board().legal_moves}


def test_any_fault_of_a_command_is_a_remark(monkeypatch):
    session = Session()

    def fail(_):
        raise RuntimeError("a fault \x1b[2K")

    session.engine._commands["debug"] = fail
    session.tell("debug on", "isready")

    assert session.hear("readyok")
    assert any("a fault" in line and "\x1b" not in line for line in session.said)
