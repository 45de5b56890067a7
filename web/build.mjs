// Bundles the page into src/provebest/web/static, with the licences of everything in the bundle.
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "src", "provebest", "web", "static");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const made = await build({
  entryPoints: { page: join(here, "src", "main.ts") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  metafile: true,
  legalComments: "none",
  loader: { ".svg": "dataurl" },
});
for (const name of ["index.html", "icon.svg"]) await cp(join(here, "src", name), join(out, name));

const packages = new Set(
  Object.keys(made.metafile.inputs)
    .map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter(Boolean),
);
const licences = [];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence file`);
  const text = await readFile(join(folder, file), "utf8");
  licences.push(`${name} ${about.version} (${about.license})\n\n${text.trim()}\n`);
}
const head = "The page of provebest (GPL-3.0-or-later) contains the following packages.\n";
await writeFile(join(out, "licences.txt"), [head, ...licences].join(`\n${"-".repeat(78)}\n\n`));
console.log(`wrote ${out}: ${[...packages].join(", ")}`);
