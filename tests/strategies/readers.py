"""All readers of this package in one table: the law of ``reader_law`` holds for each of them."""

import io
import json
import tempfile
from contextlib import redirect_stdout
from functools import partial
from hashlib import sha256
from pathlib import Path

import chess
from certificates import made, sealed_again
from reader_law import Reader
from readers_of_chess import CHESS_READERS, QUEEN, text_of
from scripted_beliefs import Scripted

import provebest as pb
from provebest.cli.check import check
from provebest.cli.main import UsageError, app_for
from provebest.games import read_tree
from provebest.games.lines import Men
from provebest.match.limits import read_limit
from provebest.match.record import Effort, GameRecord
from provebest.match.store import open_store, read_store
from provebest.match.summary import summary
from provebest.problems.matrices import read_matrix
from provebest.problems.tile_boards import read_board, show_board
from provebest.search.intervals import reference_search
from provebest.search.intervals.saving import load_intervals, save_intervals
from provebest.search.probability.loading import load_search
from provebest.search.probability.saving import save_search
from provebest.vocabulary import BadInputError, Limits
from provebest.work.pool import results_so_far, stored_results

LABELS = 4
COORDINATES = """NAME : four
COMMENT : drawn
TYPE : TSP
DIMENSION : 4
EDGE_WEIGHT_TYPE : {kind}
NODE_COORD_SECTION
1 0 0
2 3.5 4
3 6e0 8
4 -12.30 1.15
EOF
"""
WEIGHTS = """NAME : four
TYPE : TSP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : UPPER_ROW
EDGE_WEIGHT_SECTION
1 2 3
4 5
6
EOF
"""
DEGREES = """NAME: x
TYPE: TSP (a remark)
DIMENSION: 4
EDGE_WEIGHT_TYPE: GEO
NODE_COORD_SECTION
1 38.24 20.42
2 39.57 26.15
3 40.56 25.32
4 1e1 -3
EOF
"""
TOWNS = "# towns\n4 12\n0 3 4.5 2\n3 0 1 7\n4,5,0,1\n2;7;1;0\n"
TREES = (
    '[[3, {"bounds": [0, 9], "turn": "MIN", "children": [5, [4.5, -1e3]]}], [[1], 2]]',
    "[[3, 12, 8], [2, [4, 6.5]], -1e3]",
    '{"turn": "MIN", "bounds": [0, 20], "children": [3, [4, 5], {"children": [1]}]}',
    '{"children": [{"bounds": [-1, 9], "children": [1, 2, 3]}, 5]}',
)
BOARDS = (b"216408753", b"1 2 3 4/5 6 7 8/9 10 11 0", b"123/450", b"1,2,3,0", b"1 0/")
TIMES = (b"1+0.01", b"40/60+0.5", b"60", b".5", b"3/0.1+.2")
OPTIONS = (
    b"--wt 0.5 --w 3 --look-ahead 1..4 --seconds 1",
    b"--goal 123804765 --estimate E2 --wt 1/3 --look-ahead 2 --tie oldest",
    b"--w 0.25 --megabytes 10 --max-developed 5 --json",
)


def file_in(folder, raw, name="file"):
    file = folder / name
    file.write_bytes(raw)
    return file


def saved_bytes(save):
    """The bytes that ``save`` writes to the file that it is given."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "saved")
        save(file)
        return file.read_bytes()


def read_matrix_file(raw, folder):
    rows = read_matrix(file_in(folder, raw))
    assert all(len(row) == len(rows) for row in rows)


def read_tree_of_lists(raw, folder):
    game = read_tree(file_in(folder, raw))
    state = game.start()
    for _ in range(5):
        game.bounds(state)
        moves = game.moves(state)
        if not moves:
            break
        state = game.play(state, moves[-1])


def read_tiles(raw, _):
    board, shape = read_board(text_of(raw))
    assert read_board(show_board(board, shape)) == (board, shape)


# --- saved searches -------------------------------------------------------------------------------


def _world():
    return Scripted(seed=3, width=3, labels=LABELS, cyclic=True)


def _state(read):
    side, number = read
    if type(side) is not int or type(number) is not int or side not in (0, 1):
        raise ValueError(read)
    if not 0 <= number < LABELS:
        raise ValueError(read)
    return side, number


def belief_search(steps):
    search = pb.ProbabilitySearch(_world())
    for _ in range(steps):
        if search.stopped is None:
            search.step()
    return search


def save_beliefs(search, file):
    save_search(search, file, list, int)


def load_beliefs(file):
    return load_search(file, _world(), _state, lambda move: range(LABELS)[move])


def _searches():
    for steps in (3, 8, 30):
        yield saved_bytes(partial(save_beliefs, belief_search(steps)))


def read_search(raw, folder):
    search = load_beliefs(file_in(folder, raw))
    for _ in range(20):
        if search.stopped is None:
            search.step()
    search.result(search.stopped or pb.Stopped.CANCELLED)


def _tic_tac_toe():
    return pb.ProbedBounds(pb.games.TicTacToe(opening=(4, 0, 1, 7)))


def _reachable():
    game, found = pb.games.TicTacToe(opening=(4, 0, 1, 7)), {}
    waiting = [game.start()]
    while waiting:
        state = waiting.pop()
        found[state] = state
        waiting += [game.play(state, move) for move in game.moves(state)]
    return found


REACHABLE = _reachable()


def bounds_search(steps):
    search = reference_search(_tic_tac_toe(), "2DRM")
    pb.run(search, Limits(expanded=steps))
    return search


def save_bounds(search, file):
    save_intervals(search, file, state=list, move=int)


def load_bounds(file):
    return load_intervals(
        file,
        _tic_tac_toe(),
        "2DRM",
        state=lambda men: REACHABLE[Men(*men)],
        move=lambda move: range(9)[move],
    )


def _intervals():
    for steps in (2, 6):
        yield saved_bytes(partial(save_bounds, bounds_search(steps)))


def read_intervals(raw, folder):
    search = load_bounds(file_in(folder, raw))
    pb.run(search, Limits(expanded=search.tally.expanded + 20))


def _analyses():
    for how in (
        {"control": "classic", "expansions": 12, "probe_depth": 1},
        {"control": "classic", "expansions": 12, "probe_depth": 1, "moves": ["d3d4", "e3f3"]},
        {"nodes": 40_000},
    ):
        yield saved_bytes(pb.chess.analyse(QUEEN, **how).save)


def read_analysis(raw, folder):
    analysis = pb.chess.resume(file_in(folder, raw), nodes=50_000, expansions=15)
    board = chess.Board(analysis.start, chess960=analysis.chess960)
    for move in analysis.played:
        board.push_uci(move)
    legal = {board.uci(move) for move in board.legal_moves}
    assert {move.move for move in analysis.result.moves} <= legal
    assert analysis.result.move in legal
    assert str(analysis.argument)


def sealed_lines(raw):
    """A saved search whose head counts its lines and whose digest fits."""
    first, *lines, last = raw.strip(b"\n").split(b"\n")
    head, end = json.loads(first), json.loads(last)
    head["nodes"] = len(lines)
    text = b"".join(line + b"\n" for line in (json.dumps(head).encode(), *lines))
    end["digest"] = sha256(text).hexdigest()
    return text + json.dumps(end).encode() + b"\n"


# --- certificates, stores, options ----------------------------------------------------------------

KINDS = (
    "a canonical tree",
    "B* on tic-tac-toe",
    "probability-based B* on tic-tac-toe",
    "a race",
    "a tour",
    "a tour with a declared error",
    "the classic control in a game",
    "the modern control in a game",
    "the modern control that settled",
)


def read_certificate(raw, folder):
    file = file_in(folder, raw)
    for as_json in (True, False):
        said = io.StringIO()
        with redirect_stdout(said):
            check(file, ask=0, prober="native", tree=None, json=as_json)
        assert all(sign.isprintable() or sign == "\n" for sign in said.getvalue())


def _match_store():
    effort = Effort(3, 0.5, 0.5, 1.0, 21, 1, 0)
    results = ("1-0", "1/2-1/2", "0-1", "1-0")

    def save(file):
        with open_store(file, {"players": ["a", "b"], "limit": {"base": 1.0}}) as store:
            for number, result in enumerate(results):
                record = (number, "opening", "closed", number % 2, result, "checkmate", None, 6, 4)
                store.add(GameRecord(*record, (effort, effort), "1. e4 *"))

    return saved_bytes(save)


def read_match(raw, folder):
    _, games = read_store(file_in(folder, raw))
    json.dumps(summary(games), allow_nan=False)


JOBS = [["startpos", 3, None], ["8/8", 1, 0.5]]


def _job_store():
    rows = [{"job": job, "result": {"move": "e2e4", "nodes": 3}} for job in JOBS]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def read_jobs(raw, folder):
    store = file_in(folder, raw)
    results_so_far([tuple(job) for job in JOBS], store)
    stored_results(store)


def read_time_control(raw, _):
    assert read_limit(text_of(raw), None, None, None).text


def read_options(raw, _):
    words = ["puzzle", "216408753", "--quiet", *text_of(raw).split()]
    try:
        with redirect_stdout(io.StringIO()):
            app_for(words)(words, standalone_mode=False)
    except UsageError as error:
        raise BadInputError(str(error)) from None


def _matrices():
    kinds = ("EUC_2D", "GEO", "ATT", "CEIL_2D")
    plain = ["3\n0 1 2\n3 0 4\n5 6 0\n", "0,1.5,2\n3,0,4\n5,6,0 # the last\n", TOWNS]
    files = [WEIGHTS, *(COORDINATES.format(kind=kind) for kind in kinds), DEGREES, *plain]
    return [text.encode() for text in files]


def _sealed_certificate(raw):
    return json.dumps(sealed_again(json.loads(raw))).encode()


READERS = {
    reader.name: reader
    for reader in (
        *CHESS_READERS,
        Reader("matrices", _matrices, read_matrix_file),
        Reader("tile boards", lambda: BOARDS, read_tiles),
        Reader("trees", lambda: list(map(str.encode, TREES)), read_tree_of_lists),
        Reader("saved search", _searches, read_search, seal=sealed_lines),
        Reader("saved intervals", _intervals, read_intervals, seal=sealed_lines),
        Reader("saved analysis", _analyses, read_analysis, seal=sealed_lines),
        Reader(
            "certificate",
            lambda: [json.dumps(made(kind)).encode() for kind in KINDS],
            read_certificate,
            seal=_sealed_certificate,
        ),
        Reader(
            "match store",
            lambda: [_match_store()],
            read_match,
        ),
        Reader(
            "job store",
            lambda: [_job_store()],
            read_jobs,
        ),
        Reader("time control", lambda: TIMES, read_time_control),
        Reader("options", lambda: OPTIONS, read_options),
    )
}
"""By name, in the order in which they are tried."""
