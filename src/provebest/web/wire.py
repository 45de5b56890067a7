"""Results and events as the page reads them. Values in text are from White's side."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.notation import ChessNotation, for_white, san, san_line, winning_chances
from provebest.argument.words import Sentence, brief
from provebest.chess.calibration import chance_to_reach
from provebest.drawing.lines import PASS, Lines
from provebest.search.move_search import Snapshot
from provebest.search.probability.result import RootMove

SHOWN_PLIES = 8
RACERS = 6
"""Moves of which the race is drawn."""
MOST_LINES = 12
"""Moves whose lines are shown while the search runs."""
Json = dict[str, Any]


def share_of_white(value: float, *, white: bool) -> float:
    """White's winning chances, of a value for the side to move; 0 to 1."""
    return round(winning_chances(value if white else -value), 4)


def position_json(board: chess.Board) -> Json:
    """A position with its legal moves, as a board needs it."""
    targets: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for move in board.legal_moves:
        uci = board.uci(move)
        names[uci] = board.san(move)
        targets.setdefault(uci[:2], []).append(uci[2:4])
        if board.is_castling(move):  # by the king's target and by the rook, as boards allow both
            for square in _castling_squares(board, move):
                targets[uci[:2]].append(square)
                names.setdefault(uci[:2] + square, names[uci])
    outcome = board.outcome(claim_draw=False)
    return {
        "fen": board.fen(),
        "turn": "white" if board.turn else "black",
        "check": board.is_check(),
        "targets": {place: sorted(set(ends)) for place, ends in targets.items()},
        "names": names,
        "over": None if outcome is None else outcome.termination.name.lower().replace("_", " "),
        "number": board.fullmove_number,
        "last": _last_name(board),
    }


def _last_name(board: chess.Board) -> str:
    """The last move of the game with its number; empty if none was made."""
    if not board.move_stack:
        return ""
    before = board.copy(stack=1)
    move = before.pop()
    dots = "." if before.turn else "..."
    return f"{before.fullmove_number}{dots}{before.san(move)}"


def _castling_squares(board: chess.Board, move: chess.Move) -> tuple[str, str]:
    """Where the king goes, and where its rook stands."""
    short = board.is_kingside_castling(move)
    rank = chess.square_rank(move.from_square)
    rooks = board.clean_castling_rights() & chess.BB_RANKS[rank]
    found = chess.msb(rooks) if short else chess.lsb(rooks)
    king = chess.square(6 if short else 2, rank)
    return chess.square_name(king), chess.square_name(found)


def legal_uci(board: chess.Board, text: str) -> str:
    """The move as this package writes it: a king on its own rook, or on its target, castles."""
    if len(text) == 4:
        for move in board.generate_castling_moves():
            if text[:2] == chess.square_name(move.from_square) and text[2:] in _castling_squares(
                board, move
            ):
                return board.uci(move)
    return text


def line_json(board: chess.Board, moves: tuple[str, ...], position: int = 1) -> Json:
    """A line with every position; ``position`` is the one that is shown first."""
    line = Lines().add(board, moves)
    return {
        "fens": [line.fen, *(step.fen for step in line.steps)],
        "moves": [step.uci for step in line.steps],
        "names": [step.name for step in line.steps],
        "at": min(position, len(line)),
    }


def snapshot_json(board: chess.Board, snapshot: Snapshot[str]) -> Json:
    """The moves of a running search, best first, and what it has used."""
    best = snapshot.moves[0]
    return {
        "moves": [
            _move_json(board, snapshot, move, with_line=place < MOST_LINES)
            for place, move in enumerate(snapshot.moves)
        ],
        "bound": best.is_bound,
        "doubt": snapshot.doubt,
        "depth": snapshot.depth,
        "deepest": snapshot.deepest,
        "nodes": snapshot.counters.probe_nodes,
        "probes": snapshot.counters.probes,
    }


def _move_json(
    board: chess.Board, snapshot: Snapshot[str], move: RootMove[str], *, with_line: bool
) -> Json:
    best = snapshot.moves[0]
    chance: float | None = None
    if move is not best:
        chance = (
            move.chance
            if snapshot.doubt is not None
            else chance_to_reach(best.real, move.real, move.hope)
        )
    hope = None if move.hope is None else max(move.hope, move.real)
    row = _row(board, move.move, move.real, hope, chance, move.line if with_line else ())
    return row | {"effort": move.effort, "line": list(move.line)}


def point_json(board: chess.Board, snapshot: Snapshot[str]) -> list[Any]:
    """What the race keeps of a moment: name and White's chances of each of the first moves."""
    return [
        [san(board, one.move), share_of_white(one.real, white=board.turn)]
        for one in snapshot.moves[:RACERS]
    ]


def sentence_json(argument: Argument[str], said: Sentence, board: chess.Board) -> Json:
    """A sentence with the line that it is based on, from the position that was analysed."""
    moves, position = said.line, 1
    if said.passed_after is not None:
        moves, position = (*said.passed_after, PASS, *said.line), len(said.passed_after) + 2
    elif said.about == "hinge":
        position = len(said.line)
    elif said.about == "attempt":
        position = 2
    shown = None if said.about == "stop" or not moves else line_json(board, moves, position)
    return {
        "about": said.about,
        "text": said.text,
        "line": shown,
        "arrows": _arrows(argument, said),
    }


def _arrows(argument: Argument[str], said: Sentence) -> list[tuple[str, str]]:
    """Moves to be drawn at the start of a sentence's line, with what they mean."""
    move = argument.claim.move
    if said.about == "rival":
        return [(said.line[0], "refuted"), *((one, "answer") for one in said.line[1:2])]
    if said.about == "threat" and said.line:
        return [(move, "move"), (said.line[0], "threat")]
    if said.about == "parry" and argument.parry is not None:
        return [(move, "move"), (argument.parry.threat[0], "stopped")]
    if said.about == "attempt":
        return [(move, "move"), *((one, "answer") for one in said.line[1:2])]
    if said.about in {"claim", "confidence"}:
        return [(move, "move")]
    return [(said.line[0], "move")] if said.line else []


def argument_json(argument: Argument[str], *, final: bool) -> Json:
    """The argument: short, whole, and as a tree."""
    notation = argument.notation
    if not isinstance(notation, ChessNotation):
        raise TypeError("an argument about chess was expected")
    board = notation.board()
    short = [one for one in brief(argument) if final or one.about != "stop"]
    rest = [] if not final else [one for one in argument.sentences() if one not in short]
    claim = argument.claim
    return {
        "type": "argument",
        "final": final,
        "verdict": argument.verdict.value,
        "move": claim.move,
        "san": notation.move(claim.move),
        "value": notation.value(claim.value),
        "share": share_of_white(claim.value, white=board.turn),
        "confidence": claim.confidence,
        "brief": [sentence_json(argument, one, board) for one in short],
        "more": [sentence_json(argument, one, board) for one in rest],
    }


def moves_json(argument: Argument[str]) -> Json:
    """The moves of a finished analysis, best first, with the best value known of each."""
    notation, claim = argument.notation, argument.claim
    if not isinstance(notation, ChessNotation):
        raise TypeError("an argument about chess was expected")
    board = notation.board()
    rows = [_row(board, claim.move, claim.value, None, None, claim.line)]
    for one in sorted(argument.rivals, key=lambda rival: -rival.value):
        hope = None if one.hope is None else max(one.hope, one.value)
        row = _row(board, one.move, one.value, hope, one.chance, one.line)
        if one.at_most:
            row["value"] = f"{'≤' if board.turn else '≥'} {row['value']}"
        rows.append(row)
    return {"type": "moves", "moves": rows}


def _row(
    board: chess.Board,
    move: str,
    value: float,
    hope: float | None,
    chance: float | None,
    line: tuple[str, ...],
) -> Json:
    white = board.turn
    return {
        "move": move,
        "san": san(board, move),
        "value": for_white(value, white_to_move=white),
        "share": share_of_white(value, white=white),
        "hope": None if hope is None else for_white(hope, white_to_move=white),
        "hope_share": None if hope is None else share_of_white(hope, white=white),
        "chance": None if chance is None else round(chance, 4),
        "effort": 0,
        "text": san_line(board, line, at_most=SHOWN_PLIES),
        "line": list(line),
    }
