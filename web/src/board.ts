// The board: chessground, with legal moves from the server, arrows, and a mode in which pieces go anywhere.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Color, Dests, Key, Role } from "chessground/types";
import { byId, h } from "./dom";
import type { GameModel } from "./game";

const BRUSHES = {
  move: { key: "m", color: "#0f766e", opacity: 0.9, lineWidth: 11 },
  threat: { key: "t", color: "#d97706", opacity: 0.9, lineWidth: 11 },
  stopped: { key: "s", color: "#b91c1c", opacity: 0.55, lineWidth: 9 },
  refuted: { key: "r", color: "#b91c1c", opacity: 0.85, lineWidth: 11 },
  answer: { key: "a", color: "#1d4ed8", opacity: 0.85, lineWidth: 9 },
};
const PIECES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const PROMOTIONS: [string, string][] = [["q", "Queen"], ["r", "Rook"], ["b", "Bishop"], ["n", "Knight"]];

export class BoardView {
  readonly api: Api;
  private editing = false;

  constructor(
    private game: GameModel,
    private played: (move: string) => void,
  ) {
    this.api = Chessground(byId("board"), {
      animation: { duration: 150 },
      movable: { free: false, events: { after: (from, to) => void this.moved(from, to) } },
      premovable: { enabled: false },
      drawable: { brushes: BRUSHES as never },
      disableContextMenu: true,
    });
  }

  get setsUp(): boolean {
    return this.editing;
  }

  draw(extra: DrawShape[] = []): void {
    if (this.editing) return;
    const { game } = this;
    const fen = game.fen();
    const turn: Color = fen.split(" ")[1] === "b" ? "black" : "white";
    const live = !game.line && game.position;
    const dests: Dests = new Map();
    if (live) for (const [from, to] of Object.entries(live.targets)) dests.set(from as Key, to as Key[]);
    const last = game.lastMove();
    this.api.set({
      fen,
      turnColor: turn,
      check: Boolean(live && live.check),
      lastMove: last && last !== "0000" ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : [],
      movable: { free: false, color: live ? turn : undefined, dests } as never,
    });
    this.api.setAutoShapes(game.line ? this.lineArrows() : extra);
    byId("words").textContent = describe(fen);
    byId("board").setAttribute("aria-label", describe(fen));
  }

  private lineArrows(): DrawShape[] {
    const shown = this.game.line;
    if (!shown) return [];
    const next = shown.line.moves[shown.at];
    const known = shown.at === 0 ? shown.arrows : [];
    const drawn = known.length ? known : next && next !== "0000" ? [[next, "answer"] as [string, string]] : [];
    return drawn.map(([move, brush]) => arrow(move, brush));
  }

  private async moved(from: Key, to: Key): Promise<void> {
    if (this.editing) return;
    const names = this.game.position?.names ?? {};
    const promotes = `${from}${to}q` in names;
    const piece = promotes ? await choosePromotion() : "";
    if (promotes && !piece) this.draw();
    else this.played(`${from}${to}${piece}`);
  }

  edit(on: boolean): void {
    this.editing = on;
    this.api.setAutoShapes([]);
    this.api.set({
      movable: { free: on, color: on ? "both" : undefined, dests: new Map() } as never,
      draggable: { deleteOnDropOff: on },
      lastMove: [],
      check: false,
    });
    if (!on) this.draw();
  }

  put(role: Role, color: Color, event: MouseEvent | TouchEvent): void {
    this.api.dragNewPiece({ role, color }, event as never, true);
  }
}

export function arrow(move: string, brush: string): DrawShape {
  return { orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush };
}

export function describe(fen: string): string {
  const [rows = "", turn] = fen.split(" ");
  const sides: Record<string, string[]> = { White: [], Black: [] };
  rows.split("/").forEach((row, place) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else {
        const name = `${PIECES[sign.toLowerCase()]} ${"abcdefgh"[file]}${8 - place}`;
        sides[sign === sign.toUpperCase() ? "White" : "Black"]?.push(name);
        file += 1;
      }
    }
  });
  const told = Object.entries(sides).map(([side, pieces]) => `${side}: ${pieces.join(", ")}.`);
  return `The board. ${turn === "b" ? "Black" : "White"} to move. ${told.join(" ")}`;
}

function choosePromotion(): Promise<string> {
  const dialog = byId<HTMLDialogElement>("promotion");
  return new Promise((resolve) => {
    dialog.replaceChildren(
      ...PROMOTIONS.map(([piece, name]) =>
        h("button", { type: "button", click: () => dialog.close(piece) }, name)),
    );
    dialog.returnValue = "";
    dialog.onclose = () => resolve(dialog.returnValue);
    dialog.showModal();
  });
}
