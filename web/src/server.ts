// Questions to the server, and the stream, which comes back by itself when it is lost.

import { say } from "./dom";
import type { Message } from "./types";

const STORE = "provebest.";

export function kept(name: string): string | null {
  return sessionStorage.getItem(STORE + name);
}
export function keep(name: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(STORE + name);
  else sessionStorage.setItem(STORE + name, value);
}

export function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");
}

export async function ask<T>(what: string, question: unknown): Promise<T> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const token = kept("token");
  if (token) headers["authorization"] = `Bearer ${token}`;
  const answer = await fetch(`/api/${what}`, { method: "POST", headers, body: JSON.stringify(question) });
  const text = await answer.text();
  let found: { error?: string };
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(text.trim());
  }
  if (!answer.ok) throw new Error(found.error ?? "the server refused the question");
  return found as T;
}

type Listener = (message: Message) => void;

export class Stream {
  private socket: WebSocket | null = null;
  private wait = 250;
  private ready = false;
  private waiting: string[] = [];
  private asked = new Map<string, (task: string) => void>();
  private tasks = new Map<string, Listener>();
  private tab: string;

  constructor(private onError: (sentence: string) => void) {
    this.tab = kept("tab") ?? newName();
    keep("tab", this.tab);
    this.open();
  }

  start(wish: Record<string, unknown>, listener: Listener, named: (task: string) => void): void {
    const name = newName();
    this.asked.set(name, (task) => {
      this.tasks.set(task, listener);
      named(task);
    });
    this.send({ type: "start", ask: name, ...wish });
  }

  watch(task: string, listener: Listener): void {
    this.tasks.set(task, listener);
    if (this.ready) this.send({ type: "watch", task });
  }

  end(task: string): void {
    this.tasks.delete(task);
    if (this.ready) this.send({ type: "end", task });
  }

  send(message: Record<string, unknown>): void {
    const text = JSON.stringify(message);
    if (this.ready && this.socket) this.socket.send(text);
    else this.waiting.push(text);
  }

  private open(): void {
    const socket = new WebSocket(`ws://${location.host}/stream`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", tab: this.tab, token: kept("token") ?? "" }));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => {
      this.ready = false;
      if (event.code === 4403) return;
      say("connection", "Connection lost. Trying again …");
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(4000, this.wait * 2);
    };
  }

  private hear(message: Message): void {
    if (message.type === "welcome") {
      this.ready = true;
      this.wait = 250;
      say("connection", "");
      for (const task of this.tasks.keys()) this.send({ type: "watch", task });
      for (const text of this.waiting.splice(0)) this.socket?.send(text);
    } else if (message.type === "error" && message.task && this.tasks.has(message.task)) {
      this.tasks.get(message.task)?.({ type: "status", state: "failed", message: message["message"] });
    } else if (message.type === "refused" || message.type === "error") {
      this.onError(message["message"] as string);
    } else if (message.type === "started") {
      this.asked.get(message["ask"] as string)?.(message.task ?? "");
      this.asked.delete(message["ask"] as string);
    } else if (message.task) {
      this.tasks.get(message.task)?.(message);
    }
  }
}
