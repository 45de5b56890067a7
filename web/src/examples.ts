// What a first visit can begin with.

export interface Example {
  title: string;
  fen?: string;
  pgn?: string;
  lesson?: string;
}

export const EXAMPLES: Example[] = [
  { title: "A rook gives itself up: why is it the best move?", fen: "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1" },
  { title: "R\u00e9ti's study: the king seems too far away. Is it?", fen: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1" },
  {
    title: "A whole game: Morphy at the opera, 1858",
    pgn: `[Event "Paris, at the opera"]
[White "Morphy, Paul"]
[Black "Duke Karl and Count Isouard"]
[Date "1858"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`,
  },
  { title: "Learn how B* thinks, step by step", lesson: "learn" },
];
