"""What ``provebest annotate`` answers: annotated games as JSON, and in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from provebest.argument.notation import san, san_line
from provebest.chess.explain.notes import Note, in_words
from provebest.chess.explain.pgn_notes import comment_on
from provebest.chess.explain.summary import summarise
from provebest.chess.explain.tablebases import tablebase_verdict
from provebest.chess.knowledge import Knowledge
from provebest.cli.shared import out
from provebest.games.pgn import PgnGame
from provebest.vocabulary.outside import visible


def answer_of(
    games: Sequence[PgnGame],
    notes: Sequence[Sequence[Note]],
    asked: Sequence[int],
    output: Path,
) -> dict[str, Any]:
    """The annotated games as JSON.

    ``notes`` has those of each game, and ``asked`` the number of its moves that should have some.
    """
    return {
        "output": str(output),
        "complete": True,
        "moves": sum(map(len, notes)),
        "moves_asked": sum(asked),
        "values": "hundredths of a pawn; of moves for White, of notes for the side that moved",
        "games": [
            {
                "game": game.number,
                "white": game.white,
                "black": game.black,
                "result": game.result,
                "moves": [_move_as_json(note) for note in own],
                "moves_judged": len(own),
                "moves_asked": asked[place],
                "only_moves_found": sum(note.only and note.played == note.best for note in own),
                "summary": summarise(game.game, own).as_json(),
                "notes": [_note_as_json(note) for note in own],
            }
            for place, (game, own) in enumerate(zip(games, notes, strict=True))
            if game.game is not None
        ],
    }


def add_verdicts(
    answer: dict[str, Any], notes: Sequence[Sequence[Note]], knowledge: Knowledge | None
) -> None:
    """Adds the tablebases' verdict on every position, if there are tablebases to ask."""
    if knowledge is None:
        return
    for game, own in zip(answer["games"], notes, strict=True):
        for shown, note in zip(game["notes"], own, strict=True):
            shown["tablebase"] = tablebase_verdict(note, knowledge)


def _move_as_json(note: Note) -> dict[str, Any]:
    """What is written of a move; values are for White, ``loss`` is in expected points."""
    board = note.board()
    return {
        "ply": note.ply,
        "san": san(board, note.played),
        "mark": note.mark or None,
        "only": note.only,
        "value": note.for_white * note.shown,
        "better": san(board, note.best) if note.mark else None,
        "loss": round(note.loss, 4),
    }


def _note_as_json(note: Note) -> dict[str, Any]:
    board = note.board()
    return {
        **{name: one for name, one in note.as_json().items() if name != "sentences"},
        "argument": in_words(note.argument),
        "verdict": note.verdict.value,
        "cost": round(note.cost, 4),
        "text": san_line(board, (note.played,)),
        "comment": comment_on(note),
    }


def print_answer(answer: dict[str, Any]) -> None:
    """Prints each game with its summary and comments, and how many games were not reached."""
    reached = [game for game in answer["games"] if game["moves_judged"] or not game["moves_asked"]]
    for game in reached:
        _print_game(game)
    left = len(answer["games"]) - len(reached)
    if left:
        out.print("1 game was not reached." if left == 1 else f"{left} games were not reached.")


def _print_game(game: dict[str, Any]) -> None:
    white, black, result = (visible(game[name]) for name in ("white", "black", "result"))
    out.print(f"{white} - {black} {result}", soft_wrap=True)
    for sentence in game["summary"]["sentences"]:
        out.print(f"  {sentence}", soft_wrap=True)
    for move, note in zip(game["moves"], game["notes"], strict=True):
        if note["comment"]:
            text = f"{note['text']}{move['mark'] or ''}"
            out.print(f"  {text}  {note['comment']}", soft_wrap=True)
