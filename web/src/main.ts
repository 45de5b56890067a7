import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.cburnett.css";
import "./page.css";
import { AnalysisView, offer } from "./analysis";
import { BoardView, arrow } from "./board";
import { byId, h, say, show } from "./dom";
import { GameModel } from "./game";
import { GamesView } from "./games";
import { LearnView } from "./learn";
import { Stream, ask, keep, kept } from "./server";
import { connectSetup } from "./setup";
import { EXAMPLES } from "./examples";

interface About {
  version: string;
  probers: string[];
  strategies: string[];
  confidence: number;
}

function fragment(): URLSearchParams {
  const found = new URLSearchParams(location.hash.slice(1));
  const token = found.get("token");
  if (token) {
    keep("token", token);
    history.replaceState(null, "", location.pathname);
  }
  return found;
}

async function begin(): Promise<void> {
  const link = fragment();
  const problem = (sentence: string): void => say("problem", sentence);
  const stream = new Stream(problem);
  const game = new GameModel(() => redraw(), problem);
  let exported = "";
  const fenField = byId<HTMLInputElement>("fen");
  let typed = false;  // a FEN that has not been opened yet

  const board = new BoardView(game, (move) => void played(move));
  const analysis = new AnalysisView(stream, game, () => redraw());
  const games = new GamesView(stream, game, () => analysis.settings(), (task) => {
    exported = task;
    show("taking", true);
    for (const format of ["json", "certificate"]) offer(format, false);
  });

  async function played(move: string): Promise<void> {
    const asks = analysis.isRoot();
    typed = false;
    if ((await game.play(move)) && asks) analysis.whyNot(game.played[game.ply - 1]?.move ?? move);
  }

  function redraw(): void {
    board.draw(analysis.choice && analysis.isRoot() ? [arrow(analysis.choice, "move")] : []);
    if (!typed) fenField.value = game.fen();
    byId<HTMLInputElement>("chess960").checked = game.wishes960;
    byId("board").dataset["fen"] = game.fen();
    byId("board").setAttribute("aria-busy", String(!game.line && !game.position));
    const shown = game.line;
    const over = !shown && game.position?.over;
    say("shown", shown ? `Line: ${shown.line.names.slice(0, shown.at).join(" ") || "its first position"}` : over ? `The game is over: ${over}.` : "");
    byId<HTMLButtonElement>("analyse").disabled = Boolean(over);
    games.draw();
  }

  const about = await ask<About>("about", {}).catch((error: Error) => {
    problem(error.message);
    return null;
  });
  if (!about) return;
  say("version", about.version);
  byId("prober").append(...about.probers.map((name) => h("option", { value: name }, name === "native" ? "provebest's own" : name.replace(/^uci:(.*\/)?/, ""))));
  for (const select of byId<HTMLSelectElement>("prober").options) select.value = about.probers[select.index] ?? select.value;
  const dial = byId<HTMLInputElement>("confidence");
  dial.value = String(Math.round(100 * about.confidence));
  for (const name of ["control", "seconds", "prober", "confidence"] as const) {
    const value = link.get(name);
    const input = byId<HTMLInputElement>(name);
    if (value !== null) input.value = value;
    if (!input.value && name !== "seconds") input.value = name === "prober" ? (about.probers[0] ?? "") : "modern";
  }
  const sure = (): void => say("sure", `${dial.value}%`);
  dial.addEventListener("input", sure);
  sure();

  byId("examples").append(...EXAMPLES.map((one) => h("li", {}, h("button", { type: "button", class: "say", click: () => void tryOne(one) }, one.title))));
  const learn = new LearnView(about.strategies);
  connectButtons();
  connectSetup(board, game);
  addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("fen")) location.reload();
    else showPart();
  });
  const before = JSON.parse(kept("task") ?? "null") as { task: string; start: string; moves: string[]; chess960: boolean } | null;
  if (link.get("fen")) {
    await game.openMoves(link.get("fen") ?? "", (link.get("moves") ?? "").split(",").filter(Boolean), link.get("chess960") === "1");
    history.replaceState(null, "", location.pathname);
  } else if (before) {
    const { task, ...root } = before;
    await game.openMoves(root.start, root.moves, root.chess960);
    analysis.find(task, root);
  } else await game.open("startpos");
  showPart();
  document.documentElement.dataset["ready"] = "true";

  /** The part that the address names: the analysis, or "Learn". */
  function showPart(): void {
    const words = new URLSearchParams(location.hash.slice(1));
    const learns = words.has("learn");
    show("learn", learns);
    show("analyse-part", !learns);
    const here = byId(learns ? "to-learn" : "to-analyse");
    for (const link of [byId("to-learn"), byId("to-analyse")]) link.removeAttribute("aria-current");
    here.setAttribute("aria-current", "page");
    if (learns) learn.open(words);
    else board.api.redrawAll();
  }

  function connectButtons(): void {
    const click = (id: string, what: () => void): void => byId(id).addEventListener("click", what);
    click("first", () => (game.line ? game.showLine(game.line.line, game.line.arrows, 0) : game.go(0)));
    click("last", () => (game.line ? game.showLine(game.line.line, game.line.arrows, game.line.line.moves.length) : game.go(game.played.length)));
    click("back", () => game.step(-1));
    click("next", () => game.step(1));
    click("flip", () => board.api.toggleOrientation());
    click("stop", () => analysis.stop());
    click("go-on", () => analysis.goOn());
    click("link", () => void copyLink());
    byId("analyse-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void analyse();
    });
    fenField.addEventListener("input", () => { typed = true; });
    byId("chess960").addEventListener("change", (event) => {
      void game.openMoves(game.start, game.moves(), (event.target as HTMLInputElement).checked);
    });
    byId("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void openTyped();
    });
    byId("move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void playWritten();
    });
    for (const button of document.querySelectorAll<HTMLElement>("[data-format]")) {
      button.addEventListener("click", () => void save(button.dataset["format"] ?? ""));
    }
    document.addEventListener("keydown", (event) => {
      const at = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (learn.visible) {
        if (learn.key(event.key)) event.preventDefault();
        return;
      }
      const keys: Record<string, () => void> = {
        ArrowLeft: () => game.step(-1), ArrowRight: () => game.step(1), f: () => board.api.toggleOrientation(),
        Home: () => byId("first").click(), End: () => byId("last").click(),
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  async function playWritten(): Promise<void> {
    await game.known;
    const input = byId<HTMLInputElement>("move");
    const text = input.value.trim();
    const names = Object.entries(game.position?.names ?? {});
    const plain = (name: string): string => name.replace(/[+#]/g, "");
    const found = names.find(([move, name]) => move === text || plain(name) === plain(text));
    if (!found) problem(`${text || "Nothing"} is not a legal move here; moves look like Nf3 or g1f3.`);
    else {
      input.value = "";
      await played(found[0]);
    }
  }

  async function tryOne(example: (typeof EXAMPLES)[number]): Promise<void> {
    if (example.lesson) location.hash = example.lesson;
    else if (example.pgn) await games.read(example.pgn);
    else if (example.fen && (await game.open(example.fen))) await analyse();
  }

  async function openTyped(): Promise<boolean> {
    const opened = await game.open(fenField.value.trim());
    if (opened) typed = false;
    redraw();
    return opened;
  }

  async function analyse(): Promise<void> {
    if (typed && !(await openTyped())) return;
    exported = "";
    game.line = null;
    analysis.start();
    redraw();
  }

  async function save(format: string): Promise<void> {
    try {
      const file = await ask<{ name: string; text: string }>("export", { task: exported || analysis.task, format });
      const url = URL.createObjectURL(new Blob([file.text]));
      const link = h("a", { href: url, download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      problem((error as Error).message);
    }
  }

  async function copyLink(): Promise<void> {
    const here = game.question();
    const { control, seconds, prober } = analysis.settings();
    const words = new URLSearchParams({
      fen: here.start === "startpos" ? "startpos" : here.start, moves: here.moves.join(","), control: String(control),
      seconds: String(seconds ?? ""), prober: String(prober), confidence: dial.value, chess960: here.chess960 ? "1" : "0",
    });
    const url = `${location.origin}/#${words}`;
    byId("link").dataset["url"] = url;
    await navigator.clipboard.writeText(url).catch(() => undefined);
    say("link", "Copied");
    setTimeout(() => say("link", "Copy link"), 1500);
  }
}

void begin();
