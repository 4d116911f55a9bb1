import { $, api, el, fill, say, told } from "./common.js";
import { openEditor } from "./editor.js";

const main = $("main");
const game = main.dataset.game;
const own = main.dataset.own === "true";
const KEY = `rules:${location.host}:${game}`;
const PAUSE = 200; // milliseconds after the last key
const CALM = 300; // and until the whole check

let digest = main.dataset.digest;
let editor = null;
let problems = [];
let statements = [];
let failed = [];
let waiting = 0;
let asked = 0;
let savedText = "";
let proposals = { items: [], at: 0 };

const ask = (what, more = {}) => api(`/api/rules/${what}`, { game, text: editor.text, ...more });
const state = (text) => { $("state").textContent = text; };

// --- kept in the browser, so that nothing typed is lost ---

let unclaimed = ""; // of an earlier visit, until somebody says what becomes of it

function keep() {
  try {
    if (editor.text === savedText && !unclaimed) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ text: editor.text, older: unclaimed, when: Date.now() }));
  } catch { /* no room, or a private window */ }
}

function restore() {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(KEY) || "null"); } catch { return; }
  const found = [kept?.text, kept?.older].filter((one) => typeof one === "string" && one && one !== editor.text);
  if (!found.length) return;
  [unclaimed] = found;
  const box = $("restore");
  const done = () => { unclaimed = ""; box.hidden = true; keep(); };
  box.hidden = false;
  fill(box, `What you typed here at ${new Date(kept.when).toLocaleString()} was not saved. `,
    ...found.flatMap((text, n) => [el("button", { type: "button", onclick: () => { editor.set(text); done(); } }, n ? "Take what was there before that" : "Take it"), " "]),
    el("button", { type: "button", onclick: done }, "Throw it away"));
}

// --- problems ---

function typed() {
  state(editor.text === savedText ? "saved" : own ? "not saved" : "");
  keep();
  asked += 1; // answers about an older text are left out
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
}

// The syntax at once, with what the last check found; then all problems; edits that mend them after a longer pause.
async function check() {
  const number = ++asked;
  try {
    for (const what of ["quick", "problems", "check"]) {
      const found = await ask(what);
      if (number !== asked) return;
      problems = found.problems;
      statements = found.statements;
      showProblems(what !== "quick");
      fill($("outline"), ...found.outline.map(symbol));
      if (what === "problems") await new Promise((done) => { setTimeout(done, CALM); });
      if (number !== asked) return;
    }
  } catch (problem) { if (number === asked) fill($("problems"), el("li", {}, told(problem))); }
}

function marks() {
  editor.mark([
    ...problems.map((one) => ({ ...one, kind: one.severity === "error" ? "bad" : "warning" })),
    ...failed.map((line) => ({ line: line - 1, character: 0, end_line: line - 1, end_character: 10_000, kind: "bad" })),
  ]);
}

function showProblems(whole) {
  marks();
  $("problemstitle").textContent = problems.length ? `Problems (${problems.length})` : "Problems";
  fill($("problems"), ...(problems.length ? problems.map(problem) : [whole ? el("li", { class: "fine" }, "Nothing is wrong.") : el("li", { class: "busy" }, "Checking…")]));
}

function problem(one) {
  const go = el("button", { type: "button", class: "where", onclick: () => editor.select(one, { line: one.end_line, character: one.end_character }) }, `line ${one.line + 1}`);
  const fix = one.fix && own ? el("button", { type: "button", class: "fix", onclick: () => { editor.apply(one.fix.edits); say(one.fix.title); } }, "Mend it") : null;
  return el("li", { class: one.severity === "error" ? "" : "warning" }, go, ` ${one.message} `,
    el("button", { type: "button", class: "where", onclick: () => explain(one.code) }, one.code),
    one.hint ? el("div", { class: "dim" }, `hint: ${one.hint}`) : null,
    ...one.related.map((note) => el("div", { class: "dim" }, `${note.file}:${note.line}: ${note.message}`)), fix);
}

async function explain(code) {
  try {
    const found = await ask("explain", { code });
    fill($("about"), el("b", {}, `${code}: ${found.title}`), el("pre", {}, found.text));
  } catch (problem) { say(told(problem), "bad"); }
}

function symbol(one) {
  return el("li", {}, el("button", { type: "button", onclick: () => editor.select({ line: one.line, character: 0 }) },
    one.name.startsWith(`${one.sort} `) || one.sort === "patch" ? null : el("span", { class: "sort" }, `${one.sort} `), el("span", {}, one.name)),
  one.children.length ? el("ol", {}, ...one.children.map(symbol)) : null);
}

// --- at the cursor ---

let looking = 0;
function moved() {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    const place = editor.place();
    const cited = statements.filter((one) => one.line === place.line + 1);
    const parts = cited.map((one) => el("p", {}, el("b", {}, one.id), `: ${one.text}`));
    try {
      const found = await ask("hover", place);
      if (found.text) parts.push(...markdown(found.text));
    } catch { /* the check tells what is wrong */ }
    fill($("about"), ...(parts.length ? parts : [el("span", { class: "dim" }, "Nothing is known of this place.")]));
  }, 350);
}

// The few marks that hovers have, as elements.
function markdown(text) {
  return text.split(/```\w*\n?/).map((part, n) => (n % 2 ? el("pre", {}, part.trimEnd())
    : el("p", {}, ...part.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => (piece.startsWith("**") ? el("b", {}, piece.slice(2, -2))
      : piece.startsWith("`") ? el("code", {}, piece.slice(1, -1)) : piece))))).filter((one) => one.textContent.trim());
}

async function places(what) {
  try {
    const found = await ask(what, editor.place());
    if (!found.places.length) { say("This name is not declared here."); return; }
    const [first] = found.places;
    if (what === "definition" && first.own) { editor.select(first, { line: first.end_line, character: first.end_character }); return; }
    fill($("about"), ...found.places.map((one) => el("p", {}, one.own
      ? el("button", { type: "button", class: "where", onclick: () => editor.select(one) }, `line ${one.line + 1}`) : `${one.file}:${one.line + 1}`, " ", el("code", {}, one.text))));
  } catch (problem) { say(told(problem), "bad"); }
}

// --- completion ---

async function complete() {
  try {
    const found = await ask("complete", editor.place());
    proposals = { items: found.items.slice(0, 60), at: 0 };
    showProposals();
  } catch (problem) { say(told(problem), "bad"); }
}

function showProposals() {
  const list = $("proposals");
  list.hidden = proposals.items.length === 0;
  const { top, left } = editor.corner();
  list.style.setProperty("top", `${Math.max(0, top)}px`);
  list.style.setProperty("left", `${Math.max(0, Math.min(left, list.parentElement.clientWidth - 230))}px`);
  fill(list, ...proposals.items.map((one, n) => el("li", {
    role: "option", id: `proposal${n}`, "aria-selected": String(n === proposals.at), onmousedown: (event) => { event.preventDefault(); proposals.at = n; take(); },
  }, one.label, el("span", { class: "dim" }, ` ${one.detail || one.kind}`))));
  list.children[proposals.at]?.scrollIntoView({ block: "nearest" });
  editor.area?.setAttribute("aria-activedescendant", list.hidden ? "" : `proposal${proposals.at}`);
}

function take() {
  const one = proposals.items[proposals.at];
  const place = editor.place();
  const to = editor.offset(place);
  const text = one.snippet ? one.insert.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\{?\d+\}?/g, "") : one.insert;
  editor.put(to - one.typed, to, text);
  proposals = { items: [], at: 0 };
  showProposals();
}

// --- saving ---

async function save(over = digest) {
  state("saving…");
  const text = editor.text;
  try {
    const found = await api("/api/rules/save", { game, text, digest: over });
    digest = found.digest;
    savedText = text;
    keep();
    state("saved");
    const [first] = found.games;
    if (first) say(`Saved. The game of ${first.title} ${first.note}.`);
    else say("Saved.");
  } catch (problem) {
    state("not saved");
    if (problem.status === 409) conflict(problem.data);
    else say(told(problem), "bad");
  }
}

function conflict(there) {
  $("theirs").textContent = there.text;
  $("takemine").onclick = () => { $("conflictbox").close(); save(there.digest); };
  $("taketheirs").onclick = () => {
    $("conflictbox").close();
    digest = there.digest;
    savedText = there.text;
    editor.set(there.text);
  };
  $("conflictbox").showModal();
}

// --- examples, layout, variants ---

async function examples() {
  $("examplebox").hidden = false;
  fill($("found"), el("li", { class: "busy" }, "Running…"));
  try {
    const found = (await ask("examples")).examples;
    failed = found.flatMap((one) => one.failures.map((each) => each.line));
    marks();
    $("extitle").textContent = `Examples: ${found.filter((one) => one.ok).length} of ${found.length} hold`;
    fill($("found"), ...found.map((one) => el("li", { class: one.ok ? "fine" : "" },
      el("button", { type: "button", class: "where", onclick: () => editor.select({ line: one.line - 1, character: 0 }) }, one.title),
      ...one.failures.map((each) => el("div", {}, `line ${each.line}: ${each.what}`,
        each.expected ? el("div", { class: "dim" }, `expected: ${each.expected}`) : null, each.found ? el("div", { class: "dim" }, `found: ${each.found}`) : null)))));
  } catch (problem) { fill($("found"), el("li", {}, told(problem))); }
}

async function layOut() {
  try {
    const { edits } = await ask("format");
    if (own) editor.apply(edits);
    say(edits.length ? "Laid out." : "It is laid out already.");
  } catch (problem) { say(told(problem), "bad"); }
}

async function openVariant() {
  $("variantbox").showModal();
  if ($("numbers").children.length) return;
  fill($("numbers"), el("p", { class: "busy" }, "Looking for numbers…"));
  try {
    fill($("numbers"), ...numberForm((await ask("numbers")).numbers));
    countChanges();
  } catch (problem) { fill($("numbers"), el("p", { class: "trouble" }, told(problem))); }
}

// Starts of variables by themselves; the numbers of a column together, with a field that changes all of them.
function numberForm(numbers) {
  const columns = new Map();
  const made = [];
  for (const one of numbers) {
    const [, column, row, table] = /^change (\S+) of (\S+) in (\S+) to$/.exec(one.patch) ?? [];
    if (!column) { made.push(el("div", { class: "number", "data-words": words(one, one.patch) }, numberField(one, one.patch.replace(/^set | to$/g, "")), readersOf(one))); continue; }
    const key = `${column} in ${table}`;
    if (!columns.has(key)) columns.set(key, { readers: one.readers, fields: [], rows: [] });
    columns.get(key).fields.push(numberField(one, row));
    columns.get(key).rows.push(row);
  }
  for (const [key, { readers, fields, rows }] of columns) {
    const by = el("input", { inputmode: "numeric", placeholder: "-1, +50, 75%", "aria-label": `Change every ${key} by` });
    by.addEventListener("input", () => { for (const field of fields) adjust(field.querySelector("input"), by.value.trim()); });
    made.push(el("details", { class: "number", "data-words": words({ readers }, `${key} ${rows.join(" ")}`) },
      el("summary", {}, el("b", {}, key.replaceAll("_", " ")), el("span", { class: "dim" }, ` ${fields.length} numbers${readers.length ? `, read by ${plain(readers)}` : ""}`)),
      el("label", { class: "field" }, el("span", {}, "all of them by"), by), ...fields));
  }
  return made.length ? made : [el("p", { class: "dim" }, "This game has no numbers in tables. Write a template and change it in the editor.")];
}

function readersOf({ readers }) {
  return readers.length ? el("span", { class: "dim" }, `at the start; read by ${plain(readers)}`) : null;
}

// Actions and rules by name, without the words of the language for what they are.
function plain(readers) { return readers.slice(0, 3).map((one) => one.replace(/^(meaning|let) /, "").replaceAll("_", " ")).join(", "); }

function words({ readers }, text) { return `${text} ${readers.join(" ")}`.toLowerCase().replaceAll("_", " "); }

function numberField(one, name) {
  return el("label", { class: "field" }, el("span", {}, name.replaceAll("_", " ")),
    el("input", { inputmode: "numeric", value: one.value, "data-patch": one.patch, "data-was": one.value }));
}

function adjust(field, by) {
  const [, sign, amount, share] = /^([-+]?)(\d{1,7})(\s*%)?$/.exec(by) ?? [];
  const was = Number(field.dataset.was);
  if (amount === undefined) field.value = was;
  else if (share && !sign) field.value = Math.round((was * Number(amount)) / 100);
  else field.value = was + (sign === "-" ? -1 : 1) * (share ? Math.round((was * Number(amount)) / 100) : Number(amount));
}

function changed() {
  return [...$("numbers").querySelectorAll("input[data-patch]")].filter((input) => input.value.trim() !== input.dataset.was);
}

const isWhole = (input) => /^-?\d{1,9}$/.test(input.value.trim());

// How many numbers will change; what is not a whole number is marked.
function countChanges() {
  const inputs = changed();
  for (const input of $("numbers").querySelectorAll("input[data-patch]")) input.setAttribute("aria-invalid", String(!isWhole(input)));
  const wrong = inputs.filter((input) => !isWhole(input)).length;
  $("vcount").textContent = wrong ? `${wrong} of the numbers ${wrong === 1 ? "is" : "are"} not whole` : inputs.length ? `${inputs.length} number${inputs.length === 1 ? "" : "s"} will change` : "No number changes yet";
  $("vmake").disabled = inputs.length === 0;
  return wrong;
}

function makeVariant() {
  const changes = {};
  if (countChanges()) { changed().find((input) => !isWhole(input)).focus(); return; }
  for (const input of changed()) changes[input.dataset.patch] = Number(input.value);
  write($("vmake"), { changes });
}

async function write(button, content) {
  const name = button.textContent;
  $("vproblem").hidden = true;
  button.disabled = true;
  button.textContent = "Writing…";
  try {
    const made = await api("/api/rules/variant", { game, title: $("vname").value, name: $("vfile").value, changes: {}, ...content });
    location.href = `/rules/${made.game.split("/").map(encodeURIComponent).join("/")}${content.template ? "" : "#variant"}`;
  } catch (problem) { $("vproblem").hidden = false; $("vproblem").textContent = told(problem); }
  button.disabled = false;
  button.textContent = name;
}

// --- begin ---

editor = await openEditor($("editor"));
savedText = editor.text;
state(own ? "saved" : "read only");
editor.addEventListener("typed", typed);
editor.addEventListener("moved", moved);
$("save")?.addEventListener("click", () => save());
$("format").addEventListener("click", layOut);
$("examples").addEventListener("click", examples);
$("makevariant").addEventListener("click", openVariant);
$("vmake").addEventListener("click", makeVariant);
$("vtemplate").addEventListener("click", () => write($("vtemplate"), { template: true }));
$("numbers").addEventListener("input", countChanges);
$("vfilter").addEventListener("input", () => {
  const wanted = $("vfilter").value.trim().toLowerCase();
  const found = [...$("numbers").querySelectorAll(".number")].filter((one) => !(one.hidden = !one.dataset.words.includes(wanted)));
  for (const one of found) if (one.matches("details")) one.open = wanted !== "" && found.length === 1;
  $("vnothing").hidden = found.length > 0;
});
let named = false; // the file was given a name of its own
$("vfile").addEventListener("input", () => { named = true; });
$("vname").addEventListener("input", () => {
  if (!named) $("vfile").value = $("vname").value.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "") || "my_variant";
});
$("editor").addEventListener("keydown", (event) => {
  const open = !$("proposals").hidden;
  if (open && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    proposals.at = (proposals.at + (event.key === "ArrowDown" ? 1 : -1) + proposals.items.length) % proposals.items.length;
    showProposals();
  } else if (open && ["Enter", "Tab"].includes(event.key)) take();
  else if (open && event.key === "Escape") { proposals.items = []; showProposals(); }
  else if (event.ctrlKey && event.key === " ") complete();
  else if (event.key === "F12") places(event.shiftKey ? "references" : "definition");
  else if (event.key === "F1") moved();
  else if ((event.ctrlKey || event.metaKey) && event.key === "s") { if (own) save(); }
  else { if (open && event.key.length === 1) { proposals.items = []; showProposals(); } return; }
  event.preventDefault();
  event.stopPropagation();
}, true);
window.addEventListener("beforeunload", keep);
if (location.hash === "#variant") $("written").hidden = false;
const line = /^#L(\d{1,6})$/.exec(location.hash);
if (line) editor.select({ line: Number(line[1]) - 1, character: 0 });
restore();
await check();
