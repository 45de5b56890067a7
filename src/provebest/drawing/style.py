"""The style sheet of every page: light and dark, for screens, small screens and print."""

SHEET = """
.provebest { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff;
  --panel: #f6f8fa; --line: #d0d7de; --good: #15781b; --bad: #a8200d; --warm: #9a3412; }
@media (prefers-color-scheme: dark) { .provebest { --ink: #e6edf3; --soft: #9da7b3;
  --paper: #0d1117; --panel: #161b22; --line: #30363d; --good: #56d364; --bad: #ff8f7d;
  --warm: #f0a868; } }
.provebest, .provebest * { box-sizing: border-box; }
.provebest { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); }
body.provebest { margin: 0 auto; max-width: 66rem; padding: 1.5rem 1.25rem 4rem;
  background: var(--paper); }
.provebest h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
.provebest h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--line);
  padding-bottom: .25rem; }
.provebest h3 { font-size: 1rem; margin: 0 0 .3rem; }
.provebest p { margin: .35rem 0; }
.provebest .soft { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.provebest .top { display: grid; grid-template-columns: minmax(15rem, 22.5rem) 1fr; gap: 1.5rem;
  align-items: start; margin-top: 1rem; }
.provebest img { max-width: 100%; height: auto; display: block; border-radius: 4px; }
.provebest .claim { font-size: 1.5rem; font-weight: 650; margin: 0; }
.provebest .claim small { font-size: 1rem; font-weight: 400; color: var(--soft); }
.provebest meter { width: 100%; height: 1.1rem; }
.provebest .good { color: var(--good); } .provebest .bad { color: var(--bad); }
.provebest .warm { color: var(--warm); }
.provebest .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr));
  gap: 1rem; padding: 0; margin: 0; list-style: none; }
.provebest .card { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: .8rem; }
.provebest .card img { margin-bottom: .5rem; }
.provebest .tag { display: inline-block; font-size: .78rem; border: 1px solid var(--line);
  border-radius: 1rem; padding: 0 .55rem; margin-left: .3rem; color: var(--soft);
  font-weight: 400; }
.provebest .wide { overflow-x: auto; background: #ffffff; border: 1px solid var(--line);
  border-radius: 8px; padding: .4rem; }
.provebest .wide img { max-width: none; }
.provebest table { border-collapse: collapse; width: 100%; font-size: .92rem; }
.provebest th, .provebest td { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
.provebest td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.provebest summary { cursor: pointer; padding: .3rem 0; }
.provebest .moves { line-height: 1.9; }
.provebest .moves a { color: inherit; text-decoration: none; padding: .05rem .2rem;
  border-radius: 4px; }
.provebest .moves a[href] { text-decoration: underline; text-underline-offset: 3px; }
.provebest a:focus-visible, .provebest summary:focus-visible,
.provebest .wide:focus-visible { outline: 3px solid #2f81f7; }
.provebest article { display: grid; grid-template-columns: 15rem 1fr; gap: 1.2rem;
  padding: 1.1rem 0; border-bottom: 1px solid var(--line); }
.provebest article:target { background: var(--panel); }
@media (max-width: 42rem) { .provebest .top, .provebest article { grid-template-columns: 1fr; } }
@media print { body.provebest { max-width: none; } .provebest .card, .provebest article {
  break-inside: avoid; } }
"""
