// The tree of a lesson as SVG: bars of bounds, or boards of the eight-puzzle.

import { stratify, tree, type HierarchyPointNode } from "d3-hierarchy";
import { scaleLinear } from "d3-scale";
import { svg } from "./dom";
import type { LessonNode } from "./types";

const BAR = 104;
const TILE = 15;

interface Picture {
  scale: [number, number] | null;
  nodes: Map<number, LessonNode>;
  /** The nodes of the step before: what is new, and where bounds have been. */
  before: Map<number, LessonNode>;
  path: number[];
}
type Placed = HierarchyPointNode<LessonNode>;

export function drawTree(chart: SVGElement, picture: Picture): void {
  const { nodes, before, path } = picture;
  const tiles = [...nodes.values()].some((one) => one.board);
  const [wide, high, step] = tiles ? [TILE * 3, 78, 92] : [BAR, 50, 164];
  const root = stratify<LessonNode>()
    .id((one) => String(one.id))
    .parentId((one) => (one.parent === null ? null : String(one.parent)))([...nodes.values()]);
  const placed = tree<LessonNode>().nodeSize([high, step])(root).descendants();
  const top = Math.min(...placed.map((one) => one.x)) - high * 0.7;
  const width = Math.max(...placed.map((one) => one.y)) + wide + 64;
  const height = Math.max(...placed.map((one) => one.x)) - top + high * 0.8;
  chart.setAttribute("viewBox", `-26 ${top} ${width} ${height}`);
  chart.setAttribute("width", String(width));
  chart.setAttribute("height", String(height));
  const on = new Set(path);
  const last = path[path.length - 1];
  const lines = placed.filter((one) => one.parent).map((one) => line(one, wide, on));
  const boxes = placed.map((one) => {
    const { id } = one.data;
    const words = ["node", on.has(id) ? "on" : "", id === last ? "end" : "", before.size && !before.has(id) ? "new" : ""];
    const group = svg("g", { class: words.filter(Boolean).join(" "), transform: `translate(${one.y} ${one.x})` });
    group.append(...(tiles ? board(one.data) : bar(one.data, picture, before.get(id))));
    return group;
  });
  chart.replaceChildren(...lines, ...boxes);
}

function line(one: Placed, wide: number, on: Set<number>): SVGElement {
  const from = one.parent as Placed;
  const x = from.y + wide + 6;
  const to = one.y - 18;
  const bend = (x + to) / 2;
  const chosen = on.has(one.data.id) ? " on" : "";
  return svg("path", { class: `way${chosen}`, d: `M${x} ${from.x}C${bend} ${from.x} ${bend} ${one.x} ${to} ${one.x}` });
}

function text(words: string, x: number, y: number, name: string, anchor = "start"): SVGElement {
  return svg("text", { x, y, class: name, "text-anchor": anchor }, words);
}

function bar(node: LessonNode, picture: Picture, before: LessonNode | undefined): SVGElement[] {
  const x = scaleLinear(picture.scale ?? [0, 1], [0, BAR]);
  const shape = node.max ? svg("rect", { class: "mover", x: -17, y: -5, width: 10, height: 10, rx: 1 }) : svg("circle", { class: "mover", cx: -12, cy: 0, r: 5.5 });
  const parts = [shape, svg("line", { class: "ground", x1: 0, x2: BAR, y1: 0, y2: 0 })];
  const { lo = null, hi = null, real, chance } = node;
  for (const [was, now] of [[before?.lo, lo], [before?.hi, hi]]) {
    if (was !== undefined && was !== null && was !== now) parts.push(svg("line", { class: "was", x1: x(was), x2: x(was), y1: -8, y2: 8 }));
  }
  const ends = [lo ?? real ?? null, hi ?? real ?? null];
  const [from, to] = ends;
  if (from !== null && from !== undefined && to !== null && to !== undefined) {
    parts.push(svg("line", { class: "bounds", x1: x(from), x2: Math.max(x(to), x(from) + 1), y1: 0, y2: 0 }));
  }
  if (real !== undefined) parts.push(svg("circle", { class: "real", cx: x(real), cy: 0, r: 4 }));
  parts.push(text(node.name, 0, -9, "name"));
  const values = real === undefined ? [lo, hi] : [lo, real, hi];
  const known = values.filter((one) => one !== null).map((one) => one === undefined ? "" : String(one).replace("-", "\u2212"));
  parts.push(text([...new Set(known)].join(" \u2013 "), BAR, -9, "value", "end"));
  if (chance !== undefined && chance !== null) parts.push(text(chance.toFixed(3), BAR, 18, "value", "end"));
  return parts;
}

function board(node: LessonNode): SVGElement[] {
  const side = TILE * 3;
  const parts = [svg("rect", { class: `frame${node.closed ? " closed" : ""}${node.goal ? " goal" : ""}`, x: -3, y: -side / 2 - 3, width: side + 6, height: side + 6, rx: 4 })];
  [...(node.board ?? "")].forEach((tile, place) => {
    if (tile === "0") return;
    const x = (place % 3) * TILE;
    const y = Math.floor(place / 3) * TILE - side / 2;
    parts.push(svg("rect", { class: "tile", x: x + 0.5, y: y + 0.5, width: TILE - 1, height: TILE - 1, rx: 2 }));
    parts.push(text(tile, x + TILE / 2, y + TILE - 3.8, "digit", "middle"));
  });
  parts.push(text(node.name, side / 2, side / 2 + 14, "value", "middle"));
  return parts;
}
