// The tree of the argument on a canvas: zoom, fold, hover for the position, click to play the line.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import { stratify, type HierarchyPointNode } from "d3-hierarchy";
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from "d3-zoom";
import { byId, colour } from "./dom";
import type { Arrow, Line, TreeNode } from "./types";

type Placed = HierarchyPointNode<TreeNode & { place: number }>;
const STEP = 98;
const ROW = 30;
const BAR = 64;

export class TreeView {
  private nodes: TreeNode[] = [];
  private placed: Placed[] = [];
  private folded = new Set<string>();
  private at: ZoomTransform = zoomIdentity;
  private chosen = 0;
  private planned = 0;
  private mini: Api | null = null;
  private canvas = byId<HTMLCanvasElement>("tree");
  private zooming = zoom<HTMLCanvasElement, unknown>().scaleExtent([0.05, 3]);

  constructor(private play: (line: Line, arrows: Arrow[]) => void) {
    this.zooming.on("zoom", (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      this.at = event.transform;
      this.plan();
    });
    select(this.canvas).call(this.zooming).on("dblclick.zoom", null);
    this.canvas.addEventListener("mousemove", (event) => this.hover(event));
    this.canvas.addEventListener("mouseleave", () => this.hide());
    this.canvas.addEventListener("click", (event) => this.click(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.plan()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.plan());
  }

  set(nodes: TreeNode[], fit: boolean): void {
    this.nodes = nodes;
    this.chosen = Math.min(this.chosen, Math.max(0, nodes.length - 1));
    this.layOut();
    if (fit) this.fit();
    this.plan();
  }

  get size(): number {
    return this.nodes.length;
  }

  private path(place: number): number[] {
    const way: number[] = [];
    for (let one = place; one > 0; one = this.nodes[one]?.parent ?? 0) way.unshift(one);
    return way;
  }

  private name(place: number): string {
    return this.path(place).map((one) => this.nodes[one]?.move).join(" ");
  }

  private hidden(place: number): boolean {
    return this.path(place).slice(0, -1).some((one) => this.folded.has(this.name(one)));
  }

  private layOut(): void {
    const data = this.nodes.map((node, place) => ({ ...node, place }));
    if (!data.length) {
      this.placed = [];
      return;
    }
    const open = this.folded.size ? data.filter((one) => !this.hidden(one.place)) : data;
    const root = stratify<TreeNode & { place: number }>()
      .id((one) => String(one.place))
      .parentId((one) => (one.parent < 0 ? null : String(one.parent)))(open);
    this.placed = inRows(root as Placed);
    this.canvas.setAttribute("aria-label",
      `The tree of the argument, ${this.nodes.length} positions${this.folded.size ? `, ${this.placed.length} shown` : ""}. Arrow keys move, Enter plays, space folds.`);
  }

  private fit(): void {
    if (!this.placed.length) return;
    const box = this.canvas.getBoundingClientRect();
    const wide = Math.max(...this.placed.map((one) => one.y)) + STEP;
    const high = Math.max(...this.placed.map((one) => one.x)) + 2 * ROW;
    const scale = Math.max(0.9, Math.min(1, (box.width || 600) / wide, (box.height || 360) / high));
    const to = zoomIdentity.translate(14, ROW * scale).scale(scale);
    select(this.canvas).call(this.zooming.transform, to);
  }

  private plan(): void {
    if (!this.planned) this.planned = requestAnimationFrame(() => { this.planned = 0; this.draw(); });
  }

  private draw(): void {
    const { canvas, at } = this;
    const box = canvas.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(box.width * ratio)) canvas.width = Math.round(box.width * ratio);
    if (canvas.height !== Math.round(box.height * ratio)) canvas.height = Math.round(box.height * ratio);
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, box.width, box.height);
    pen.translate(at.x, at.y);
    pen.scale(at.k, at.k);
    const tones: Record<string, string> = {};
    for (const role of ["choice", "attempt", "rival", "other", "root"]) tones[role] = colour(`--role-${role}`);
    const ink = colour("--ink");
    const soft = colour("--line");
    const quiet = colour("--soft");
    const seen = { left: -at.x / at.k - STEP, right: (box.width - at.x) / at.k, top: -at.y / at.k - ROW, bottom: (box.height - at.y) / at.k + ROW };
    const words = at.k > 0.3;
    for (const node of this.placed) {
      if (node.y < seen.left || node.y > seen.right || node.x < seen.top || node.x > seen.bottom) continue;
      const tone = tones[node.data.role] ?? soft;
      if (node.parent) {
        pen.strokeStyle = tone;
        pen.lineWidth = node.data.role === "choice" ? 2.2 : 1.2;
        pen.beginPath();
        pen.moveTo(node.parent.y + BAR, node.parent.x);
        pen.bezierCurveTo(node.parent.y + BAR + 20, node.parent.x, node.y - 20, node.x, node.y, node.x);
        pen.stroke();
      }
      this.drawNode(pen, node, tone, ink, soft, words ? quiet : null);
    }
  }

  private drawNode(pen: CanvasRenderingContext2D, node: Placed, tone: string, ink: string, soft: string, quiet: string | null): void {
    const { low, high, share, place } = node.data;
    const known = share !== null || (low !== null && high !== null);
    pen.lineWidth = known ? 3 : 1.2;
    pen.strokeStyle = known ? soft : tone;
    pen.beginPath();
    pen.moveTo(node.y, node.x);
    pen.lineTo(node.y + BAR, node.x);
    pen.stroke();
    pen.lineWidth = 3;
    if (low !== null && high !== null) {
      pen.strokeStyle = tone;
      pen.beginPath();
      pen.moveTo(node.y + BAR * Math.min(low, high), node.x);
      pen.lineTo(node.y + BAR * Math.max(low, high), node.x);
      pen.stroke();
    }
    if (share !== null) {
      pen.fillStyle = tone;
      pen.beginPath();
      pen.arc(node.y + BAR * share, node.x, 3.6, 0, 7);
      pen.fill();
    }
    if (place === this.chosen && document.activeElement === this.canvas) {
      pen.strokeStyle = ink;
      pen.lineWidth = 1.5;
      pen.strokeRect(node.y - 4, node.x - 18, BAR + 8, 26);
    }
    if (quiet === null) return;
    pen.fillStyle = ink;
    pen.font = `${node.data.role === "choice" ? "600 " : ""}12px system-ui, sans-serif`;
    const closed = place && this.folded.size && this.folded.has(this.name(place)) ? " +" : "";
    pen.fillText((node.data.san || "position") + closed, node.y, node.x - 6);
    if (node.data.value && place) {
      pen.fillStyle = quiet;
      pen.font = "10px system-ui, sans-serif";
      pen.textAlign = "right";
      pen.fillText(node.data.value.replace(" mates in ", " #"), node.y + BAR, node.x - 6);
      pen.textAlign = "left";
    }
  }

  private find(event: MouseEvent): Placed | undefined {
    const [x, y] = this.at.invert([event.offsetX, event.offsetY]);
    return this.placed.find((one) => x >= one.y - 6 && x <= one.y + BAR + 10 && Math.abs(y - one.x + 5) < ROW / 2);
  }

  private hover(event: MouseEvent): void {
    const found = this.find(event);
    this.canvas.classList.toggle("over", Boolean(found));
    if (!found) {
      this.hide();
      return;
    }
    const box = byId("hover");
    box.hidden = false;
    const width = this.canvas.clientWidth;
    box.style.left = `${Math.min(event.offsetX + 16, width - 190)}px`;
    box.style.top = `${Math.max(0, Math.min(event.offsetY + 12, this.canvas.clientHeight - 220))}px`;
    byId("hover-text").textContent = [found.data.san || "The position", found.data.value ?? ""].join(" ");
    this.mini ??= Chessground(byId("mini"), { viewOnly: true, coordinates: false, animation: { enabled: false } });
    const move = found.data.move;
    this.mini.set({ fen: found.data.fen, lastMove: move ? ([move.slice(0, 2), move.slice(2, 4)] as never) : [] });
    this.mini.redrawAll();
  }

  private hide(): void {
    byId("hover").hidden = true;
  }

  private click(event: MouseEvent): void {
    const found = this.find(event);
    if (!found) return;
    if (event.shiftKey || event.altKey) this.fold(found.data.place);
    else this.choose(found.data.place, true);
  }

  private choose(place: number, play: boolean): void {
    this.chosen = place;
    this.plan();
    const way = this.path(place);
    const node = this.nodes[place];
    this.canvas.setAttribute("aria-valuetext", `${node?.san ?? ""} ${node?.value ?? ""}`);
    if (!play) return;
    const nodes = way.map((one) => this.nodes[one]).filter((one): one is TreeNode => Boolean(one));
    const root = this.nodes[0];
    if (!root) return;
    this.play({
      fens: [root.fen, ...nodes.map((one) => one.fen)],
      moves: nodes.map((one) => one.move ?? ""),
      names: nodes.map((one) => one.san),
      at: nodes.length,
    }, []);
  }

  private fold(place: number): void {
    const name = this.name(place);
    if (this.folded.has(name)) this.folded.delete(name);
    else if (place) this.folded.add(name);
    this.layOut();
    this.plan();
  }

  private key(event: KeyboardEvent): void {
    const now = this.placed.find((one) => one.data.place === this.chosen) ?? this.placed[0];
    if (!now) return;
    const beside = now.parent?.children ?? [now];
    const near = (by: number): Placed | undefined => beside[beside.indexOf(now) + by];
    const to: Record<string, Placed | null | undefined> = {
      ArrowRight: now.children?.[0], ArrowLeft: now.parent, ArrowDown: near(1), ArrowUp: near(-1),
    };
    if (event.key in to) {
      const next = to[event.key];
      if (next) this.choose(next.data.place, false);
    } else if (event.key === "Enter") this.choose(this.chosen, true);
    else if (event.key === " ") this.fold(this.chosen);
    else if (event.key === "+") select(this.canvas).call(this.zooming.scaleBy, 1.3);
    else if (event.key === "-") select(this.canvas).call(this.zooming.scaleBy, 1 / 1.3);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Places every line on a row of its own, with the first move of a position on the position's row: so the choice is on top. */
function inRows(root: Placed): Placed[] {
  const placed: Placed[] = [];
  let row = -1;
  root.eachBefore((node) => {
    const first = !node.parent || node.parent.children?.[0] === node;
    if (!first || row < 0) row += 1;
    node.x = row * ROW;
    node.y = node.depth * STEP;
    placed.push(node);
  });
  return placed;
}
