"""PGN that no chess program should stumble over: games that cannot be used, and why."""

import itertools

GOOD = '[Event "good"]\n[White "Ann"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def game(moves="1. e4 *", **headers):
    lines = {"Event": "bad", "White": "Eve", "Black": "Mallory"} | headers
    return "".join(f'[{name} "{value}"]\n' for name, value in lines.items()) + f"\n{moves}\n"


def wrapped(words, each=20):
    """In lines, as programs write them."""
    words = iter(words)
    lines = iter(lambda: " ".join(itertools.islice(words, each)), "")
    return "\n".join(lines)


def shuffled(plies):
    return itertools.islice(itertools.cycle(SHUFFLE), plies)


def nested(depth):
    """Variations inside variations; each repeats the move before it and plays one more."""
    moves = list(shuffled(depth + 2))
    inner = (f"( {one} {two}" for one, two in itertools.pairwise(moves[1:]))
    return wrapped([moves[0], moves[1], *inner, ")" * depth])


UNUSABLE = {
    "no kings": (game(FEN="8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
    "impossible check": (game(FEN="4k3/8/8/8/8/8/8/4RK2 w - - 0 1", moves="1. Rxe8 *"), "FEN"),
    "clock": (game(FEN="4k3/8/8/8/8/8/4P3/4K3 w - - 1000000001 1", moves="1. e4 *"), "FEN"),
    "long clock": (game(FEN=f"4k3/8/8/8/8/8/4P3/4K3 w - - {'9' * 10_000} 1"), "position"),
    "Crazyhouse": (game(Variant="Crazyhouse"), "only standard chess and Chess960"),
    "unknown variant": (game(Variant="Nonesuch"), "Nonesuch"),
    "xx": (game(FEN="xx"), "xx"),
    "castling rights": (game(FEN="4k3/8/8/8/8/8/8/4K3 w XYZ - 0 1"), "castling"),
    "castling": (game("1. O-O *"), "1.O-O is not legal"),
    "NAG": (game(f"1. e4 ${'9' * 10_000} e5 *"), "a number in it is too long"),
    "result": (game(Result="--><script>"), "is not a result"),
    "null move": (game("1. e4 -- 2. d4 *"), "1...-- is a null move"),
    "null move as Z0": (game("1. Z0 e5 *"), "1.-- is a null move"),
    "drop": (game("1. N@f3 *"), "1.N@f3 is not legal"),
    "illegal": (game("1. e4 e5 2. Ke3 *"), "2.Ke3 is not legal"),
    "illegal in a variation": (game("1. e4 (1. e5) e5 *"), "1.e5 is not legal"),
    "ambiguous": (game("1. Nf3 a6 2. d3 a5 3. Nd2 *"), "3.Nd2 is ambiguous"),
    "long": (game(wrapped(shuffled(100_000))), "longer than 600 moves"),
    "nested": (game(nested(10_000)), "nested more than 100 deep"),
    "many glyphs": (game(wrapped(["e4", *["$1"] * 30_000])), "more than 20,000"),
    "many variations": (game(wrapped(["e4", *["(d4)"] * 30_000])), "more than 20,000"),
    "many comments": (game("1. e4 " + "{}" * 200_000), "more than 100,000 characters"),
    "long comment": (game("1. e4 {" + "so it goes\n" * 200_000 + "}"), "more than 1,000,000"),
    "NUL": (game("1. e4 e5\0 *"), "it is not text"),
    "headers": (game(**{f"X{n}": "" for n in range(2_000)}), "more than 1,000 headers"),
    "long header": (game(White="x" * 1_000_000), "more than 100,000 characters"),
    "open comment": (game("1. e4 {and then"), "a comment in it does not end"),
}
