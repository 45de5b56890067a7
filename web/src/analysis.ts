// The analysis of a position: what the server says of it, on the page.

import { byId, h, say, show } from "./dom";
import type { GameModel } from "./game";
import { Race } from "./race";
import { ask, keep, type Stream } from "./server";
import { TreeView } from "./tree";
import type { ArgumentMessage, Message, MoveRow, Point, Search, Sentence, TreeNode } from "./types";

const FIRST = 6;

/** Whether a format can be saved: a game has fewer than an analysis. */
export function offer(format: string, possible: boolean): void {
  document.querySelector<HTMLElement>(`#taking [data-format=${format}]`)?.toggleAttribute("hidden", !possible);
}

export class AnalysisView {
  task = "";
  /** The position that is analysed: where its moves are "why not" and not just played. */
  root: { start: string; moves: string[]; chess960: boolean } | null = null;
  choice = "";
  running = false;
  private rows: MoveRow[] = [];
  private all = false;
  private picked = new Set<string>();
  private race = new Race(byId<SVGElement>("race"));
  private tree: TreeView;
  private argued: TreeNode[] = [];
  private pending: Search | null = null;

  constructor(
    private stream: Stream,
    private game: GameModel,
    private redraw: () => void,
  ) {
    this.tree = new TreeView((line, arrows) => this.game.showLine(line, arrows));
    byId("all-moves").addEventListener("click", () => {
      this.all = !this.all;
      say("all-moves", this.all ? "Show the best moves" : "Show all moves");
      this.drawTable();
    });
    byId("whole").addEventListener("change", () => void this.switchTree());
    byId("compare").addEventListener("click", () => this.question("compare", [...this.picked]));
    byId("only").addEventListener("click", () => this.question("only move", []));
  }

  settings(): Record<string, unknown> {
    const seconds = byId<HTMLSelectElement>("seconds").value;
    return {
      prober: byId<HTMLSelectElement>("prober").value,
      control: byId<HTMLSelectElement>("control").value,
      confidence: Number(byId<HTMLInputElement>("confidence").value) / 100,
      seconds: seconds ? Number(seconds) : null,
    };
  }

  start(): void {
    if (this.task) this.stream.end(this.task);
    this.clear();
    this.root = this.game.question();
    this.setRunning(true);
    say("looking", "Taking a first look at every move.");
    this.stream.start({ kind: "analyse", ...this.root, ...this.settings() }, (message) => this.hear(message), (task) => {
      this.task = task;
      keep("task", JSON.stringify({ task, ...this.root }));
    });
  }

  find(task: string, root: { start: string; moves: string[]; chess960: boolean }): void {
    this.task = task;
    this.root = root;
    show("intro", false);
    this.stream.watch(task, (message) => this.hear(message));
  }

  stop(): void {
    if (this.task) this.stream.send({ type: "stop", task: this.task });
  }

  goOn(): void {
    this.setRunning(true);
    this.stream.send({ type: "go on", task: this.task, seconds: this.settings()["seconds"] });
  }

  isRoot(): boolean {
    const here = this.game.question();
    return this.root !== null && JSON.stringify(here) === JSON.stringify(this.root);
  }

  whyNot(move: string): void {
    if (this.choice && move !== this.choice) this.question("why not", [this.choice, move]);
  }

  private question(kind: string, about: string[]): void {
    if (!this.root) return;
    const place = h("li", { class: "waiting" }, "Searching for the answer …");
    byId("answers").prepend(place);
    const seconds = Math.min(Number(this.settings()["seconds"] ?? 3), 3);
    this.stream.start({ kind, ...this.root, ...this.settings(), seconds, about }, (message) => {
      if (message.type === "answer") {
        place.className = "answer";
        const told = message["sentences"] as Sentence[];
        place.replaceChildren(h("strong", {}, message["question"] as string), " ", ...told.map((one) => this.sentence(one, "span")));
      } else if (message.type === "status" && message["state"] === "failed") place.textContent = message["message"] as string;
    }, () => undefined);
  }

  private clear(): void {
    this.choice = "";
    this.rows = [];
    this.picked.clear();
    this.race.clear();
    this.argued = [];
    this.tree.set([], true);
    for (const id of ["sentences", "more", "answers", "story", "table"]) byId(id).replaceChildren();
    for (const id of ["intro", "verdict", "argument", "watch", "taking", "more-part", "go-on", "whole-label"]) show(id, false);
    byId<HTMLInputElement>("whole").checked = false;
    keep("task", null);
  }

  private setRunning(running: boolean): void {
    this.running = running;
    show("stop", running);
    show("analyse", !running);
    if (running) show("go-on", false);
    byId("verdict").classList.toggle("running", running);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "status": this.status(message); break;
      case "race": this.race.clear(message["points"] as Point[]); break;
      case "search": this.search(message as unknown as Search); break;
      case "story": this.story(message); break;
      case "argument": this.argument(message as unknown as ArgumentMessage); break;
      case "tree": this.showTree(message["nodes"] as TreeNode[]); break;
      case "moves": this.rows = message["moves"] as MoveRow[]; show("watch", true); this.drawTable(); break;
      case "end": this.ended(message); break;
    }
  }

  private status(message: Message): void {
    const state = message["state"] as string;
    this.setRunning(state === "waiting" || state === "running");
    if (state === "waiting") say("looking", "Waiting for a turn: the server is busy with other searches.");
    else if (state === "failed") say("looking", `This did not work: ${message["message"] as string}`);
    else if (state !== "running") say("looking", "");
  }

  /** Events come faster than the screen shows them: the last one before a frame is drawn. */
  private search(message: Search): void {
    if (this.pending === null) requestAnimationFrame(() => this.drawSearch());
    this.pending = message;
    this.race.add([message.seconds, message.moves.slice(0, 6).map((one) => [one.san, one.share])]);
  }

  private drawSearch(): void {
    const message = this.pending;
    this.pending = null;
    if (!message) return;
    this.rows = message.moves;
    show("watch", true);
    const depth = message.depth ? `, known to ${message.depth} plies` : "";
    const counts = `${message.nodes.toLocaleString("en")} nodes, ${message.seconds.toFixed(1)} s${depth}`;
    say("looking", `${message.looking} (${counts})`);
    const best = message.moves[0];
    if (best) {
      const sure = message.doubt === null ? "" : `${Math.round(100 * (1 - message.doubt))}% sure that nothing is better`;
      this.verdict(best.move, best.san, `${message.bound ? "at least " : ""}${best.value}`, best.share, sure);
    }
    this.drawTable();
    performance.mark("provebest-event", { detail: Date.now() - message.at * 1000 });
  }

  private verdict(move: string, san: string, value: string, share: number, how: string): void {
    show("verdict", true);
    if (this.choice !== move) {
      this.choice = move;
      this.redraw();
    }
    say("choice", san);
    say("value", value);
    say("how", how);
    const percent = Math.round(100 * share);
    byId("white").style.width = `${percent}%`;
    byId("bar").setAttribute("aria-label", `White's winning chances ${percent}%, Black's ${100 - percent}%`);
    say("winning", `White's winning chances: ${percent}%`);
  }

  private argument(message: ArgumentMessage): void {
    show("argument", true);
    const sure = message.confidence === null ? "" : `, ${Math.round(100 * message.confidence)}% sure that nothing is better`;
    this.verdict(message.move, message.san, message.value, message.share, `${message.verdict}${sure}`);
    byId("sentences").replaceChildren(...message.brief.map((one) => h("li", {}, this.sentence(one, "span"))));
    byId("more").replaceChildren(...message.more.map((one) => h("li", {}, this.sentence(one, "span"))));
    show("more-part", message.more.length > 0);
    byId("argument").classList.toggle("final", message.final);
  }

  /** A sentence that plays its line. */
  sentence(one: Sentence, tag: "span" | "p"): HTMLElement {
    const { line } = one;
    if (!line) return h(tag, { class: `say ${one.about}` }, one.text);
    const play = (): void => {
      document.querySelector(".say[aria-current]")?.removeAttribute("aria-current");
      button.setAttribute("aria-current", "true");
      this.game.showLine(line, one.arrows);
    };
    const button = h("button", { type: "button", class: `say ${one.about}`, click: play, title: "Play this line on the board" }, one.text);
    return button;
  }

  private story(message: Message): void {
    const one = { about: "story", text: message["text"], line: message["line"], arrows: message["arrows"] } as Sentence;
    const phase = String(message["phase"]);
    const list = byId("story");
    const item = h("li", {}, h("span", { class: `phase phase-${phase.toLowerCase()}` }, phase), this.sentence(one, "span"));
    list.prepend(item);
    while (list.childElementCount > 40) list.lastElementChild?.remove();
  }

  private showTree(nodes: TreeNode[]): void {
    const first = this.argued.length === 0;
    this.argued = nodes;
    show("watch", true);
    if (!byId<HTMLInputElement>("whole").checked) this.tree.set(nodes, first || !this.running);
  }

  private async switchTree(): Promise<void> {
    const box = byId<HTMLInputElement>("whole");
    if (!box.checked) {
      this.tree.set(this.argued, true);
      return;
    }
    try {
      const found = await ask<{ nodes: TreeNode[] }>("export", { task: this.task, format: "tree" });
      this.tree.set(found.nodes, true);
    } catch (error) {
      box.checked = false;
      say("problem", (error as Error).message);
    }
  }

  private ended(message: Message): void {
    show("taking", true);
    show("go-on", Boolean(message["goes_on"]));
    show("whole-label", Boolean(message["whole"]));
    offer("json", true);
    offer("certificate", Boolean(message["certificate"]));
    say("made", `${message["made"] as string}.`);
    if (message["failure"]) say("problem", message["failure"] as string);
    this.tree.set(this.argued, true);
  }

  private drawTable(): void {
    const body = byId("table");
    const shown = this.all ? this.rows : this.rows.slice(0, FIRST);
    const active = document.activeElement?.getAttribute("data-move");
    body.replaceChildren(...shown.map((row, place) => this.row(row, place === 0)));
    if (active) body.querySelector<HTMLElement>(`[data-move="${active}"]`)?.focus();
    byId<HTMLButtonElement>("compare").disabled = this.picked.size < 2;
    byId("all-moves").hidden = this.rows.length <= FIRST;
  }

  private row(row: MoveRow, best: boolean): HTMLElement {
    const pick = h("input", { type: "checkbox", "aria-label": `Compare ${row.san}`, "data-move": `pick ${row.move}`, change: () => {
      if (pick.checked) this.picked.add(row.move);
      else this.picked.delete(row.move);
      byId<HTMLButtonElement>("compare").disabled = this.picked.size < 2;
    } });
    pick.checked = this.picked.has(row.move);
    const name = h("button", { type: "button", class: "say", "data-move": row.move, click: () => void this.playRow(row) }, row.san);
    const chance = row.chance === null ? "" : row.chance < 0.005 ? "<1%" : `${Math.round(100 * row.chance)}%`;
    return h("tr", { class: best ? "best" : "" },
      h("th", { scope: "row" }, name), h("td", { class: "number" }, row.value), h("td", { class: "number" }, row.hope ?? ""),
      h("td", { class: "number" }, chance), h("td", { class: "wide line" }, row.text), h("td", {}, pick));
  }

  /** The server works out the positions of a line, by playing its first moves. */
  private async playRow(row: MoveRow): Promise<void> {
    if (!this.root) return;
    const fens: string[] = [];
    const names: string[] = [];
    const moves = row.line.slice(0, 12);
    for (let place = 0; place <= moves.length; place += 1) {
      const question = { ...this.root, moves: [...this.root.moves, ...moves.slice(0, place)] };
      const found = await ask<{ fen: string; last: string }>("position", question).catch(() => null);
      if (!found) break;
      fens.push(found.fen);
      if (place) names.push(found.last);
    }
    this.game.showLine({ fens, moves: moves.slice(0, fens.length - 1), names, at: 1 }, [[row.move, "move"]]);
  }
}
