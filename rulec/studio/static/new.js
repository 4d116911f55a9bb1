import { $, api, el, fill, KINDS, trouble } from "./common.js";

const main = $("main");
const game = main.dataset.game;
const address = game.split("/").map(encodeURIComponent).join("/");
let about = null;

function choice(name, value, text, checked, changed) {
  const input = el("input", { type: "radio", name, value: String(value), onchange: changed });
  input.checked = checked;
  return el("label", { class: "choice" }, input, el("span", {}, text));
}

function chosen(name) { return document.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.value; }

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function showSeats() {
  const count = Number(chosen("players"));
  const before = [...document.querySelectorAll("#seats select")].map((one) => one.value);
  fill($("seats"), ...Array.from({ length: count }, (_, seat) => {
    const select = el("select", { "aria-label": `Player ${seat + 1}` },
      ...KINDS.map(([value, text]) => el("option", { value }, text)));
    select.value = before[seat] ?? (seat === 0 ? "human" : "random");
    return el("label", { class: "field seat" }, el("span", {}, `Player ${seat + 1}`), select);
  }));
}

function show() {
  $("title").textContent = about.title;
  fill($("players"), ...about.players.map((count, n) =>
    choice("players", count, count === 1 ? "1 player" : `${count} players`, n === Math.min(1, about.players.length - 1) || about.players.length === 1, showSeats)));
  fill($("options"), ...about.options.map((option) => el("fieldset", {}, el("legend", {}, capitalised(option.text || option.name.replaceAll("_", " "))),
    el("div", { class: "choices" }, ...option.values.map((value) => choice(`o.${option.name}`, JSON.stringify(value),
      value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "), value === option.default))))));
  showSeats();
  $("waiting").hidden = true;
  $("setup").hidden = false;
}

// How far the rules are compiled; the form can be filled in meanwhile.
function showState(state) {
  $("preparing").hidden = state.ready;
  $("share").value = state.share || 0;
  $("stage").textContent = state.stage ? `Preparing the rules: ${state.stage}` : "Preparing the rules";
  if (state.ready) $("backend").textContent = state.back_end === "engine" ? "on the engine" : "interpreted; the engine is built meanwhile";
}

async function follow(state) {
  while (!state.ready) {
    await new Promise((resolve) => { setTimeout(resolve, 400); });
    state = await api(`/api/opening/${address}`);
    showState(state);
  }
}

function fail(problem) {
  $("waiting").hidden = $("setup").hidden = $("preparing").hidden = true;
  trouble($("trouble"), problem);
}

$("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = $("setup").querySelector("button.main");
  button.disabled = true;
  button.classList.add("busy");
  trouble($("trouble"), null);
  const options = {};
  for (const option of about.options) {
    const value = JSON.parse(chosen(`o.${option.name}`));
    if (value !== option.default) options[option.name] = value;
  }
  const seed = Number.parseInt($("seed").value, 10);
  try {
    const { id } = await api("/api/begin", {
      game, players: Number(chosen("players")), options,
      seats: [...document.querySelectorAll("#seats select")].map((one) => one.value),
      designer: $("designer").checked, seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : null,
    });
    location.href = `/play/${id}`;
  } catch (problem) { trouble($("trouble"), problem); button.disabled = false; button.classList.remove("busy"); }
});

try {
  about = await api(`/api/describe/${address}`);
  show();
  showState(about);
  await follow(about);
} catch (problem) { fail(problem); }
