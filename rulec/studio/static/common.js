// Helpers of all pages: requests, elements, theme, short messages. Words of games are only ever text.

const AWAY = "The studio does not answer. Is it still running? This page goes on once it is started again.";

export async function api(path, body) {
  const request = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try { answer = await fetch(path, request); } catch { throw Object.assign(new Error(AWAY), { away: true }); }
  let data = {};
  try { data = await answer.json(); } catch { /* an answer without a body */ }
  if (!answer.ok) {
    const problem = new Error(data.error || `The server answers ${answer.status}.`);
    Object.assign(problem, { status: answer.status, hint: data.hint || "", data });
    throw problem;
  }
  return data;
}

export const $ = (id) => document.getElementById(id);

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

export function fill(parent, ...children) { parent.replaceChildren(...children); }

// A table that may be wider than its window: the keyboard can scroll it.
export function wide(label, ...children) { return el("div", { class: "wide", role: "group", tabindex: "0", "aria-label": label }, ...children); }

// Who sits at a seat: the names that the server knows, and words for them.
export const KINDS = [["human", "a person"], ["random", "random moves"], ["greedy", "greedy moves"], ["mcts:20", "search, quick"],
  ["mcts:100", "search"], ["mcts:500", "search, strong"], ["mcts:2000", "search, slow"]];
export function kindName(kind) {
  const [, tries] = /^mcts:(\d+)$/.exec(kind) ?? [];
  return KINDS.find(([value]) => value === kind)?.[1] ?? (tries ? `search, ${tries} tries` : kind);
}

export function told(problem) { return problem.hint ? `${problem.message} — ${problem.hint}` : problem.message; }

let clearing = 0;
export function say(text, kind = "") {
  const box = $("said");
  box.textContent = text;
  box.className = `said shown ${kind}`;
  clearTimeout(clearing);
  clearing = setTimeout(() => { box.className = "said"; }, kind === "bad" ? 8000 : 3500);
}

export function trouble(box, problem) {
  box.hidden = !problem;
  box.textContent = problem ? told(problem) : "";
}

// --- light and dark ---

const THEMES = ["", "light", "dark"];
export function theme() { return document.documentElement.dataset.theme || ""; }
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem("theme", name); } catch { /* a private window */ }
  const button = $("theme");
  if (button) button.title = `Colours: ${name || "as the system"}`;
  document.dispatchEvent(new CustomEvent("theme"));
}
let kept = "";
try { kept = localStorage.getItem("theme") || ""; } catch { /* a private window */ }
setTheme(THEMES.includes(kept) ? kept : "");
$("theme")?.addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]));

export function percent(share) { return `${(100 * share).toFixed(1)} %`; }
export function figure(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : (Math.round(value * 100) / 100).toString();
}
