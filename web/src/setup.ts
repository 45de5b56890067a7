// Setting up a position: pieces go anywhere, and off the board.

import type { Color, Role } from "chessground/types";
import type { BoardView } from "./board";
import { byId, h } from "./dom";
import type { GameModel } from "./game";

const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

export function connectSetup(board: BoardView, game: GameModel): void {
  const box = byId("setup");
  const button = byId("edit");
  const turn = h("select", { "aria-label": "Side to move" },
    h("option", { value: "w" }, "White to move"), h("option", { value: "b" }, "Black to move"));
  const castling = h("input", { "aria-label": "Castling rights", value: "-", maxlength: "8", size: "5" });

  const stop = (): void => {
    box.hidden = true;
    button.setAttribute("aria-pressed", "false");
    board.edit(false);
  };
  const use = async (): Promise<void> => {
    const fen = `${board.api.getFen()} ${turn.value} ${castling.value.trim() || "-"} - 0 1`;
    if (await game.open(fen)) stop();
  };
  const spare = (color: Color): HTMLElement =>
    h("div", { class: "spare cg-wrap" }, ...ROLES.map((role) => {
      const put = (event: Event): void => board.put(role, color, event as MouseEvent);
      return h("piece" as "span", { class: `${color} ${role}`, mousedown: put, touchstart: put });
    }));

  box.append(
    h("p", { class: "soft" }, "Drag pieces onto the board, and off it."),
    spare("white"), spare("black"),
    h("p", { class: "row" }, turn, h("label", {}, "Castling ", castling),
      h("button", { type: "button", click: () => { board.api.set({ fen: "8/8/8/8/8/8/8/8" }); } }, "Clear"),
      h("button", { type: "button", class: "primary", click: () => void use() }, "Use this position")),
  );
  button.addEventListener("click", () => {
    if (board.setsUp) {
      stop();
      return;
    }
    const [, side = "w", rights = "-"] = game.fen().split(" ");
    turn.value = side;
    castling.value = rights;
    box.hidden = false;
    button.setAttribute("aria-pressed", "true");
    board.edit(true);
  });
}
