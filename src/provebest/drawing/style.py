"""The style sheet of every page: light and dark, for screens, small screens and print."""

SHEET = """
.provebest { color-scheme: light dark; --ink: #24292f; --soft: #57606a; --paper: #f7f6f4;
  --panel: #ffffff; --line: #d9d7d3; --good: #15781b; --bad: #a8200d; --warm: #9a3412;
  --accent: #1d4ed8; --here: #d6e4ff; --hover: #ebe9e5; }
@media (prefers-color-scheme: dark) { .provebest { --ink: #d6d6d6; --soft: #a1a1a1;
  --paper: #161512; --panel: #262421; --line: #3d3a36; --good: #6ac46e; --bad: #ff8f7d;
  --warm: #f0a868; --accent: #7fb0ff; --here: #24406b; --hover: #35322e; } }
.provebest, .provebest * { box-sizing: border-box; }
.provebest { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
  color: var(--ink); }
body.provebest { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem 4rem;
  background: var(--paper); }
.provebest h1 { font-size: 1.7rem; font-weight: 600; line-height: 1.25; margin: 0 0 .25rem;
  overflow-wrap: anywhere; }
.provebest h2 { font-size: 1.15rem; font-weight: 600; margin: 1.8rem 0 .6rem;
  overflow-wrap: anywhere; }
.provebest h3 { font-size: 1rem; margin: 0 0 .3rem; }
.provebest p { margin: .35rem 0; }
.provebest .soft { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.provebest .top { display: grid; grid-template-columns: minmax(15rem, 22.5rem) 1fr; gap: 1.5rem;
  align-items: start; margin-top: 1rem; }
.provebest img { max-width: 100%; height: auto; display: block; border-radius: 4px; }
.provebest .claim { font-size: 1.15rem; margin: 0 0 .5rem; }
.provebest meter { width: 100%; height: 1.1rem; }
.provebest .good { color: var(--good); } .provebest .bad { color: var(--bad); }
.provebest .warm { color: var(--warm); }
.provebest .wide { overflow-x: auto; background: #ffffff; border: 1px solid var(--line);
  border-radius: 6px; padding: .4rem; }
.provebest .wide img { max-width: none; }
@media (prefers-color-scheme: dark) { .provebest .wide { background: #0e0e0e; }
  .provebest .wide img { filter: invert(.93) hue-rotate(180deg); } }
.provebest .rows { overflow-x: auto; }
.provebest table { border-collapse: collapse; width: 100%; font-size: .92rem; }
.provebest th, .provebest td { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
.provebest td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.provebest details { border-top: 1px solid var(--line); }
.provebest .text > p + details { margin-top: 1rem; }
.provebest details[open] { padding-bottom: .8rem; }
.provebest summary { cursor: pointer; padding: .45rem 0; }
.provebest summary:hover { color: var(--accent); }
.provebest footer { margin-top: 2rem; }
.provebest .symbols { position: absolute; }

.provebest .viewer { display: grid; align-items: start; margin: 1rem 0 3rem;
  grid-template-columns: minmax(17rem, min(28rem, 43%)) minmax(0, 1fr); gap: 1.5rem 2rem; }
.provebest .text { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 1.1rem 1.3rem; min-width: 0; }
.provebest .board { display: block; width: 100%; border-radius: 4px; }
.provebest .names { font: 600 10px sans-serif; }
.provebest .last rect { fill: #9bc700; opacity: .45; }
.provebest .arrows line { stroke-width: 6; stroke-linecap: round; opacity: .75; }
.provebest .arrow-move { stroke: #15781b; fill: #15781b; }
.provebest .arrow-threat { stroke: #c2410c; fill: #c2410c; }
.provebest .arrow-stopped { stroke: #882020; fill: #882020; }
.provebest .arrow-refuted { stroke: #b91c1c; fill: #b91c1c; }
.provebest .arrow-answer { stroke: #1d4ed8; fill: #1d4ed8; }
.provebest marker path { stroke: none; }
.provebest button, .provebest .lichess { font: inherit; font-size: .9rem; color: var(--ink);
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  padding: .3rem .7rem; cursor: pointer; text-decoration: none; white-space: nowrap; }
.provebest button:hover, .provebest .lichess:hover { background: var(--hover); }
.provebest [hidden] { display: none !important; }
.provebest .controls { display: grid; grid-template-columns: repeat(5, 1fr); gap: .3rem;
  margin-top: .5rem; }
.provebest .controls button { min-height: 2.5rem; padding: 0; display: grid;
  place-items: center; }
.provebest .controls svg { width: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linejoin: round; stroke-linecap: round; }
.provebest .controls [aria-disabled="true"] svg { opacity: .3; }
.provebest .where { display: block; color: var(--soft); font-size: .9rem; margin-top: .3rem; }
.provebest .position { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; }
.provebest .position label { flex: 1 1 100%; display: flex; gap: .4rem; align-items: center;
  font-size: .9rem; color: var(--soft); }
.provebest .fen { flex: 1; min-width: 0; font: .82rem ui-monospace, monospace; color: var(--ink);
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  padding: .35rem .5rem; }
.provebest .live .move, .provebest .live .say { cursor: pointer; border-radius: 4px; }
.provebest .move { scroll-margin: 5rem; }
.provebest .moves > p { font-weight: 550; line-height: 1.9; }
.provebest .result { white-space: nowrap; }
.provebest .live .move { padding: .05rem .15rem; margin: 0 -.15rem; }
.provebest .live .say .move, .provebest .live .line .move, .provebest .live details .move {
  text-decoration: underline dotted 1px var(--soft); text-underline-offset: 4px; }
.provebest .live .move:hover { background: var(--hover); }
.provebest .live .move[aria-current] { background: var(--here); }
.provebest .live .say { border-left: 3px solid transparent; border-radius: 0; position: relative;
  margin-left: -.8rem; padding: 0 1.8rem 0 calc(.8rem - 3px); }
.provebest .live .say[aria-current] { border-color: var(--accent); }
.provebest button.play { position: absolute; right: 0; top: 0; border: 0; background: none;
  padding: .25rem .4rem; font-size: .7rem; color: var(--accent); }
.provebest .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
  gap: 1.2rem; padding: 0; margin: 0; list-style: none; }
.provebest .card .board { margin-bottom: .5rem; }
.provebest .card p { font-size: .93rem; }
.provebest .live .card .say { margin-left: 0; padding-left: .4rem; }
.provebest .tag { display: inline-block; font-size: .78rem; border: 1px solid var(--line);
  border-radius: 1rem; padding: 0 .55rem; margin-left: .3rem; color: var(--soft);
  font-weight: 400; }
.provebest .graph { display: block; width: 100%; margin-top: .6rem; font: 9px sans-serif; }
.provebest .graph .paper { fill: var(--panel); stroke: var(--line); }
.provebest .graph .half { stroke: var(--line); }
.provebest .graph text { fill: var(--soft); }
.provebest .graph .area { fill: var(--accent); opacity: .12; }
.provebest .graph .curve { fill: none; stroke: var(--accent); stroke-width: 1.6; }
.provebest .graph circle { stroke: var(--panel); }
.provebest .graph circle.bad { fill: var(--bad); } .provebest .graph circle.warm {
  fill: var(--warm); }
.provebest .graph .at rect { fill: transparent; }
.provebest .live .graph .at { cursor: pointer; }
.provebest .live .graph .at:hover rect, .provebest .graph .at[aria-current] rect,
.provebest .graph .at:focus-visible rect { fill: var(--accent); opacity: .3; }
.provebest .comment { margin: .3rem 0 .6rem; padding: .1rem 0 .1rem .8rem;
  border-left: 3px solid var(--line); font-size: .95rem; }
.provebest .comment .board { width: 13rem; margin: .4rem 0; }
.provebest .comment details { border: 0; }
.provebest .comment:target { border-color: var(--accent); }
.provebest :focus-visible { outline: 3px solid #2f81f7; outline-offset: 1px; }
@media screen { .provebest .live .comment .board { display: none; }
  .provebest .live .side { position: sticky; top: .8rem; }
  .provebest .live .stage .board { max-width: calc(100vh - 18rem); margin: 0 auto; } }
@media (max-width: 48rem) {
  body.provebest { padding: .9rem .7rem 3rem; }
  .provebest .top { grid-template-columns: 1fr; }
  .provebest .viewer { display: block; }
  .provebest .text { margin-top: 1rem; padding: .8rem .9rem; }
  .provebest .card { display: grid; grid-template-columns: 8.5rem 1fr; column-gap: .8rem; }
  .provebest .card .board { grid-row: 1 / 3; } }
@media screen and (max-width: 48rem) {
  .provebest .live .side { display: contents; }
  .provebest .live .stage { position: sticky; top: 0; z-index: 1; background: var(--paper);
    padding: .3rem 0; }
  .provebest .live .stage .board { max-width: 42vh; }
  .provebest .live .move { scroll-margin-top: calc(42vh + 7rem); } }
@media print { body.provebest { max-width: none; } .provebest .controls, .provebest .play,
  .provebest .where, .provebest .position button { display: none; }
  .provebest .card, .provebest .comment { break-inside: avoid; } }
"""
