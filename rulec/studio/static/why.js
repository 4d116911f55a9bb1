// The question why an option is offered or not: a dialog with all options of the decision, and their reasons.

import { $, api, el, fill, told } from "./common.js";

const OFTEN = 300;
const SHOWN = 400;
let here = "";
let about = () => ({}); // the position that is asked about: `at`, `seat`
let known = null; // the options of the decision, when they have arrived
let asking = 0; // number of the last question

export function openedBy(address, position) { here = address; about = position; }

export async function why(label, text) {
  const box = $("whybox");
  if (!box.open) { known = null; fill($("answer")); box.showModal(); }
  $("whichoption").value = text;
  showOptions();
  if (label) await ask(label); else await learn();
}

function query(more) {
  const given = Object.entries({ ...about(), ...more }).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return new URLSearchParams(given);
}

// Sends a question, and tells how far its answer is; undefined if another one has been asked meanwhile.
async function sent(more) {
  const mine = ++asking;
  const begun = Date.now();
  const tell = (text) => { if (mine === asking) $("asking").textContent = text; };
  tell("Looking…");
  $("asking").hidden = false;
  const timer = setInterval(async () => {
    try {
      const found = await api(`${here}/why/progress`);
      const seconds = Math.round((Date.now() - begun) / 1000);
      if (mine !== asking) return;
      $("stopwhy").hidden = !found.tried;
      if (found.tried) tell(`Trying what it leads to: ${found.tried.toLocaleString("en")} decisions, ${seconds} s (at most ${found.most} s)`);
      else if (found.stage) tell(`Reading the rules: ${found.stage} (${Math.round(100 * found.share)} %)`);
      else tell(`Looking… ${seconds} s`);
    } catch { /* the answer itself tells */ }
  }, OFTEN);
  try {
    const found = await api(`${here}/why?${query(more)}`);
    return mine === asking ? found : undefined;
  } catch (problem) {
    if (mine === asking) fill($("answer"), el("p", { class: "trouble" }, told(problem)));
    return undefined;
  } finally {
    clearInterval(timer);
    if (mine === asking) $("asking").hidden = $("stopwhy").hidden = true;
  }
}

async function learn() {
  if (known) return;
  const found = await sent({});
  if (!found) return;
  known = found.options;
  if (!$("answer").children.length) fill($("answer"), el("p", { class: "dim" }, `${found.about}.`));
  showOptions();
}

async function ask(option, longer = false) {
  $("longer").hidden = true;
  const found = await sent({ option, longer: longer ? "yes" : "" });
  if (!found) return;
  fill($("answer"), ...answer(found));
  $("longer").hidden = found.whole || longer;
  $("longer").onclick = () => ask(option, true);
  await learn();
}

function stop() { api(`${here}/why/stop`, {}).catch(() => {}); }

function showOptions() {
  const wanted = $("whichoption").value.trim().toLowerCase();
  const all = known ?? [];
  const exact = all.some((one) => one.text.toLowerCase() === wanted);
  const found = exact ? all : all.filter((one) => `${one.text} ${one.label}`.toLowerCase().includes(wanted));
  $("labels").hidden = !found.length;
  fill($("labels"), ...found.slice(0, SHOWN).map((one) => el("li", {}, el("button", { type: "button", onclick: () => { $("whichoption").value = one.text; ask(one.label); } },
    el("span", { class: one.offered ? "good" : "dim", "aria-hidden": "true" }, one.offered ? "✓" : "–"), one.text, el("span", { class: "dim" }, one.offered ? "offered" : "not offered")))),
  found.length > SHOWN ? el("li", { class: "dim" }, `and ${found.length - SHOWN} more: name one above`) : "");
}

const NOTES = { legal: "offered", "ruled out": "not offered", "can't be completed": "not offered: it can't be completed", "not asked now": "not asked now", "not offered": "not offered" };

function answer(found) {
  const good = found.verdict === "legal";
  const notes = found.whole ? [] : [el("p", { class: "hint" }, !good
    ? `Not everything was tried: the search ended after ${found.tried.toLocaleString("en")} decisions. That it is not offered is certain; the reasons are those found so far.`
    : "That it is offered is certain; not all lines that allow it were found.")];
  return [el("p", {}, el("b", { class: good ? "good" : "bad" }, NOTES[found.verdict] ?? found.verdict), ` — ${found.why}`), ...notes,
    el("ul", { class: "clauses" }, ...found.clauses.map(clause)),
    ...found.stuck.map((end) => el("div", { class: "stuck" },
      el("p", {}, end.path.length ? `after ${end.path.join(", then ")}: ` : "at once: ", el("b", {}, end.message)),
      el("code", {}, `${end.line}: ${end.text}`)))];
}

function clause(one) {
  const sign = one.holds === true ? "✓" : one.holds === false ? "✗" : "?";
  const name = one.holds === true ? "holds" : one.holds === false ? "does not hold" : "not told";
  return el("li", {}, el("span", { class: one.holds === false ? "bad" : one.holds ? "good" : "dim", role: "img", "aria-label": name }, sign), ` line ${one.line}: `,
    el("code", {}, one.text), one.values ? el("span", { class: "dim" }, ` (${one.values})`) : null,
    one.parts.length ? el("ul", {}, ...one.parts.map(clause)) : null);
}

// What is typed is asked for as it stands; the server knows labels and words.
function askTyped() {
  const typed = $("whichoption").value.trim();
  if (!typed) return;
  const words = typed.toLowerCase();
  const same = (known ?? []).filter((one) => one.text.toLowerCase() === words || one.label.toLowerCase() === words);
  const like = (known ?? []).filter((one) => one.text.toLowerCase().includes(words));
  if (!same.length && like.length > 1) fill($("answer"), el("p", { class: "dim" }, `${like.length} options have these words: choose one.`));
  else ask(same[0]?.label ?? like[0]?.label ?? typed);
}

$("askwhy").addEventListener("click", askTyped);
$("stopwhy").addEventListener("click", stop);
$("whichoption").addEventListener("input", showOptions);
$("whichoption").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); askTyped(); }
});
$("whybox").addEventListener("close", () => { asking += 1; stop(); });
