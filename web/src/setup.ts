// Setting up a position: pieces go anywhere, and off the board.

import type { Color, Key, Role } from "chessground/types";
import type { BoardView } from "./board";
import { byId, h, say } from "./dom";
import type { GameModel } from "./game";

const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

const RIGHTS: [string, string][] = [["K", "White O-O"], ["Q", "White O-O-O"], ["k", "Black O-O"], ["q", "Black O-O-O"]];

export function connectSetup(board: BoardView, game: GameModel): void {
  const box = byId("setup");
  const button = byId("edit");
  const turn = h("select", { "aria-label": "Side to move" },
    h("option", { value: "w" }, "White to move"), h("option", { value: "b" }, "Black to move"));
  const rights = RIGHTS.map(([sign, name]) => ({ sign, box: h("input", { type: "checkbox", "aria-label": name }), name }));

  /** Whether king and rook stand where they may castle, in standard chess; elsewhere the right is lost. */
  const standsAtHome = (sign: string): boolean => {
    const rank = sign === sign.toUpperCase() ? "1" : "8";
    const color = rank === "1" ? "white" : "black";
    const rook = sign.toLowerCase() === "k" ? "h" : "a";
    const has = (square: string, role: Role): boolean => {
      const piece = board.api.state.pieces.get(square as Key);
      return piece?.role === role && piece.color === color;
    };
    return has(`e${rank}`, "king") && has(`${rook}${rank}`, "rook");
  };

  const stop = (): void => {
    box.hidden = true;
    button.setAttribute("aria-pressed", "false");
    board.edit(false);
  };
  const use = async (): Promise<void> => {
    const given = rights.filter((one) => one.box.checked && (game.chess960 || standsAtHome(one.sign))).map((one) => one.sign).join("");
    const fen = `${board.api.getFen()} ${turn.value} ${given || "-"} - 0 1`;
    if (await game.open(fen)) stop();
  };
  const spare = (color: Color): HTMLElement =>
    h("div", { class: "spare cg-wrap" }, ...ROLES.map((role) => {
      const put = (event: Event): void => {
        event.preventDefault();  // no text is selected on the way
        board.put(role, color, event as MouseEvent);
      };
      return h("piece" as "span", { class: `${color} ${role}`, mousedown: put, touchstart: put });
    }));

  const man = h("select", { "aria-label": "Piece" },
    ...(["white", "black"] as Color[]).flatMap((color) => ROLES.map((role) => h("option", { value: `${color} ${role}` }, `${color} ${role}`))),
    h("option", { value: "" }, "nothing"));
  const square = h("input", { "aria-label": "Square", size: "3", maxlength: "2", placeholder: "e4", autocomplete: "off" });
  const place = (event: Event): void => {
    event.preventDefault();
    const at = square.value.trim().toLowerCase();
    const [color, role] = man.value.split(" ") as [Color, Role];
    if (!/^[a-h][1-8]$/.test(at)) say("problem", "A square is a letter and a number, such as e4.");
    else {
      board.api.setPieces(new Map([[at as Key, role ? { color, role } : undefined]]));
      say("problem", "");
      square.select();
    }
  };

  box.append(
    h("p", { class: "soft" }, "Drag pieces onto the board, and off it; or name them."),
    spare("white"), spare("black"),
    h("form", { class: "row", submit: place }, man, h("span", { class: "soft" }, "on"), square, h("button", {}, "Put")),
    h("p", { class: "row" }, h("span", { class: "soft" }, "Castling"), ...rights.map((one) => h("label", {}, one.box, ` ${one.name}`))),
    h("p", { class: "row" }, turn,
      h("button", { type: "button", click: () => { board.api.set({ fen: "8/8/8/8/8/8/8/8" }); } }, "Clear"),
      h("button", { type: "button", class: "primary", click: () => void use() }, "Use this position")),
  );
  button.addEventListener("click", () => {
    if (board.setsUp) {
      stop();
      return;
    }
    const [, side = "w", held = "-"] = game.fen().split(" ");
    turn.value = side;
    for (const one of rights) one.box.checked = held.includes(one.sign);
    box.hidden = false;
    button.setAttribute("aria-pressed", "true");
    board.edit(true);
  });
}
