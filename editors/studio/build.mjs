// Bundles the editor into rulec/studio/static/bundle, which git does not hold; wheels carry it.
//
//   npm ci && npm run build       write the bundle
//   npm ci && npm run check       fail unless the bundle that is there is what these sources give

import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../../rulec/studio/static/bundle");
const made = await build({
  entryPoints: [join(here, "codemirror.mjs")],
  bundle: true, format: "esm", minify: true, target: "es2022", legalComments: "inline", write: false, absWorkingDir: here,
  banner: { js: "/* CodeMirror 6, (c) Marijn Haverbeke and others, MIT; built by editors/studio/build.mjs */" },
});
const text = made.outputFiles[0].text;
const target = join(folder, "codemirror.js");
if (process.argv.includes("--check")) {
  const there = await readFile(target, "utf8").catch(() => "");
  if (there !== text) {
    console.error("rulec/studio/static/bundle/codemirror.js is not what editors/studio makes: npm run build");
    process.exit(1);
  }
} else {
  await mkdir(folder, { recursive: true });
  await writeFile(target, text);
  console.log(`${target}: ${Math.round(text.length / 1024)} KB`);
}
