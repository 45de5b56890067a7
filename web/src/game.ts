// The game on the board: a start, moves, and the place in it; or a line of an argument that is shown instead.

import { ask } from "./server";
import type { Arrow, Line, Position } from "./types";

export interface Played {
  move: string;
  san: string;
  fen: string;
}

export class GameModel {
  start = "startpos";
  startFen = "";
  chess960 = false;
  /** What was asked for last, and is `chess960` as soon as the server has answered. */
  wishes960 = false;
  played: Played[] = [];
  ply = 0;
  position: Position | null = null;
  line: { line: Line; at: number; arrows: Arrow[] } | null = null;
  /** Resolved when the legal moves of the position on the board are known. */
  known: Promise<void> = Promise.resolve();
  private asked = 0;
  private opened = 0;

  constructor(
    private changed: () => void,
    private problem: (sentence: string) => void,
  ) {}

  moves(upTo = this.ply): string[] {
    return this.played.slice(0, upTo).map((one) => one.move);
  }

  question(): { start: string; moves: string[]; chess960: boolean } {
    return { start: this.start, moves: this.moves(), chess960: this.chess960 };
  }

  fen(): string {
    if (this.line) return this.line.line.fens[this.line.at] ?? "";
    return this.ply ? (this.played[this.ply - 1]?.fen ?? "") : this.startFen;
  }

  lastMove(): string | null {
    if (this.line) return this.line.at ? (this.line.line.moves[this.line.at - 1] ?? null) : null;
    return this.ply ? (this.played[this.ply - 1]?.move ?? null) : null;
  }

  /** Opens a game; whatever was opened before and is not answered yet is forgotten. */
  async open(start: string, played: Played[] = [], chess960 = this.wishes960, ply = played.length): Promise<boolean> {
    const number = ++this.opened;
    this.wishes960 = chess960;
    try {
      const first = await ask<Position>("position", { start, moves: [], chess960 });
      if (number !== this.opened) return false;
      Object.assign(this, { start, chess960, played, ply, startFen: first.fen, line: null });
      await this.look();
      return number === this.opened;
    } catch (error) {
      if (number !== this.opened) return false;
      this.wishes960 = this.chess960;
      this.problem((error as Error).message);
      this.changed();
      return false;
    }
  }

  async openMoves(start: string, moves: string[], chess960: boolean): Promise<boolean> {
    if (!(await this.open(start, [], chess960))) return false;
    for (const move of moves) if (!(await this.play(move))) return false;
    return true;
  }

  /** Plays a move from the place that is shown; not if another place is shown when the server answers. */
  async play(move: string): Promise<boolean> {
    const { opened, ply } = this;
    const elsewhere = (): boolean => opened !== this.opened || ply !== this.ply;
    try {
      const found = await ask<Position>("position", { ...this.question(), move });
      if (elsewhere()) return false;
      const { played = "", san = "" } = found;
      if (this.played[this.ply]?.move !== played) {
        this.played.length = this.ply;
        this.played.push({ move: played, san, fen: found.fen });
      }
      this.ply += 1;
      this.line = null;
      this.asked += 1;
      this.position = found;
      this.problem("");
      this.changed();
      return true;
    } catch (error) {
      if (elsewhere()) return false;
      this.problem((error as Error).message);
      this.changed();
      return false;
    }
  }

  go(ply: number): void {
    this.line = null;
    this.ply = Math.max(0, Math.min(this.played.length, ply));
    this.known = this.look();
  }

  step(by: number): void {
    if (!this.line) {
      this.go(this.ply + by);
      return;
    }
    const at = this.line.at + by;
    if (at < 0) this.line = null;
    else this.line.at = Math.min(at, this.line.line.moves.length);
    this.changed();
  }

  showLine(line: Line, arrows: Arrow[], at = line.at): void {
    this.line = { line, at, arrows };
    this.changed();
  }

  private async look(): Promise<void> {
    const number = ++this.asked;
    this.position = null;
    this.changed();
    try {
      const found = await ask<Position>("position", this.question());
      if (number !== this.asked) return;
      this.position = found;
      this.problem("");
    } catch (error) {
      if (number !== this.asked) return;
      this.problem((error as Error).message);
    }
    this.changed();
  }
}
