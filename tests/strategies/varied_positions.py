"""Chess positions of all kinds, for what must hold of every analysis."""

POSITIONS = {
    # openings
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "three knights": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "italian": "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "sicilian": "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "french": "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
    "queen's gambit": "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "king's indian": "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 2 6",
    "mate threatened": "r1bqk2r/pppp1ppp/2n2n2/2b1p2Q/2B1P3/3P4/PPP2PPP/RNB1K1NR b KQkq - 0 5",
    # middlegames
    "hanging pawns": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9",
    "isolated pawn": "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10",
    "pieces everywhere": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "black attacks": "4rrk1/pp1n1ppp/2p2q2/3p4/3P1P2/2NB4/PPQ3PP/4RRK1 b - - 3 18",
    "bishops and queens": "r4rk1/pbq2pp1/1ppbpn1p/8/2PP4/1P1Q1N2/PBB2PPP/R3R1K1 w - - 0 1",
    "pinned knight": "r1b1k2r/ppppqppp/2n2n2/8/1bPNP3/2N5/PP2BPPP/R1BQK2R b KQkq - 0 7",
    # tactics
    "queen sacrifice": "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "rook to g3": "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "scholar's mate": "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "back rank": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "back rank for black": "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
    "knight fork": "r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1",
    "free rook": "3r2k1/p4p1p/1p2p1p1/8/1P1P4/P3PN2/5PPP/1r1R2K1 w - - 0 1",
    "win at chess": "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "many promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    # lost
    "queen down": "rnb1kbnr/pppp1ppp/8/4p3/4P1q1/8/PPPP1PPP/RNB1KBNR w KQkq - 0 4",
    "rook down": "6k1/1p3ppp/p7/8/8/P5P1/1P2rP1P/6K1 w - - 0 1",
    "mated soon": "k7/8/2K5/8/8/8/8/7R b - - 0 1",
    "bare king": "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
    # endings
    "lucena": "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "philidor": "4k3/8/r7/4P3/4K3/8/7R/8 b - - 0 1",
    "rook ending": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "pawn ending": "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 58 61",
    "pawn won": "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",
    "pawn drawn": "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1",
    "pawn to be held": "4k3/8/3KP3/8/8/8/8/8 b - - 0 1",
    "opposition": "8/8/4k3/8/4PK2/8/8/8 w - - 0 1",
    "opposite bishops": "8/5pk1/4p1p1/3pP1P1/p2P1PK1/1b6/1P1B4/8 b - - 0 1",
    "knight ending": "8/5kpp/4n3/1p6/1P2N3/6P1/5K1P/8 w - - 0 1",
    "queen ending": "8/6pk/7p/1p6/1P1Q4/8/q5PP/7K w - - 0 1",
    "dead draw": "8/8/8/4k3/8/4K3/4B3/8 w - - 0 1",
    "zugzwang": "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
}
