// Makes the page: one script, one style, and the document that loads them, in the folder of the first argument.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node build.mjs FOLDER");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: { app: "src/main.ts", style: "src/style.css" },
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "eof",
  outdir: folder,
});
for (const name of ["app.js", "style.css"]) {
  writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
for (const name of readdirSync("static")) copyFileSync(join("static", name), join(folder, name));
