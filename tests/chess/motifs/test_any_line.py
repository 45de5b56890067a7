"""What holds for every line: random ones from random positions, also of Chess960."""

import random

import chess
import pytest

from provebest.chess.motifs import describe_line


def random_line(seed):
    """A board with its moves so far, and a line that prefers captures and castling."""
    source = random.Random(seed)
    board = chess.Board.from_chess960_pos(source.randrange(960)) if seed % 2 else chess.Board()
    for _ in range(source.randrange(120)):
        moves = list(board.legal_moves)
        if moves:
            board.push(source.choice(moves))
    played, line = board.copy(), []
    for _ in range(source.randrange(16)):
        moves = list(played.legal_moves)
        lively = [move for move in moves if played.is_capture(move) or played.is_castling(move)]
        if moves:
            line.append(source.choice(lively or moves))
            played.push(line[-1])
    return board, line


@pytest.mark.parametrize("seed", range(60))
def test_every_line_has_a_story_that_agrees_with_itself(seed):
    board, line = random_line(seed)
    before = board.fen()

    found = describe_line(board, line)

    assert board.fen() == before
    assert [motif.index for motif in found.motifs] == sorted(motif.index for motif in found.motifs)
    assert all(0 <= motif.index < len(line) for motif in found.motifs)
    assert all(motif.phrase.split()[0].endswith("ing") for motif in found.motifs)
    assert found.phrase is None or found.phrase.split()[0].endswith("ing")
    if found.phrase is not None and found.phrase.startswith("winning"):
        assert found.gain >= 100


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_colours_do_not_matter(seed):
    board, line = random_line(seed)
    board = board.copy(stack=False)
    flipped = [
        chess.Move(
            chess.square_mirror(move.from_square),
            chess.square_mirror(move.to_square),
            move.promotion,
        )
        for move in line
    ]

    found, mirrored = describe_line(board, line), describe_line(board.mirror(), flipped)

    def stories(story):
        return sorted((motif.kind.value, motif.index, motif.by_us) for motif in story.motifs)

    assert found.gain == mirrored.gain
    assert stories(found) == stories(mirrored)
