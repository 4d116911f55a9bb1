// Colours lines by the TextMate grammar and by CodeMirror's mode, with the libraries of VS Code and CodeMirror themselves.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { StringStream } from "@codemirror/language";
import { rules } from "../../codemirror/rules.mjs";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const path = new URL("../syntaxes/rules.tmLanguage.json", import.meta.url);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), path.pathname),
});
const grammar = await registry.loadGrammar("source.rules");

function textmate(line) {
  const { tokens } = grammar.tokenizeLine(line, INITIAL);
  return tokens.map((one) => [line.slice(one.startIndex, one.endIndex), one.scopes.at(-1)]);
}

function codemirror(line) {
  const stream = new StringStream(line, 2, 2);
  const state = rules.startState();
  const found = [];
  while (!stream.eol()) {
    const kind = rules.token(stream, state);
    assert.ok(stream.pos > stream.start, `stands still in ${line}`);
    found.push([line.slice(stream.start, stream.pos), kind]);
    stream.start = stream.pos;
  }
  return found;
}

const expected = [
  ["table carts of cart:  # two", "table", "keyword.declaration.rules", "keyword"],
  ["table carts of cart:  # two", "carts", "entity.name.type.rules", "def"],
  ["table carts of cart:  # two", "# two", "comment.line.number-sign.rules", "comment"],
  ["  choose field from fields where free", "choose", "keyword.control.rules", "keyword"],
  ["  choose field from fields where free", "where", "keyword.operator.word.rules", "operator"],
  ["  nothing [HA-12]", "[HA-12]", "markup.underline.link.rules", "link"],
  ['  "Grain": my grain', '"Grain"', "string.quoted.double.rules", "string"],
  ['  "Grain": my grain', "my", "constant.language.rules", "atom"],
  ["each player has:", "player", "storage.type.rules", "type"],
  ["  vp: 0 to 99", "99", "constant.numeric.rules", "number"],
];
for (const [line, word, scope, kind] of expected) {
  assert.deepEqual(textmate(line).find(([text]) => text === word), [word, scope]);
  assert.deepEqual(codemirror(line).find(([text]) => text === word), [word, kind]);
}
for (const name of process.argv.slice(2)) {
  for (const line of readFileSync(name, "utf8").split("\n")) {
    assert.equal(textmate(line).map(([text]) => text).join(""), line);
    assert.equal(codemirror(line).map(([text]) => text).join(""), line);
  }
}
console.log(`${expected.length} colours are right`);
