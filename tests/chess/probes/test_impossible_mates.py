"""A mate that an engine or a cache names is believed only if the board does not refute it."""

import json
from contextlib import closing

import pytest
from faulty_engine import faulty_engine

import provebest as pb
from provebest.chess.probes import uci
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.prober import Probe, mate_in, value_of_mate
from provebest.chess.probes.remembered import Asked, GameTree
from provebest.chess.probes.stored_answer import read_answer
from provebest.chess.probes.uci import UciProber
from provebest.games.chess import START, read_position
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, EngineFailedError

FOOLS = "f2f3 e7e5 g2g4"
REFUTED = [
    ("", 1, "g1h3 g8h6"),
    ("", 1, "g1h3"),
    ("", 1, ""),
    ("", 0, "g1h3"),
    ("", -1, "f2f3 e7e5"),
    ("", 2, "e2e4 e7e5 d1h5"),
    (FOOLS, 2, "d8h4"),  # it mates a move sooner
    (FOOLS, -1, "d8h4"),  # the other side mates
    ("e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6", 3,
     "c8e6"),  # stalemate
]  # fmt: skip
BELIEVED = [("", 5, "g1h3"), (FOOLS, 1, "d8h4"), ("f2f3 e7e5", -1, "g2g4 d8h4"), (FOOLS, 1, "")]


@pytest.mark.parametrize(
    ("before", "mate", "line", "holds"),
    [*((*case, False) for case in REFUTED), *((*case, True) for case in BELIEVED)],
)
def test_a_mate_holds_unless_the_board_refutes_it(tmp_path, monkeypatch, before, mate, line, holds):
    """Whether an engine names it, for a probe or for a set of moves, or a cache."""
    monkeypatch.setattr(uci, "TRIES", 1)
    position = read_position(moves=before.split())
    says = f"say('info depth 9 score mate {mate} nodes 7 pv {line}', 'bestmove 0000')"
    value = value_of_mate(mate)
    stored = json.dumps(["answered", value, line.split(), 9, 7, mate]).encode()

    answers = [read_answer(stored, position, Probe(depth=9))]
    with closing(UciProber(str(faulty_engine(tmp_path, "go", says)))) as prober:
        for ask in (
            lambda: prober.batch(position, [Probe(depth=9)])[0],
            lambda: prober.best_of(position, (), 9, object()).last,
        ):
            if holds:
                answers.append(ask())
            else:
                with pytest.raises(EngineFailedError, match=f"mate in {mate}, which the board"):
                    ask()

    assert [answer and answer.value for answer in answers] == ([value] * 3 if holds else [None])


def test_a_mate_has_a_length_of_its_side(tmp_path):
    """The side to move mates after an odd number of plies, and is mated after an even one."""
    position = read_position(moves=FOOLS.split())
    for value in (MATE - 2, 3 - MATE):
        stored = json.dumps(["answered", value, [], 9, 7, mate_in(value)]).encode()
        assert read_answer(stored, position, Probe(depth=9)) is None


def test_a_false_mate_in_a_file_is_refused(tmp_path):
    """Neither of a saved analysis nor of the tree of a game."""
    analysis, game = tmp_path / "analysis", tmp_path / "game"
    pb.chess.analyse(nodes=20_000).save(analysis)
    for field in ("real", "value"):
        head, *lines, _ = map(json.loads, analysis.read_text().splitlines())
        next(line for line in lines if field in line)[field] = MATE - 1
        forged = tmp_path / field
        forged.write_text("\n".join(map(json.dumps, [head, *lines, {"end": True}])))
        with pytest.raises(BadInputError, match="which the board refutes"):
            pb.chess.resume(forged)

    tree, size = GameTree(), ProbeSize(1)
    facts = NativeExpander(read_position(), real=size, hope=size).expand((), hopes=False)
    tree.put((Asked("native"), False, (START,)), [facts[0]._replace(real=MATE), *facts[1:]])
    tree.save(game)
    with pytest.raises(BadInputError, match="is not a game tree"):
        GameTree().load(game)
