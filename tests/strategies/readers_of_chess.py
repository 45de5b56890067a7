"""The readers of chess: positions, moves, games, suites, tree files, caches, books, tablebases."""

import os
import sqlite3
import tempfile
from contextlib import chdir, closing, suppress
from functools import cache
from pathlib import Path

import chess
import chess.syzygy
from reader_law import Reader
from small_books import opening_book
from uci_session import MATE_IN_2, SHUFFLED, Session

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import plies_to_annotate, task_of
from provebest.chess.explain.pgn_notes import as_pgn
from provebest.chess.knowledge import Knowledge
from provebest.chess.player.clock import allot, read_go
from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.chess.probes.uci_words import read_info
from provebest.games.boards import board_from, moves_in_uci
from provebest.games.chess import START, fen_of, play_moves, read_position
from provebest.games.pgn import read_games
from provebest.match.openings import read_openings
from provebest.suites.audit import positions
from provebest.suites.epd import read_suite
from provebest.suites.only_moves import read_puzzles
from provebest.vocabulary import ProvebestError

QUEEN = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
PGN = """[Event "a [/b] \\"quoted\\" event"]
[Result "0-1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
[SetUp "1"]

1. f3 {weak} (1. e4 e5 2. Nf3 $1) e5 $6 2. g4?? Qh4# 0-1

[Event "?"]
[White "A"]
[Black "B"]
[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]

9. Nf3 O-O 10. O-O {[%clk 0:01:02] [%eval 0.3,12]} * ; the rest of the line

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2
c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Qb7 1/2-1/2

[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]
[SetUp "1"]

1. e4 $14 Kd7 ; a remark
2. O-O 1/2-1/2
"""
OPENINGS = """[Opening "Ruy \\"Lopez\\""]

1. e4 e5 2. Nf3 Nc6 (2... d6 $1 {Philidor}) 3. Bb5 *

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Ke7 *
"""
EPD = f"""# a suite
{MATE_IN_2.rpartition(" 0 1")[0]} bm Qg6; id "one";
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; c0 "Qd1+=10, Qc7=3";
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - am d5; c8 "1 2"; c9 "e4e5 d4d5"; acd 12;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - am Rxb2; pv Rxb2 Rxb2 c3; c0 "Rxb2=10, c3=2"; ce +31;
"""
CSV = """PuzzleId,FEN,Moves,Rating
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1760
"00,sJ9",r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1 g1h2,2671
"x,1",6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1,a2a8 d1d8 a8d8,
"""
FENS = (START, QUEEN, SHUFFLED, "startpos", "4k3/P7/8/8/8/8/8/4K2R w K - 99 9999")
INFO = """info depth 12 seldepth 20 multipv 1 score cp 31 lowerbound nodes 81234 nps 1 pv e2e4 e7e5
info depth 3 score mate -2 upperbound wdl 1 2 3 hashfull 9 tbhits 0 time 5 pv e2e4
info string score cp 3
info currmove e2e4 currmovenumber 3 refutation e2e4
bestmove e2e4 ponder e7e5
"""
UCI = (
    f"uci\nposition fen {MATE_IN_2} moves g3g6\nisready\ngo depth 2\nstop\n",
    f"""setoption name UCI_Chess960 value true
position fen {SHUFFLED}
go nodes 40 searchmoves b1a1""",
    """setoption name Hash value 2
setoption name Search value alphabeta
position startpos moves e2e4 e7e5
go wtime 9 btime 8 winc 0 binc 0 movestogo 3
ucinewgame
go ponder movetime 2
ponderhit
stop""",
    """debug on
setoption name Book value book
setoption name SyzygyPath value .:x
setoption name TreeFile value tree
setoption name MultiPV value 3
go mate 1
go probes 3
""",
)


def text_of(raw):
    """As a word of a command line comes, whatever its bytes are."""
    return os.fsdecode(raw)


def read_fen(raw, _):
    fen = fen_of(text_of(raw))
    try:
        position = read_position(fen)
    except ProvebestError:
        position = read_position(fen, chess960=True)
    legal = board_from(position.fen(), chess960=position.chess960).legal_moves
    assert set(position.legal_moves()) == {move.uci() for move in legal}


def read_moves(raw, _):
    board, words = chess.Board(), text_of(raw).split()
    with suppress(ProvebestError):
        play_moves(read_position(), words)
    for word in words:
        for move in moves_in_uci(board, [word]):
            board.push_uci(move)


def read_pgn(raw, _):
    for game in read_games(raw.decode("utf-8", "replace")):
        for board, move in plies_to_annotate(game):
            assert move in board.legal_moves
            task = task_of(board, move, Settings(nodes=1))
            read_position(task.start, task.moves, chess960=task.chess960)
        as_pgn(game)


def read_sample_of_games(raw, folder):
    file = folder / "games.pgn"
    file.write_bytes(raw)
    for fen in positions(file, 1):
        read_position(fen)


def read_epd(raw, folder):
    file = folder / "suite.epd"
    file.write_bytes(raw)
    for exercise in read_suite(file):
        board = board_from(exercise.fen, chess960=False)
        assert all(chess.Move.from_uci(move) in board.legal_moves for move in exercise.best)


def read_csv(raw, folder):
    file = folder / "puzzles.csv"
    file.write_bytes(raw)
    for puzzle in read_puzzles(file):
        board = board_from(puzzle.fen, chess960=False)
        assert all(chess.Move.from_uci(move) in board.legal_moves for move in puzzle.solutions)


def openings_of(suffix):
    def read(raw, folder):
        file = folder / f"openings{suffix}"
        file.write_bytes(raw)
        for opening in read_openings(file):
            assert any(opening.board().legal_moves)

    return read


def _check_advice(knowledge, board):
    advice = knowledge.advice(board)
    if advice is not None:
        assert advice.moves
        assert all(chess.Move.from_uci(move) in board.legal_moves for move in advice.moves)


def read_book(raw, folder):
    file = folder / "book.bin"
    file.write_bytes(raw)
    knowledge = Knowledge()
    knowledge.open_book(str(file))
    try:
        _check_advice(knowledge, chess.Board())
    finally:
        knowledge.open_book("")


HEAD = bytes([0x01, 0x00, 0x66, 0xEE, 0x55, 0x00])
"""Of KQvK: both sides to move, the order of the squares, the pieces for either side."""
ONE_VALUE = bytes([0x80, 4, 0x80, 0])
COMPRESSED = bytes([0, 6, 15, 0, 1, 0, 0, 0, 1, 1, 0, 0, 2, 0, 4, 0xF0, 0xFF, 0, 0xF0, 0xFF])


def _tables():
    """Files with one value, then damaged ones with compressed values."""
    magic, other = chess.Board.tbw_magic, chess.Board.tbz_magic
    bodies = (ONE_VALUE, COMPRESSED * 2, ONE_VALUE[:2] + COMPRESSED)
    wdl = [_padded(magic + HEAD + body + bytes(300)) for body in bodies]
    return [*wdl, *(_padded(other + HEAD + body + bytes(300)) for body in bodies[:2])]


def _padded(raw):
    """Every file of tablebases has 16 bytes after a multiple of 64."""
    return raw + bytes((16 - len(raw)) % 64)


def read_tables(raw, folder):
    kind = ".rtbz" if raw.startswith(chess.Board.tbz_magic) else ".rtbw"
    (folder / f"KQvK{kind}").write_bytes(raw)
    if kind == ".rtbz":
        (folder / "KQvK.rtbw").write_bytes(_tables()[0])
    knowledge = Knowledge()
    knowledge.open_tables(str(folder))
    try:
        _check_advice(knowledge, chess.Board(QUEEN))
    finally:
        knowledge.close_tables()


@cache
def _tree_file():
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        session = Session()
        session.tell("setoption name Control value classic", "setoption name ProbeDepth value 1")
        session.tell("setoption name TreeFile value tree", f"position fen {QUEEN}")
        session.ask("go probes 60")
        session.engine.close()
        return Path("tree").read_bytes()


def read_tree_file(raw, folder):
    (folder / "tree").write_bytes(raw)
    with chdir(folder):
        session = Session()
        try:
            session.tell(
                "setoption name Control value classic", "setoption name ProbeDepth value 1"
            )
            session.tell("setoption name TreeFile value tree", f"position fen {QUEEN}")
            move = session.ask("go probes 30")[-1].split()[1]
            assert chess.Move.from_uci(move) in chess.Board(QUEEN).legal_moves
        finally:
            session.engine.close()


PROBES = [Probe(move=move, depth=1) for move in ("e2e4", "d2d4")]


@cache
def _caches():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cache")
        prober = CachedProber(NativeProber(), file)
        prober.batch(read_position(), PROBES)
        prober.close()
        with closing(sqlite3.connect(file)) as store:
            store.execute("PRAGMA journal_mode=DELETE")
            (answer,) = store.execute("SELECT answer FROM answers").fetchone()
        return file.read_bytes(), answer.encode()


def _ask_cache(file):
    prober = CachedProber(NativeProber(), file)
    try:
        for answer in prober.batch(read_position(), PROBES):
            assert answer.value is None or isinstance(answer.value, int)
            assert all(isinstance(move, str) for move in answer.line)
            assert isinstance(answer.nodes, int)
            assert isinstance(answer.depth, int)
    finally:
        prober.close()


def read_cache(raw, folder):
    (folder / "cache").write_bytes(raw)
    _ask_cache(folder / "cache")


def read_cached_answer(raw, folder):
    (folder / "cache").write_bytes(_caches()[0])
    with closing(sqlite3.connect(folder / "cache")) as store, store:
        try:
            answer = raw.decode()
        except ValueError:
            answer = raw
        store.execute("UPDATE answers SET answer = ?", (answer,))
    _ask_cache(folder / "cache")


def read_uci_lines(raw, folder):
    """Every ``go`` is ended by a ``stop``; a TreeFile stays in the folder."""
    session = Session()
    with chdir(folder):
        try:
            for line in raw.decode("ascii", "replace").splitlines():
                if "TreeFile" in line and ("/" in line or ".." in line):
                    continue
                if not session.engine.handle(line):
                    break
                session.engine.handle("stop")
            session.engine.handle("isready")
            session.hear("readyok")
        finally:
            session.engine.close()
    assert not [line for line in session.said if line.startswith("info string fault")]
    assert all(line.isascii() and line.isprintable() for line in session.said)


def read_go_line(raw, _):
    go = read_go(raw.decode("ascii", "replace").split())
    for white in (False, True):
        time = allot(go, white=white, overhead=30)
        assert 0 <= time.soft <= time.hard or time.soft > 0


def read_engine_lines(raw, _):
    for line in raw.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words[:1] == ["info"]:
            info = read_info(words[1:])
            assert info is None or info.value is None or abs(info.value) < 10**6


def _pieces(text):
    """The whole, and each of its games."""
    games = text.split("\n\n[")
    return [text.encode(), games[0].encode(), *(f"[{game}".encode() for game in games[1:])]


CHESS_READERS = (
    Reader("FEN", lambda: [fen.encode() for fen in FENS], read_fen),
    Reader("moves", lambda: [b"e2e4 e7e5 g1f3", b"e4 e5 Nf3 Nc6 Bb5", b"e4 d5 exd5"], read_moves),
    Reader(
        "PGN",
        lambda: _pieces(PGN),
        read_pgn,
    ),
    Reader(
        "PGN for audit",
        lambda: [PGN.encode()],
        read_sample_of_games,
    ),
    Reader("EPD", lambda: [EPD.encode(), *EPD.encode().splitlines()[1:]], read_epd),
    Reader("puzzles", lambda: [CSV.encode()], read_csv),
    Reader("openings, PGN", lambda: _pieces(OPENINGS), openings_of(".pgn")),
    Reader(
        "openings, lines",
        lambda: [EPD.encode(), *map(str.encode, FENS[:2])],
        openings_of(".epd"),
    ),
    Reader("Polyglot book", lambda: [opening_book()], read_book),
    Reader(
        "Syzygy",
        _tables,
        read_tables,
        seal=_padded,
    ),
    Reader("tree file", lambda: [_tree_file()], read_tree_file),
    Reader(
        "probe cache",
        lambda: [_caches()[0]],
        read_cache,
    ),
    Reader(
        "cached answer",
        lambda: [_caches()[1]],
        read_cached_answer,
    ),
    Reader(
        "UCI lines",
        lambda: list(map(str.encode, UCI)),
        read_uci_lines,
    ),
    Reader(
        "UCI go",
        lambda: [b"wtime 9 btime 8 winc 1 movestogo 3", b"depth 3 ponder"],
        read_go_line,
    ),
    Reader("engine lines", lambda: [INFO.encode()], read_engine_lines),
)
