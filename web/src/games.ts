// Games: paste or drop, the list of moves, the graph of chances, and notes on the moves.

import { byId, h, say, show } from "./dom";
import type { GameModel, Played } from "./game";
import { drawChances } from "./race";
import { ask, type Stream } from "./server";
import type { Game, Line, Message, Note } from "./types";

const LARGEST = 1_900_000;

export class GamesView {
  private headers: Record<string, string> = {};
  private notes = new Map<number, Note>();
  /** The moves of the game that was opened; the board has others once another position is set. */
  private moves: Played[] = [];
  private task = "";

  constructor(
    private stream: Stream,
    private game: GameModel,
    private settings: () => Record<string, unknown>,
    private saved: (task: string) => void,
  ) {
    byId("pgn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(byId<HTMLTextAreaElement>("pgn").value);
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      if (file.size > LARGEST) say("problem", "This file is too large: a page reads at most 2 MB.");
      else void file.arrayBuffer().then((bytes) => this.read(...decode(new Uint8Array(bytes))));
    });
    byId("annotate").addEventListener("click", () => this.annotate());
  }

  async read(pgn: string, remark = ""): Promise<void> {
    try {
      const found = await ask<{ games: Game[]; problems: string[] }>("games", { pgn });
      byId("game-list").replaceChildren(...found.games.map((game) =>
        h("li", {}, h("button", { type: "button", class: "say", click: () => void this.open(game) }, title(game)))));
      if (found.games.length > 1) byId<HTMLDetailsElement>("games").open = true;
      const [first] = found.games;
      if (first) await this.open(first);
      const told = [...(remark ? [remark] : []), ...found.problems];
      if (told.length) say("problem", told.join(" ")); // at last: a game that is opened clears it
    } catch (error) {
      say("problem", (error as Error).message);
    }
  }

  private async open(game: Game): Promise<void> {
    this.headers = Object.fromEntries(Object.entries(game.headers).filter(([, value]) => value && !value.startsWith("?")));
    this.notes.clear();
    say("summary", "");
    say("progress", "Judges every move, and marks the mistakes.");
    show("judged", false);
    say("game-title", title(game));
    this.moves = [...game.moves];
    await this.game.open(game.start, this.moves, game.chess960, 0);
    show("annotation", true);
    show("intro", false);
    this.draw();
  }

  private annotate(): void {
    if (this.task) this.stream.end(this.task);
    this.notes.clear();
    const seconds = Math.min(Number(this.settings()["seconds"] ?? 1), 10);
    const wish = { start: this.game.start, chess960: this.game.chess960, moves: this.game.moves(this.game.played.length), headers: this.headers };
    this.stream.start({ kind: "annotate", ...wish, ...this.settings(), seconds }, (message) => this.hear(message), (task) => { this.task = task; });
  }

  private hear(message: Message): void {
    if (message.type === "note") this.notes.set(message["ply"] as number, message as unknown as Note);
    else if (message.type === "progress") {
      const [done, total] = [message["done"] as number, message["total"] as number];
      say("progress", `${message["doing"] as string}: ${done} of ${total}`);
      Object.assign(byId<HTMLProgressElement>("judged"), { max: Math.max(1, total), value: done });
      show("judged", true);
    } else if (message.type === "summary") {
      byId("summary").replaceChildren(...(message["sentences"] as string[]).map((one) => h("p", {}, one)));
      this.saved(this.task);
    } else if (message.type === "status" && message["state"] !== "waiting" && message["state"] !== "running") {
      say("progress", message["state"] === "failed" ? (message["message"] as string) : "");
      show("judged", false);
    }
    this.draw();
  }

  /** The note on a move of the game on the board; none if another move was judged there. */
  private note(place: number): Note | undefined {
    const note = this.notes.get(place);
    const before = place ? this.game.played[place - 1]?.fen : this.game.startFen;
    return note && note.fen === before && note.move === this.game.played[place]?.move ? note : undefined;
  }

  private leave(): void {
    this.headers = {};
    this.notes.clear();
    say("game-title", "");
    show("annotation", false);
  }

  draw(): void {
    if (!byId("annotation").hidden && this.game.played !== this.moves) this.leave();
    const { played, ply, line } = this.game;
    const items: HTMLElement[] = [];
    const first = this.game.startFen.split(" ");
    let number = Number(first[5] ?? 1);
    let white = first[1] !== "b";
    played.forEach((one, place) => {
      if (white || place === 0) items.push(h("span", { class: "number" }, `${number}.${white ? "" : ".."}`));
      const note = this.note(place);
      const here = !line && ply === place + 1;
      const attributes: Record<string, string> = { type: "button", class: `ply${/\?/.test(note?.mark ?? "") ? " bad" : ""}` };
      if (here) attributes["aria-current"] = "step";
      items.push(h("button", { ...attributes, click: () => this.game.go(place + 1) }, `${one.san}${note?.mark ?? ""}`));
      if (!white) number += 1;
      white = !white;
    });
    byId("moves").replaceChildren(...items);
    byId("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    show("game", items.length > 0);
    if (byId("annotation").hidden) return;
    byId("chances").toggleAttribute("hidden", !this.notes.size);
    const notes = new Map([...this.notes].filter(([place]) => this.note(place)));
    drawChances(byId<SVGElement>("chances"), notes, played.length, ply, (to) => this.game.go(to));
    if (!line) this.comment(this.note(ply - 1));
  }

  private comment(note: Note | undefined): void {
    const parts: (Node | string)[] = note?.comment ? [note.comment, " "] : [];
    const button = (text: string, line: Line, arrow: string): HTMLElement =>
      h("button", { type: "button", class: "say", click: () => this.game.showLine(line, [[line.moves[0] ?? "", arrow]], 0) }, text);
    if (note?.comment && note.better) parts.push(button("Show the better move", note.better, "move"), " ");
    if (note?.comment && note.answer) parts.push(button("Show what it allows", note.answer, "refuted"));
    byId("comment").replaceChildren(...parts);
  }
}

/** A text, and a sentence if it is not all UTF-8: other lines are read as Latin-1, as many chess programs write it. */
function decode(bytes: Uint8Array): [string, string] {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const latin1 = new TextDecoder("windows-1252");
  let all = true;
  const lines: string[] = [];
  for (let start = 0, end = 0; start <= bytes.length; start = end + 1) {
    end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    const line = bytes.subarray(start, end);
    try {
      lines.push(utf8.decode(line));
    } catch {
      lines.push(latin1.decode(line));
      all = false;
    }
  }
  const text = lines.join("\n").replace(/^\ufeff/, "");
  return [text, all ? "" : "This file is not UTF-8 throughout; the rest was read as Latin-1."];
}

function title(game: Game): string {
  const { White = "?", Black = "?", Result = "*" } = game.headers;
  const players = White === "?" && Black === "?" ? "Game" : `${White} - ${Black}`;
  const moves = Math.ceil(game.moves.length / 2);
  return [players, ...(Result === "*" ? [] : [Result]), moves === 1 ? "1 move" : `${moves} moves`].join(", ");
}
