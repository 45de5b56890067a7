// The boards of a page. Every position comes with the page: this script knows no rules of chess.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SQUARE = 45;
  const PIECES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

  const drawn = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // Pairs of a square, such as "e4", and the letter of the piece on it.
  const pieces = (fen) =>
    fen.split(" ")[0].split("/").flatMap((row, down) => {
      const letters = [...row.replace(/\d/g, (empty) => " ".repeat(empty))];
      return letters.flatMap((letter, across) =>
        letter === " " ? [] : [["abcdefgh"[across] + (8 - down), letter]]);
    });

  const inWords = (fen) => {
    const side = (white) =>
      pieces(fen)
        .filter(([, letter]) => (letter < "a") === white)
        .sort(([, a], [, b]) => "kqrbnp".indexOf(a.toLowerCase()) - "kqrbnp".indexOf(b.toLowerCase()))
        .map(([square, letter]) => `${PIECES[letter.toLowerCase()]} ${square}`)
        .join(", ");
    return `White: ${side(true)}. Black: ${side(false)}. ` +
      `${fen.split(" ")[1] === "w" ? "White" : "Black"} to move.`;
  };

  class Viewer {
    constructor(root) {
      const data = root.querySelector("script.lines");
      this.root = root;
      this.lines = JSON.parse(data.textContent);
      this.seenByWhite = data.dataset.seenBy === "white";
      this.lichess = data.dataset.lichess;
      this.board = root.querySelector("svg.board");
      this.line = 0;
      this.ply = 0;
      this.reading = root; // the part of the text in which the reader clicked last
    }

    // Shows what only works with the script, and tells screen readers that moves are buttons.
    wake() {
      this.root.classList.add("live");
      for (const part of this.root.querySelectorAll("[hidden]")) part.hidden = false;
      for (const move of this.root.querySelectorAll("span.move")) {
        move.setAttribute("role", "button");
        move.tabIndex = move.dataset.tab === undefined ? -1 : 0;
      }
      this.show(0, 0);
    }

    show(line, ply) {
      this.line = line;
      this.ply = Math.max(0, Math.min(ply, this.lines[line].moves.length));
      this.draw();
      this.mark();
      this.tell();
    }

    corner(square) {
      const across = square.charCodeAt(0) - 97;
      const down = 8 - Number(square[1]);
      return (this.seenByWhite ? [across, down] : [7 - across, 7 - down]).map((n) => n * SQUARE);
    }

    draw() {
      const { fens, moves, arrows } = this.lines[this.line];
      const put = (group, elements) =>
        this.board.querySelector(`.${group}`).replaceChildren(...elements);
      const size = { width: SQUARE, height: SQUARE };
      put("pieces", pieces(fens[this.ply]).map(([square, letter]) => {
        const [x, y] = this.corner(square);
        return drawn("use", { href: `#piece-${letter}`, x, y, ...size });
      }));
      const last = this.ply ? moves[this.ply - 1] : "0000";
      const squares = last === "0000" ? [] : [last.slice(0, 2), last.slice(2, 4)];
      put("last", squares.map((square) => {
        const [x, y] = this.corner(square);
        return drawn("rect", { x, y, ...size });
      }));
      put("arrows", (arrows[this.ply] || []).map(([move, tone]) => {
        const [x1, y1] = this.corner(move.slice(0, 2)).map((n) => n + SQUARE / 2);
        const [x2, y2] = this.corner(move.slice(2, 4)).map((n) => n + SQUARE / 2);
        return drawn("line", { x1, y1, x2, y2, class: `arrow-${tone}`, "marker-end": `url(#head-${tone})` });
      }));
    }

    // The moves that lead to the position on the board, in the text and on the graph.
    here() {
      const place = `[data-line="${this.line}"][data-ply="${this.ply}"]`;
      return [...this.root.querySelectorAll(`${place}:not(.say, .play)`)];
    }

    mark() {
      for (const old of this.root.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
      for (const say of this.root.querySelectorAll(`.say[data-line="${this.line}"]`)) {
        say.setAttribute("aria-current", "true");
      }
      for (const move of this.here()) move.setAttribute("aria-current", "step");
    }

    // Brings the move on the board into sight, where the reader is reading.
    follow() {
      const moves = this.here().filter((each) =>
        each.matches("span.move") && this.reading.contains(each) && each.checkVisibility());
      const move = moves.find((each) => each.closest(".moves")) || moves[0];
      if (move) move.scrollIntoView({ block: "nearest" });
    }

    tell() {
      const { fens, names } = this.lines[this.line];
      const fen = fens[this.ply];
      const name = this.ply ? `After ${names[this.ply - 1]}` : names.length ? `Before ${names[0]}` : "The position";
      this.root.querySelector(".where").textContent = `${name} (${this.ply} of ${names.length})`;
      this.root.querySelector(".fen").value = fen;
      this.root.querySelector('[data-do="copy"]').textContent = "Copy FEN";
      this.root.querySelector(".lichess").href = this.lichess + fen.replaceAll(" ", "_");
      this.board.setAttribute("aria-label", `${name}. ${inWords(fen)}`);
      const off = { first: this.ply === 0, back: this.ply === 0 };
      off.next = off.last = this.ply === names.length;
      for (const [what, is] of Object.entries(off)) {
        this.root.querySelector(`[data-do="${what}"]`).setAttribute("aria-disabled", is);
      }
    }

    flip() {
      this.seenByWhite = !this.seenByWhite;
      const names = [...this.board.querySelectorAll(".names text")];
      const texts = names.map((each) => each.textContent);
      const turned = [...texts.slice(0, 8).reverse(), ...texts.slice(8).reverse()];
      names.forEach((each, n) => { each.textContent = turned[n]; });
      this.draw();
    }

    async copy() {
      const field = this.root.querySelector(".fen");
      const button = this.root.querySelector('[data-do="copy"]');
      let copied = true;
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        field.select();
        copied = document.execCommand("copy");
      }
      button.textContent = copied ? "Copied" : "Press Ctrl+C";
    }

    act(what) {
      const { moves } = this.lines[this.line];
      const ply = { first: 0, back: this.ply - 1, next: this.ply + 1, last: moves.length }[what];
      if (ply !== undefined) {
        this.show(this.line, ply);
        this.follow();
      }
      if (what === "flip") this.flip();
      if (what === "copy") this.copy();
    }
  }

  const viewers = new Map();
  for (const root of document.querySelectorAll(".viewer")) viewers.set(root, new Viewer(root));
  let active = [...viewers.values()][0];

  // The part of a page that was clicked or pressed: a button of a board, a move or a sentence.
  const press = (event) => {
    const root = event.target.closest(".viewer");
    if (!root) return;
    active = viewers.get(root);
    const button = event.target.closest("[data-do]");
    const place = event.target.closest("[data-line]");
    if (button) active.act(button.dataset.do);
    else if (place && !(place.matches(".say") && String(getSelection()))) {
      event.preventDefault();
      active.show(Number(place.dataset.line), Number(place.dataset.ply));
      active.reading = place.closest(".say, .line, tr") || root;
      if (place.closest(".graph")) active.follow();
    }
  };

  document.addEventListener("click", press);
  document.addEventListener("keydown", (event) => {
    const inField = event.target.closest("input, .wide");
    if (!active || inField || event.ctrlKey || event.altKey || event.metaKey) return;
    const root = event.target.closest(".viewer");
    if (root) active = viewers.get(root);
    const what = { ArrowLeft: "back", ArrowRight: "next", f: "flip" }[event.key];
    if (what) {
      event.preventDefault();
      active.act(what);
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("span.move")) {
      press(event);
    }
  });
  for (const viewer of viewers.values()) viewer.wake();
})();
