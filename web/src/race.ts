// Charts: the race of the moves, and the chances in a game. White's winning chances go up.

import { scaleLinear, scaleSqrt } from "d3-scale";
import { area, line } from "d3-shape";
import { svg } from "./dom";
import type { Note, Point } from "./types";

const HEIGHT = 220;
const LEFT = 40;
const RIGHT = 64;
const GAP = 15;
const MOST = 800;

export class Race {
  private points: Point[] = [];
  private drawn = 0;

  constructor(private chart: SVGElement) {
    new ResizeObserver(() => this.plan()).observe(chart);
  }

  clear(points: Point[] = []): void {
    this.points = points;
    this.plan();
  }

  add(point: Point): void {
    const last = this.points[this.points.length - 1];
    if (last && point[0] < last[0]) this.points = [];
    this.points.push(point);
    if (this.points.length > MOST) this.points = this.points.filter((_, place) => place % 2 === 0 || place > MOST - 3);
    this.plan();
  }

  private plan(): void {
    if (!this.drawn) this.drawn = requestAnimationFrame(() => { this.drawn = 0; this.draw(); });
  }

  private draw(): void {
    const { points, chart } = this;
    const wide = room(chart, HEIGHT);
    const last = points[points.length - 1];
    if (!last) {
      chart.replaceChildren();
      return;
    }
    const shown = last[1].slice(0, 5).map(([name]) => name);
    const values = points.flatMap((point) => point[1].filter(([name]) => shown.includes(name)).map((one) => one[1]));
    const low = Math.max(0, Math.min(...values) - 0.04);
    const high = Math.min(1, Math.max(...values) + 0.04);
    const x = scaleSqrt([points[0]?.[0] ?? 0, Math.max((points[0]?.[0] ?? 0) + 0.001, last[0])], [LEFT, wide - RIGHT]);
    const y = scaleLinear([low, high], [HEIGHT - 22, 10]);
    const parts: SVGElement[] = [];
    for (const tick of y.ticks(4)) {
      parts.push(svg("line", { class: "grid", x1: LEFT, x2: wide - RIGHT, y1: y(tick), y2: y(tick) }));
      parts.push(svg("text", { class: "tick", x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, `${Math.round(tick * 100)}%`));
    }
    parts.push(svg("text", { class: "tick", x: wide - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, `${last[0].toFixed(last[0] < 1 ? 2 : 1)} s`));
    parts.push(svg("text", { class: "tick", x: LEFT, y: HEIGHT - 4 }, wide < 480 ? "White's winning chances" : "White's winning chances; of the other moves: at best"));
    const ends = shown.map((name) => ({ name, at: y(last[1].find((one) => one[0] === name)?.[1] ?? low) }));
    spread(ends);
    [...shown].reverse().forEach((name) => {
      const way: [number, number][] = points.flatMap((point) => {
        const found = point[1].find((one) => one[0] === name);
        return found ? [[x(point[0]), y(found[1])] as [number, number]] : [];
      });
      const rank = shown.indexOf(name);
      if (way.length === 1) parts.push(svg("circle", { class: `runner runner-${rank}`, cx: way[0]?.[0] ?? 0, cy: way[0]?.[1] ?? 0, r: 2 }));
      parts.push(svg("path", { class: `runner runner-${rank}`, d: line()(way) ?? "" }));
    });
    ends.forEach(({ name, at }, rank) =>
      parts.push(svg("text", { class: `name name-${rank}`, x: wide - RIGHT + 6, y: at + 4 }, name)));
    chart.replaceChildren(...parts);
  }
}

/** How wide a chart is drawn: as wide as it is shown, so that its text keeps its size on a phone. */
function room(chart: SVGElement, height: number): number {
  const wide = Math.round(chart.getBoundingClientRect().width) || 640;
  chart.setAttribute("viewBox", `0 0 ${wide} ${height}`);
  return wide;
}

/** Moves labels apart that would lie on each other. */
function spread(ends: { name: string; at: number }[]): void {
  const sorted = [...ends].sort((a, b) => a.at - b.at);
  sorted.forEach((one, place) => {
    const above = sorted[place - 1];
    if (above) one.at = Math.max(one.at, above.at + GAP);
  });
  let floor = HEIGHT - 14;
  for (const one of sorted.reverse()) {
    one.at = Math.min(one.at, floor);
    floor = one.at - GAP;
  }
}

export function drawChances(chart: SVGElement, notes: Map<number, Note>, plies: number, at: number, go: (ply: number) => void): void {
  const height = 120;
  const wide = room(chart, height);
  const x = scaleLinear([0, Math.max(1, plies)], [4, wide - 4]);
  const y = scaleLinear([0, 1], [height - 4, 4]);
  const points = [...notes.values()].sort((a, b) => a.ply - b.ply);
  const begun = x((points[0]?.ply ?? 0) + 1);
  const ended = x((points[points.length - 1]?.ply ?? 0) + 1);
  const shape = area<Note>().x((note) => x(note.ply + 1)).y0(y(0)).y1((note) => y(note.share));
  const parts = [
    svg("rect", { class: "unknown", x: 0, y: 0, width: wide, height }),
    svg("rect", { class: "ground", x: begun, y: 0, width: Math.max(0, ended - begun), height }),
    svg("path", { class: "chances", d: shape(points) ?? "" }),
    svg("line", { class: "grid", x1: 0, x2: wide, y1: y(0.5), y2: y(0.5) }),
    svg("line", { class: "here", x1: x(at), x2: x(at), y1: 0, y2: height }),
  ];
  if (begun > 140) parts.push(svg("text", { x: 10, y: height - 10 }, "opening: not judged"));
  for (const note of points) {
    if (/\?/.test(note.mark)) parts.push(svg("circle", { class: "mistake", cx: x(note.ply + 1), cy: y(note.share), r: 5 }));
  }
  chart.replaceChildren(...parts);
  (chart as SVGSVGElement).onclick = (event) => {
    const box = chart.getBoundingClientRect();
    go(Math.round(x.invert(((event.clientX - box.left) / box.width) * wide)));
  };
}
