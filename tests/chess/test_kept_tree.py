"""The tree of a game is kept: forward, back, in a file, and while the opponent thinks."""

import json
import time

import chess
import pytest
from uci_session import A_WHILE, MATE_IN_2, Session, remarks

from provebest.chess.player.clock import Go, Watch
from provebest.chess.player.game_probers import GameProbers
from provebest.chess.player.move_request import HandOver, MoveRequest
from provebest.chess.player.thinking import Player
from provebest.chess.probes.compiled_control import CompiledControl
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.remembered import Asked, GameTree, RememberingExpander, check_tree_file
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.uci_search import EngineReport, Line
from provebest.games.chess import START, read_position
from provebest.vocabulary import BadInputError, CannotWriteError

SIZE = ProbeSize(2)


def expander(tree, *moves):
    position = read_position(START, moves)
    plain = NativeExpander(position, real=SIZE, hope=SIZE)
    return RememberingExpander(plain, tree, Asked("native"), (START, *moves)), plain


def test_what_was_expanded_is_known_at_other_roots_forward_and_back():
    tree = GameTree()
    root, _ = expander(tree)
    facts = root.expand(("e2e4", "e7e5"), hopes=True)

    later, plain = expander(tree, "e2e4", "e7e5")
    assert later.expand((), hopes=True) == facts
    assert later.expand((), hopes=False) == facts
    assert plain.work() == (0, 0)

    before, plain = expander(tree)
    assert before.expand(("e2e4", "e7e5"), hopes=True) == facts
    assert plain.work() == (0, 0)
    assert tree.found == 3


def test_what_is_kept_is_what_a_new_probe_says():
    tree = GameTree()
    expander(tree)[0].expand(("d2d4",), hopes=True)
    kept = expander(tree, "d2d4")[0].expand((), hopes=True)

    assert kept == expander(GameTree(), "d2d4")[0].expand((), hopes=True)


@pytest.mark.parametrize("fen", [START, MATE_IN_2])
def test_hopes_that_were_missing_are_what_a_new_probe_says(fen):
    def ask(tree, wanted):
        plain = NativeExpander(read_position(fen), real=SIZE, hope=SIZE)
        asked = RememberingExpander(plain, tree, Asked("native"), (fen,))
        return [asked.expand((), hopes=hopes) for hopes in wanted][-1]

    added, new = ask(GameTree(), [False, True]), ask(GameTree(), [True])

    def without_over(facts):
        return [fact for fact in facts if not fact.over]

    assert without_over(added) == without_over(new)
    assert [fact[:-1] for fact in added] == [fact[:-1] for fact in new]


def test_another_way_to_a_position_is_asked_anew():
    """Repetition may depend on the way."""
    tree = GameTree()
    expander(tree, "g1f3", "g8f6")[0].expand(("b1c3",), hopes=False)
    other, plain = expander(tree, "b1c3", "g8f6")
    other.expand(("g1f3",), hopes=False)

    assert plain.work()[0] > 0


def test_the_oldest_are_forgotten():
    tree = GameTree(most=2)
    root, _ = expander(tree)
    for move in ("a2a3", "b2b3", "c2c3"):
        root.expand((move,), hopes=False)

    assert len(tree) == 2
    assert tree.get((Asked("native"), False, (START, "a2a3"))) is None


def test_a_tree_is_written_and_read_back(tmp_path):
    path, tree = tmp_path / "game.tree", GameTree()
    facts = expander(tree)[0].expand((), hopes=True)
    assert not check_tree_file(path)
    tree.save(path)
    assert check_tree_file(path)

    again = GameTree()
    again.load(path)

    assert again.get((Asked("native"), True, (START,))) == facts
    assert [file.name for file in tmp_path.iterdir()] == ["game.tree"]


@pytest.mark.parametrize(
    "text", ["", "{}", "x", '{"format": "provebest game tree", "version": 2}\n[1, 2]\n']
)
def test_a_file_that_is_no_tree_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "other"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError, match="is not a game tree"):
        check_tree_file(path)
    with pytest.raises(CannotWriteError, match="there is no folder"):
        check_tree_file(tmp_path / "no" / "tree")
    assert path.read_text(encoding="utf-8") == text


def test_a_tree_of_an_older_version_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "old"
    path.write_text('{"format": "provebest game tree", "version": 1}\n', encoding="utf-8")

    with pytest.raises(BadInputError, match="of an older version; delete it"):
        check_tree_file(path)


def test_the_rules_of_a_tree_are_read_back(tmp_path):
    """By a name that says something else."""
    path, tree, start = tmp_path / "game.tree", GameTree(), chess.Board.from_chess960_pos(0).fen()
    position, size = read_position(start, chess960=True), ProbeSize(1)
    asked = Asked("True False native", chess960=True)
    plain = NativeExpander(position, real=size, hope=size)
    facts = RememberingExpander(plain, tree, asked, (start,)).expand((), hopes=False)
    tree.save(path)

    again = GameTree()
    again.load(path)

    assert again.get((asked, False, (start,))) == facts
    assert again.get((Asked(asked.probes), False, (start,))) is None


# --- the player -----------------------------------------------------------------------------------


def request(game, *, control="classic", go=None):
    position = read_position(game[0], game[1:])
    return MoveRequest(
        position,
        tuple(position.legal_moves()),
        restricted=False,
        go=go or Go(nodes=150_000),
        multipv=1,
        search="bstar",
        control=control,
        probe_depth=2,
        hand_over=HandOver(0, -1),
        game=game,
    )


def thought(player, game, **more):
    player.watch.begin(player.watch.allotment, waiting=False)
    return list(player.think(request(game, **more)))[-1]


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_a_position_of_the_tree_is_not_expanded_again(control):
    watch = Watch()
    player = Player(read_position(), ProberChoice(), watch)
    game = (START, "e2e4", "e7e5")
    thought(player, game, control=control)
    tree = player.start_probers().tree
    before, known = tree.found, len(tree)
    assert known > 0

    if control == "classic":  # the modern one has a tree of one node, and the table
        below = next(moves for _, _, moves in tree._known if len(moves) == len(game) + 2)
        thought(player, below, control=control)
        assert tree.found > before
    thought(player, game, control=control)  # moves taken back

    assert tree.found > before
    player.forget()
    assert len(tree) == 0


def test_a_game_goes_on_from_a_file_in_another_process(tmp_path):
    path = tmp_path / "game.tree"
    options = (f"setoption name TreeFile value {path}", "setoption name Control value classic")
    first = Session()
    first.tell(*options)
    first.ask("position startpos moves e2e4", "go nodes 60000")
    first.engine.close()
    lines = path.read_text("utf-8").splitlines()
    assert json.loads(lines[1])[2] == [START, "e2e4"]

    second = Session()
    second.tell(*options, "ucinewgame", "isready")
    second.ask("position startpos moves e2e4", "go nodes 60000")
    assert second.engine._player.start_probers().tree.found >= len(lines) - 1
    second.engine.close()


def test_a_file_of_something_else_is_not_taken(tmp_path):
    path = tmp_path / "letter"
    path.write_text("Dear Hans", encoding="utf-8")
    session = Session()
    session.tell(f"setoption name TreeFile value {path}")
    assert "is not a game tree" in session.said[-1]
    session.ask("go depth 5")
    session.engine.close()

    assert path.read_text(encoding="utf-8") == "Dear Hans"


def test_another_engine_is_told_the_game_for_repetition():
    class Asked:
        board = None

        def best_of(self, position, moves, depth, game, *, nodes, seconds, cancel, board):
            self.board = board
            return EngineReport(
                (Line(1, 0, (position.legal_moves()[0],)),), cut=False, nodes=20, seldepth=1
            )

    game = (START, "g1f3", "g8f6", "f3g1", "f6g8")
    probers = GameProbers(ProberChoice(), RootSearch(read_position()), Watch())
    probers._uci, probers.game = Asked(), game
    probers.sets(read_position(game[0], game[1:])).probe([], 1, nodes=None, seconds=None)

    assert [move.uci() for move in probers._uci.board.move_stack] == list(game[1:])
    assert probers._uci.board.is_repetition(2)


def test_a_tree_that_is_damaged_meanwhile_is_a_sentence_and_a_move_is_found(tmp_path):
    path = tmp_path / "game.tree"
    GameTree().save(path)
    session = Session()
    session.tell(f"setoption name TreeFile value {path}")
    path.write_text("Dear Hans", encoding="utf-8")

    said = session.ask("go depth 6")

    assert "is not a game tree" in remarks(said)[0]
    assert any(line.startswith("info depth 6 ") for line in said)
    session.engine.close()


def test_a_tree_that_could_not_be_read_is_not_written_over(tmp_path):
    path = tmp_path / "game.tree"
    GameTree().save(path)
    session = Session()
    session.tell("setoption name Control value classic", f"setoption name TreeFile value {path}")
    path.write_text("Dear Hans", encoding="utf-8")
    session.ask("go probes 30")
    session.engine.close()

    assert path.read_text(encoding="utf-8") == "Dear Hans"


def test_a_tree_that_is_named_after_the_search_is_added_to(tmp_path):
    path, classic = tmp_path / "game.tree", "setoption name Control value classic"
    first = Session()
    first.tell(classic, f"setoption name TreeFile value {path}", "position startpos moves e2e4")
    first.ask("go probes 30")
    first.engine.close()
    before = path.read_text("utf-8").splitlines()

    second = Session()
    second.tell(classic, "position startpos moves d2d4")
    second.ask("go probes 30")
    second.tell(f"setoption name TreeFile value {path}")
    second.engine.close()

    after = path.read_text("utf-8").splitlines()
    assert set(before) < set(after)


# --- while the opponent thinks --------------------------------------------------------------------


def wait_until(holds):
    until = time.monotonic() + A_WHILE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_it_thinks_ahead_and_answers_an_expected_reply_at_once():
    session = Session()
    session.tell(f"position fen {MATE_IN_2}", "go ponder wtime 600000 btime 600000")
    player = session.engine
    wait_until(lambda: player._player is not None and player._watch.answered)
    wait_until(lambda: not player._watch.waiting or player._player.ahead)
    begun = len(session.said)

    said = session.ask("ponderhit")

    assert said[-1].startswith("bestmove g3g6")
    assert player._watch.late >= 0  # it was over as soon as the clock began
    assert remarks(session.said[:begun]) == []
    board = chess.Board(MATE_IN_2)
    for move in ["g3g6", *player._player.ahead[:1]]:
        board.push_uci(move)
    session.engine.close()


def test_time_spent_pondering_counts():
    watch = Watch()
    watch.begin(type(watch.allotment)(soft=1e-9, hard=1e6), waiting=True)
    assert not watch.is_set()
    watch.start_clock()
    assert watch.is_set()

    watch.begin(type(watch.allotment)(soft=1e5, hard=1e6), waiting=True)
    watch.start_clock()
    assert not watch.is_set()
    watch.begin(type(watch.allotment)(soft=1e5, hard=1e6), waiting=True)
    watch.answered = True
    watch.start_clock()
    assert watch.is_set()


def test_after_a_ponder_hit_the_price_of_going_on_knows_the_time_pondered(monkeypatch):
    renewed = []
    monkeypatch.setattr(CompiledControl, "renew", lambda _, budget: renewed.append(budget))
    session = Session()
    session.tell("go ponder wtime 60000 btime 60000")
    session.hear("info depth 1")
    time.sleep(0.5)
    session.ask("ponderhit")
    allotment = session.engine._watch.allotment
    session.engine.close()

    (budget,) = renewed
    assert budget.begun == session.engine._watch.begun
    assert (budget.seconds, budget.grace) == (allotment.soft, allotment.hard - allotment.soft)
    assert budget.spent(0) >= 0.5 / allotment.soft
