// "Learn": a lesson that the server has made, step by step. The tree itself is drawn by drawing.ts.

import { byId, h, say, show } from "./dom";
import { drawTree } from "./drawing";
import { ask } from "./server";
import type { Lesson, LessonNode } from "./types";

const KEYS: Record<string, string> = {
  bstar: "Bars are what each node may be worth; the dashes are the bounds before this step. Squares: MAX moves. Circles: MIN moves.",
  example: "Bars are the hopes of both sides, dots the values of the probes. Numbers below are the chances to reach the target. In the table, struck-out numbers are the paper's where its own rules give another.",
  tiles: "Under each board: steps so far, and steps that are needed at least. Grey boards are done with.",
};
const FIELDS: Record<string, Record<string, string>> = {
  bstar: { strategy: "strategy", width: "width", number: "number" },
  example: {},
  tiles: { search: "tiles-search", board: "tiles-board" },
};
const NUMBERS = ["width", "number"];

export class LearnView {
  private lesson: Lesson | null = null;
  private at = 0;
  /** The nodes as each step leaves them. */
  private states: Map<number, LessonNode>[] = [];
  private asked = 0;

  constructor(strategies: string[]) {
    byId("strategy").append(...strategies.map((name) => h("option", { selected: name === "2DRM" }, name)));
    byId("lesson-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.load();
    });
    byId("lesson-form").addEventListener("change", () => void this.load());
    byId("another").addEventListener("click", () => {
      const number = byId<HTMLInputElement>("number");
      number.value = String((Number(number.value) % 9999) + 1);
      void this.load();
    });
    const steps: [string, () => number][] = [["first", () => 0], ["back", () => this.at - 1], ["next", () => this.at + 1], ["last", () => this.states.length - 1]];
    for (const [name, to] of steps) byId(`step-${name}`).addEventListener("click", () => this.go(to()));
  }

  get visible(): boolean {
    return !byId("learn").hidden;
  }

  /** Opens the lesson that the address names: #learn, or #learn=tiles&search=breadth. */
  open(words: URLSearchParams): void {
    const name = words.get("learn") || byId<HTMLSelectElement>("lesson").value;
    if (name in FIELDS) byId<HTMLSelectElement>("lesson").value = name;
    for (const [key, id] of Object.entries(FIELDS[name] ?? {})) {
      const value = words.get(key);
      if (value !== null) byId<HTMLInputElement>(id).value = value;
    }
    void this.load();
  }

  key(name: string): boolean {
    const to: Record<string, number> = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.states.length - 1 };
    const step = to[name];
    if (step === undefined) return false;
    this.go(step);
    return true;
  }

  private async load(): Promise<void> {
    const name = byId<HTMLSelectElement>("lesson").value;
    for (const part of document.querySelectorAll<HTMLElement>(".of-lesson")) part.hidden = part.dataset["lesson"] !== name;
    const chosen = Object.fromEntries(Object.entries(FIELDS[name] ?? {}).map(([key, id]) => [key, byId<HTMLInputElement>(id).value]));
    const question = Object.fromEntries(Object.entries(chosen).map(([key, value]) => [key, NUMBERS.includes(key) ? Number(value) : value]));
    const number = ++this.asked;
    try {
      const lesson = await ask<Lesson>("learn", { lesson: name, ...question });
      if (number !== this.asked) return;
      if (this.visible) history.replaceState(null, "", `#${new URLSearchParams({ learn: name, ...chosen })}`);
      say("lesson-problem", "");
      say("lesson-key", KEYS[name] ?? "");
      this.lesson = lesson;
      this.states = [];
      let nodes = new Map<number, LessonNode>();
      for (const step of lesson.steps) {
        nodes = new Map(nodes);
        for (const node of step.nodes) nodes.set(node.id, node);
        this.states.push(nodes);
      }
      this.go(0);
    } catch (error) {
      say("lesson-problem", (error as Error).message);
    }
  }

  private go(to: number): void {
    const { lesson, states } = this;
    if (!lesson) return;
    this.at = Math.max(0, Math.min(states.length - 1, to));
    const step = lesson.steps[this.at];
    const nodes = states[this.at];
    if (!step || !nodes) return;
    say("step-count", `Step ${this.at + 1} of ${states.length}`);
    byId<HTMLButtonElement>("step-first").disabled = byId<HTMLButtonElement>("step-back").disabled = this.at === 0;
    byId<HTMLButtonElement>("step-last").disabled = byId<HTMLButtonElement>("step-next").disabled = this.at === states.length - 1;
    say("lesson-title", step.title);
    byId("said").replaceChildren(...step.said.map((one) =>
      h("li", {}, ...(one.rule ? [h("span", { class: "rule", title: "The rule, as docs/papers/berliner1979.md numbers it" }, one.rule), " "] : []), one.text)));
    const before = states[this.at - 1] ?? new Map<number, LessonNode>();
    drawTree(byId<SVGElement>("drawing"), { scale: lesson.scale, nodes, before, path: step.path });
    byId("drawing").setAttribute("aria-label", `${lesson.title}: ${step.title}, ${nodes.size} nodes. ${step.said.map((one) => one.text).join(" ")}`);
    const box = byId("drawing-box");
    const end = byId("drawing").querySelector(".end");
    if (end) {
      const place = end.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      box.scrollBy(place.left - frame.left - frame.width * 0.4, place.top - frame.top - frame.height / 2);
    }
    this.table(step.table);
  }

  private table(rows: Lesson["steps"][number]["table"]): void {
    show("figure-table", Boolean(rows));
    const cell = (tag: "th" | "td", one: { text: string; paper: string }): HTMLElement =>
      h(tag, { class: "number" }, one.text, ...(one.paper ? [" ", h("del", { title: "printed in the paper" }, one.paper)] : []));
    byId("figure-table").replaceChildren(...(rows ?? []).map((row, place) => h("tr", {},
      place ? h("th", { scope: "row" }, row.name) : h("th", { scope: "col" }, "node"), ...row.cells.map((one) => cell(place ? "td" : "th", one)))));
  }
}
