// What the server says. src/provebest/web/wire.py writes it.

export interface Line {
  fens: string[];
  moves: string[];
  names: string[];
  at: number;
}
export type Arrow = [string, string];
export interface Sentence {
  about: string;
  text: string;
  line: Line | null;
  arrows: Arrow[];
}
export interface Position {
  fen: string;
  turn: "white" | "black";
  check: boolean;
  targets: Record<string, string[]>;
  names: Record<string, string>;
  over: string | null;
  number: number;
  played?: string;
  san?: string;
}
export interface MoveRow {
  move: string;
  san: string;
  value: string;
  share: number;
  hope: string | null;
  hope_share: number | null;
  chance: number | null;
  effort: number;
  text: string;
  line: string[];
}
export interface Search {
  type: "search";
  at: number;
  seconds: number;
  looking: string;
  moves: MoveRow[];
  bound: boolean;
  doubt: number | null;
  depth: number;
  nodes: number;
}
export interface ArgumentMessage {
  type: "argument";
  final: boolean;
  verdict: string;
  move: string;
  san: string;
  value: string;
  share: number;
  confidence: number | null;
  brief: Sentence[];
  more: Sentence[];
}
export interface TreeNode {
  parent: number;
  move: string | null;
  san: string;
  role: string;
  fen: string;
  value: string | null;
  share: number | null;
  low: number | null;
  high: number | null;
}
export interface Note {
  type: "note";
  ply: number;
  /** The position before the move, and the move. */
  fen: string;
  move: string;
  share: number;
  best_share: number;
  mark: string;
  comment: string;
  better: Line | null;
  answer: Line | null;
}
export interface Game {
  number: number;
  start: string;
  chess960: boolean;
  headers: Record<string, string>;
  moves: { move: string; san: string; fen: string }[];
}
export type Point = [number, [string, number][]];
export type Message = { task?: string; type: string } & Record<string, any>;
export interface LessonNode {
  id: number;
  parent: number | null;
  name: string;
  lo?: number | null;
  hi?: number | null;
  real?: number;
  chance?: number | null;
  max?: boolean;
  board?: string;
  closed?: boolean;
  goal?: boolean;
}
export interface LessonStep {
  title: string;
  said: { text: string; rule: string }[];
  /** Those that are new or have changed. */
  nodes: LessonNode[];
  path: number[];
  table: { name: string; cells: { text: string; paper: string }[] }[] | null;
}
export interface Lesson {
  title: string;
  scale: [number, number] | null;
  steps: LessonStep[];
}
