"""Words for how a line ends the game: positions where they are said, and near misses."""

from lines_in_words import kinds, story

from provebest.chess.motifs import MotifKind

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
LUFT = "6k1/5pp1/7p/8/8/8/6B1/1R1R2K1 w - - 0 1"
LADDER = "6k1/R7/8/8/8/8/8/1R4K1 w - - 0 1"


def test_back_rank_mate():
    found = story(BACK_RANK, "Rd8#")

    assert [motif.kind for motif in found.motifs] == [MotifKind.MATE, MotifKind.BACK_RANK]
    assert found.phrase == "mating on the back rank"


def test_mate_on_the_last_rank_with_no_pieces_in_front_is_not_a_back_rank_mate():
    found = story(LADDER, "Rb8#")

    assert [motif.kind for motif in found.motifs] == [MotifKind.MATE]
    assert found.phrase == "mating in 1"


def test_mate_that_needs_a_piece_against_the_squares_in_front_is_not_a_back_rank_mate():
    helped = BACK_RANK.replace("5PPP", "1B3PPP")

    assert kinds(helped, "Rd8#") == {MotifKind.MATE}


def test_check_on_the_back_rank_is_not_mate():
    assert kinds(LUFT, "Rd8+") == set()


def test_mate_counts_our_moves():
    found = story("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Kg2 Kg8 Rb8#")

    assert found.phrase == "mating in 2"


def test_their_mate_is_not_our_phrase():
    found = story("6k1/5ppp/8/8/8/8/3p1PPP/6K1 w - - 0 1", "Kh1 d1=Q#")

    assert found.phrase is None
    assert {m.kind for m in found.motifs if not m.by_us} >= {MotifKind.MATE, MotifKind.PROMOTION}
