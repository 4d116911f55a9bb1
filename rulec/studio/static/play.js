import { $, api, el, fill, KINDS, kindName, say, told } from "./common.js";
import { highlight, showPicture } from "./picture.js";
import { openedBy, why } from "./why.js";

const main = $("main");
const id = main.dataset.id;
const here = `/api/play/${id}`;
const MANY = 12;

const page = { seat: null, fixed: false, at: null, view: null, log: [], epoch: -1, busy: false, again: false, chosenIn: "", began: 0, replay: 0, actedOn: -1, next: null };

const BACK_ENDS = {
  interpreter: ["interpreted", "The rules are interpreted, which is slow for programs that search. With a C compiler the engine is built meanwhile."],
  engine: ["on its engine", "The rules are compiled to an engine: programs think fast."],
};

const people = () => page.view.seats.map((kind, seat) => (kind === "human" ? seat : -1)).filter((one) => one >= 0);
const who = (seat) => (seat < 0 ? "Chance" : `Player ${seat + 1}`);

// --- asking ---

async function refresh() {
  if (page.busy) { page.again = true; return; }
  page.busy = true;
  try {
    do {
      page.again = false;
      await look();
    } while (page.again);
    page.away = false;
  } catch (problem) {
    $("problem").hidden = false;
    $("problem").textContent = told(problem);
  } finally { page.busy = false; }
}

async function look() {
  const query = new URLSearchParams(page.epoch < 0 ? {} : { log: page.log.length, epoch: page.epoch });
  if (page.seat !== null) query.set("seat", page.seat);
  if (page.at !== null) query.set("at", page.at);
  const view = await api(`${here}?${query}`);
  page.view = view;
  if (hidesNow(view)) { page.seat = null; page.log = []; page.epoch = -1; curtain(view); return; }
  if (view.curtain) { curtain(view); return; }
  page.log = [...(view.log_from ? page.log.slice(0, view.log_from) : []), ...view.log];
  page.epoch = view.epoch;
  show();
}

// Somebody else's turn at a shared screen: what this one sees is put away first.
function hidesNow(view) {
  if (view.curtain || page.fixed || page.seat === null || view.observer === null) return false;
  return view.waits && view.seat !== page.seat && people().length > 1;
}

function curtain(view) {
  fill($("picture"));
  fill($("options"));
  delete $("options").dataset.listed;
  fill($("log"));
  fill($("points"));
  fill($("sentence"));
  $("whose").textContent = "";
  $("foldcount").textContent = "";
  $("find").hidden = true;
  $("asked").textContent = view.waits ? "Nothing is shown yet" : "The programs play";
  $("asked").classList.toggle("busy", !view.waits);
  $("at").textContent = "";
  for (const name of ["undo", "why", "first", "back", "forth", "last", "replay"]) $(name).disabled = true;
  $("curtain").hidden = false;
  const next = view.waits ? view.seat : people()[0];
  $("curtain-who").textContent = view.waits ? `Pass the device to ${who(next)}` : "The programs play";
  $("curtain-open").textContent = `I am ${who(next)}: show my view`;
  $("curtain-open").onclick = () => {
    page.seat = next;
    page.at = null;
    refresh();
  };
  seats();
  $("curtain-open").focus();
}

// --- showing ---

// The list is built again at every event; whoever moves through it by keyboard keeps the place.
function keepFocus(rebuild) {
  const held = document.activeElement;
  const list = held?.closest("#options, #log, #picture");
  const entries = () => [...list.querySelectorAll("button, [role=button]")];
  const action = held?.dataset?.action;
  const byKeys = held?.matches(":focus-visible") ?? false;
  const place = list ? entries().indexOf(held) : -1;
  rebuild();
  if (page.chosenIn) { goOn(); return; }
  if (!list || held.isConnected || place < 0) return;
  const same = action === undefined ? entries()[place] : entries().find((one) => one.dataset.action === action);
  if (same) same.focus({ preventScroll: true });
  else if (byKeys && action !== undefined) { page.chosenIn = `#${list.id}`; goOn(); }
}

// Behind a choice by keyboard the next options have the focus; until they come, what is waited for.
function goOn() {
  const away = document.activeElement;
  if (away !== document.body && away !== $("asked") && !away.closest("#options, #picture")) { page.chosenIn = ""; return; }
  const shown = page.chosenIn === "#picture" ? document.querySelector("#picture svg [data-action]") : null;
  const first = shown ?? document.querySelector("#options li:not([hidden]) > button");
  (first ?? $("asked")).focus();
  if (first || page.view.over) page.chosenIn = "";
}

function show() {
  keepFocus(showAll);
}

function showAll() {
  const view = page.view;
  $("curtain").hidden = true;
  const mine = view.options.length > 0;
  showPicture($("picture"), view.picture, mine ? choose : null);
  $("picture").setAttribute("aria-busy", "false");
  $("backend").textContent = BACK_ENDS[view.back_end][0];
  $("backend").title = BACK_ENDS[view.back_end][1];
  $("note").textContent = view.note || (view.look ? "the look file has problems" : "");
  $("note").title = view.look || "";
  $("problem").hidden = !view.problem;
  $("problem").textContent = view.problem;
  question(view, mine);
  options(view);
  course(view);
  points(view);
  seats();
  $("undo").disabled = !view.undoable || page.at !== null;
  $("why").disabled = view.over && page.at === null;
  $("pace").value = String(view.pace);
  const watch = people().length === 0;
  $("stop").hidden = !watch || view.over;
  $("stop").textContent = view.paused ? "Go on" : "Pause";
}

function question(view, mine) {
  const past = page.at !== null;
  const thinks = !view.over && !mine && !past && view.seat >= 0 && view.seats[view.seat] !== "human" && !view.paused;
  let text = view.over ? result(view) : view.asked || view.question;
  if (past) text = `After ${view.at} of ${view.moves} moves`;
  $("asked").textContent = text;
  $("asked").classList.toggle("busy", thinks);
  const thinker = `${view.moves} ${view.planning}`; // the wait for the plan is no part of a search
  if (!thinks || page.thinker !== thinker) page.began = Date.now();
  page.thinker = thinker;
  page.thinks = thinks;
  $("whose").textContent = past || view.over ? "" : whose(view, mine, thinks);
  $("now").hidden = true;
  document.title = `${mine ? "● " : ""}${view.title} - rulec studio`;
  const more = view.sentence.length && mine ? el("span", { class: "dim" }, " → …") : "";
  fill($("sentence"), ...view.sentence.flatMap((step, n) => [n ? " → " : "", el("span", { class: "step" }, step)]), more);
  $("sentence").hidden = !view.sentence.length;
}

function whose(view, mine, thinks) {
  if (view.seat < 0) return "Chance";
  if (mine && people().length === 1) return `Your turn, ${who(view.seat)}`;
  if (mine) return `${who(view.seat)} chooses`;
  const does = thinks ? (view.planning && searches(view) ? "waits until the rules are prepared" : "thinks") : "is to choose";
  return `${who(view.seat)}, ${kindName(view.seats[view.seat])}, ${does}`;
}

setInterval(() => {
  const seconds = Math.floor((Date.now() - page.began) / 1000);
  if (!page.thinks || seconds < 2) return;
  const most = searches(page.view) && !page.view.planning ? ` of ${page.view.think} at most` : "";
  $("whose").textContent = `${whose(page.view, false, true)} · ${seconds} s${most}`;
  $("now").hidden = !most;
}, 1000);

const searches = (view) => !["human", "random"].includes(view.seats[view.seat]);
$("now").addEventListener("click", () => { api(`${here}/now`, {}).catch((problem) => say(told(problem), "bad")); });

function result(view) {
  const winners = view.result?.winners || [];
  if (!winners.length) return "The game is over";
  return `${winners.map(who).join(" and ")} ${winners.length > 1 ? "share the victory" : "wins"}`;
}

function options(view) {
  const list = $("options");
  const ids = $("ids").checked;
  $("find").hidden = view.options.length <= MANY;
  if ($("find").hidden) $("find").value = "";
  $("foldcount").textContent = view.options.length ? `${view.options.length} option${view.options.length > 1 ? "s" : ""}` : "";
  const listed = JSON.stringify([view.at, ids, $("find").value, view.options]);
  if (list.dataset.listed === listed) { find(); return; } // a click between press and release keeps its button
  list.dataset.listed = listed;
  fill(list, ...view.options.map((option, n) => {
    const button = el("button", {
      type: "button", "data-action": option.action, onclick: () => choose(option.action),
      onpointerenter: () => highlight($("picture"), option.action), onpointerleave: () => highlight($("picture"), null),
      onfocus: () => highlight($("picture"), option.action), onblur: () => highlight($("picture"), null),
    }, n < 9 ? el("kbd", {}, String(n + 1)) : null, el("span", {}, option.text),
    ids ? el("code", {}, `${option.action} ${option.label}`) : null);
    return el("li", {}, button, el("button", {
      type: "button", class: "quiet ask", "aria-label": `Why ${option.text}?`, title: "why?", onclick: () => why(option.label, option.text),
    }, "?"));
  }));
  find();
}

// Of a long list those that have these words; the numbers go to what is shown.
function find() {
  const wanted = $("find").value.trim().toLowerCase();
  let shown = 0;
  for (const item of $("options").children) {
    const button = item.firstElementChild;
    item.hidden = !button.textContent.toLowerCase().includes(wanted);
    if (!item.hidden) shown += 1;
    const number = button.querySelector("kbd");
    if (wanted && number) number.remove();
  }
  $("nofind").hidden = shown > 0 || !wanted;
}

function course(view) {
  const log = $("log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  fill(log, ...page.log.map((text, n) => el("li", { "aria-current": n + 1 === view.at ? "step" : null },
    el("button", { type: "button", class: "move", onclick: () => go(n + 1) }, text))));
  if (atEnd && page.at === null) log.scrollTop = log.scrollHeight;
  $("at").textContent = `${view.at} / ${view.moves}`;
  $("back").disabled = $("first").disabled = view.at === 0;
  $("forth").disabled = $("last").disabled = page.at === null;
  $("branch").hidden = page.at === null;
  $("replay").disabled = view.moves === 0;
}

function points(view) {
  const count = view.points.total.length;
  const head = el("tr", {}, el("th", { scope: "col" }, "For"), ...Array.from({ length: count }, (_, n) => el("th", { scope: "col", title: `${who(n)}: ${kindName(view.seats[n])}` }, `P${n + 1}`)));
  const lines = view.points.lines.map(([name, row]) => el("tr", {}, el("th", { scope: "row" }, name), ...row.map((one) => el("td", {}, String(one)))));
  const total = el("tr", { class: "total" }, el("th", { scope: "row" }, view.over ? "Total" : "Now"), ...view.points.total.map((one) => el("td", {}, String(one))));
  fill($("points"), el("thead", {}, head), el("tbody", {}, ...lines, total));
}

function seats() {
  const select = $("seat");
  const shared = people().length > 1;
  fill(select, el("option", { value: "" }, page.view.hidden && shared && !page.view.designer ? "whoever is to choose" : "the eyes of the game"),
    ...people().map((seat) => el("option", { value: String(seat) }, who(seat))));
  select.value = page.fixed ? String(page.seat) : "";
  select.closest("label").hidden = people().length < (page.view.designer ? 1 : 2);
  seating();
}

// Who sits where; a seat with a hidden hand is not taken over by a person.
function seating() {
  const view = page.view;
  if ($("seats").contains(document.activeElement)) return;
  const closed = view.hidden && !view.designer;
  fill($("seats"), ...view.seats.map((kind, seat) => {
    const known = KINDS.some(([value]) => value === kind) ? KINDS : [...KINDS, [kind, kindName(kind)]];
    const select = el("select", { onchange: () => sit(seat, select.value) },
      ...known.filter(([value]) => value !== "human" || kind === "human" || !closed).map(([value, text]) => el("option", { value }, text)));
    select.value = kind;
    return el("label", { class: "field" }, el("span", {}, who(seat)), select);
  }));
  $("pace").closest("label").hidden = view.seats.every((kind) => kind === "human");
}

function sit(seat, kind) {
  const seats = page.view.seats.map((one, n) => (n === seat ? kind : one));
  document.activeElement.blur();
  act(() => api(`${here}/seats`, { seats }));
}

// --- acting ---

async function act(work) {
  if (page.acting) return;
  page.acting = true;
  page.actedOn = page.view?.moves;
  $("picture").classList.add("waiting");
  try { await work(); } catch (problem) { say(told(problem), "bad"); }
  page.acting = false;
  $("picture").classList.remove("waiting");
  const next = page.next;
  page.next = null;
  if (next) await act(next);
  else await refresh();
}

// The next position may be shown before the answer to the last choice is there: a choice in it waits for that answer.
function choose(action) {
  const { moves, seat } = page.view;
  const held = document.activeElement;
  const lists = held.matches(":focus-visible") ? ["#options", "#picture"] : [];
  page.chosenIn = lists.find((one) => held.closest(one)) ?? "";
  const work = () => api(`${here}/choose`, { action, moves, seat: page.fixed ? page.seat : seat });
  if (page.acting && page.actedOn !== moves) page.next = work;
  else act(work);
}

function showAt(at) {
  page.at = at === null || at >= page.view.moves ? null : Math.max(0, at);
  return refresh();
}

function go(at) {
  stopReplay();
  showAt(at);
}

$("undo").addEventListener("click", () => act(async () => {
  $("undo").textContent = "Taking back…"; // whether anything hidden has come out since may take a while
  $("undo").classList.add("busy");
  try { await api(`${here}/undo`, {}); } finally { $("undo").textContent = "Undo"; $("undo").classList.remove("busy"); }
}));
$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(page.view.at - 1));
$("forth").addEventListener("click", () => go(page.view.at + 1));
$("last").addEventListener("click", () => go(null));
$("find").addEventListener("input", () => { options(page.view); });
$("find").addEventListener("keydown", (event) => {
  if (event.key === "Enter") document.querySelector("#options li:not([hidden]) > button")?.click();
  else if (event.key === "Escape") { $("find").value = ""; options(page.view); }
  else if (event.key === "ArrowDown") document.querySelector("#options li:not([hidden]) > button")?.focus();
  else return;
  event.preventDefault();
});
$("ids").addEventListener("change", () => keepFocus(() => options(page.view)));

// The moves one after the other; each start and stop has a number.
const SHOWN_FOR = 1000;
function stopReplay() {
  page.replay += 1;
  $("replay").textContent = "Replay";
}

async function replay() {
  const mine = ++page.replay;
  $("replay").textContent = "Stop";
  await showAt(page.at === null ? 0 : page.at + 1);
  while (page.replay === mine && page.at !== null) {
    await new Promise((resolve) => { setTimeout(resolve, SHOWN_FOR); });
    if (page.replay === mine) await showAt(page.at + 1);
  }
  if (page.replay === mine) stopReplay();
}
$("replay").addEventListener("click", () => { if ($("replay").textContent === "Stop") stopReplay(); else replay(); });
$("branch").addEventListener("click", () => act(async () => {
  const made = await api(`${here}/branch`, { at: page.at });
  location.href = `/play/${made.id}`;
}));
const setPace = (paused) => act(() => api(`${here}/pace`, { pace: Number($("pace").value), paused }));
$("pace").addEventListener("change", () => setPace(page.view.paused));
$("stop").addEventListener("click", () => setPace(!page.view.paused));
$("seat").addEventListener("change", () => {
  page.fixed = $("seat").value !== "";
  page.seat = page.fixed ? Number($("seat").value) : null;
  page.log = [];
  page.epoch = -1;
  refresh();
});

// --- why ---

openedBy(here, () => ({ at: page.at, seat: page.seat }));
$("why").addEventListener("click", () => why("", ""));

// --- the card of the turn on a phone ---

function fold(folded) {
  $("turnbody").hidden = folded;
  $("fold").setAttribute("aria-expanded", String(!folded));
  $("fold").querySelector(".arrow").textContent = folded ? "▴" : "▾";
}
const narrow = matchMedia("(max-width: 900px)");
narrow.addEventListener("change", () => { if (!narrow.matches) fold(false); });
$("fold").addEventListener("click", () => fold(!$("turnbody").hidden));

// --- keyboard ---

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey || !page.view) return;
  const buttons = [...document.querySelectorAll("#options li:not([hidden]) > button:first-child")];
  if (/^[1-9]$/.test(event.key) && buttons[Number(event.key) - 1]) buttons[Number(event.key) - 1].click();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!buttons.length || event.target.closest("#log, [role=button]")) return;
    const now = buttons.indexOf(document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : -1;
    buttons[now < 0 ? 0 : (now + step + buttons.length) % buttons.length].focus();
  } else if (event.key === "u" && !$("undo").disabled) $("undo").click();
  else if (event.key === "w" && !$("why").disabled) $("why").click();
  else if (event.key === "p" && !$("replay").disabled) $("replay").click();
  else if (event.key === "/" && !$("find").hidden) $("find").focus();
  else if (event.key === "[" && page.view.at > 0) go(page.view.at - 1);
  else if (event.key === "]" && page.at !== null) go(page.view.at + 1);
  else return;
  event.preventDefault();
});

// --- moves of others ---

function listen() {
  const source = new EventSource(`${here}/events`);
  source.onmessage = (event) => {
    if (!page.view || page.away || Number(event.data) !== page.view.version) refresh();
  };
  source.onerror = () => { page.away = true; }; // it connects again by itself
}

// A game whose process has ended is opened anew, which takes a while if its rules are not compiled.
async function followOpening() {
  const address = main.dataset.game.split("/").map(encodeURIComponent).join("/");
  while (!page.view && $("problem").hidden) {
    try {
      const state = await api(`/api/opening/${address}`);
      if (!page.view && state.stage) $("asked").textContent = `Preparing the rules: ${state.stage} (${Math.round(100 * state.share)} %)`;
    } catch { return; }
    await new Promise((resolve) => { setTimeout(resolve, 400); });
  }
}

$("asked").textContent = "Opening the game";
$("asked").classList.add("busy");
setTimeout(followOpening, 400);
await refresh();
$("asked").classList.toggle("busy", page.view !== null && $("asked").classList.contains("busy"));
listen();
