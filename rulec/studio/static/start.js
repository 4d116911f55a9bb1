import { $, api, el, fill, kindName, KINDS, say, told } from "./common.js";

$("filter").addEventListener("input", () => {
  const wanted = $("filter").value.trim().toLowerCase();
  for (const tile of document.querySelectorAll(".tile")) tile.hidden = !tile.dataset.words.includes(wanted);
  for (const list of document.querySelectorAll("section")) list.hidden = !list.querySelector(".tile:not([hidden])");
  $("nothing").hidden = document.querySelector(".tile:not([hidden])") !== null;
});

for (const button of document.querySelectorAll(".remove")) {
  button.addEventListener("click", async () => {
    if (!confirm("Remove this game for good?")) return;
    try {
      await api(`/api/play/${button.dataset.id}/remove`, {});
      button.closest(".tile").remove();
    } catch (problem) { say(told(problem), "bad"); }
  });
}

$("load").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  try {
    askSeats(file.name, await file.text());
  } catch (problem) { say(told(problem), "bad"); }
  $("file").value = "";
});

// Who sits where: as the file says, and as the player changes it.
function askSeats(name, text) {
  const head = text.split(/\r?\n\r?\n/, 1)[0];
  const count = Math.min(Number(/^players: *(\d+)/m.exec(head)?.[1] ?? 0), 32);
  const named = /^seats: *(.+)$/m.exec(head)?.[1].split(",").map((one) => one.trim()) ?? [];
  const selects = Array.from({ length: count }, (_, seat) => {
    const kind = named[seat] ?? (seat === 0 ? "human" : "random");
    const known = KINDS.some(([value]) => value === kind) ? KINDS : [...KINDS, [kind, kindName(kind)]];
    const select = el("select", {}, ...known.map(([value, words]) => el("option", { value }, words)));
    select.value = kind;
    return select;
  });
  fill($("loadseats"), ...selects.map((select, seat) => el("label", { class: "field" }, el("span", {}, `Player ${seat + 1}`), select)));
  $("loadname").textContent = name;
  $("loadbox").onclose = () => {
    if ($("loadbox").returnValue === "open") open(name, text, selects.map((one) => one.value));
  };
  $("loadbox").returnValue = "";
  if (count) $("loadbox").showModal();
  else open(name, text, null); // no trace, most often: the server tells what is wrong
}

async function open(name, trace, seats) {
  const button = $("load");
  const { textContent } = button;
  button.disabled = true;
  button.textContent = `Opening ${name}…`;
  try {
    const { id } = await api("/api/load", { trace, seats });
    location.href = `/play/${id}`;
  } catch (problem) { say(told(problem), "bad"); }
  button.disabled = false;
  button.textContent = textContent;
}

// --- games opened ahead: the one at which the pointer or the keyboard rests ---

const REST = 80; // milliseconds
let resting = 0;
function foresee(tile, rest) {
  clearTimeout(resting);
  if (!tile) return;
  const address = tile.dataset.id.split("/").map(encodeURIComponent).join("/");
  resting = setTimeout(() => { api(`/api/foresee/${address}`, {}).catch(() => {}); }, rest);
}
const toPlay = (event) => event.target.closest('a[href^="/new/"]')?.closest(".tile[data-id]");
document.addEventListener("pointerover", (event) => foresee(toPlay(event), REST));
document.addEventListener("focusin", (event) => foresee(toPlay(event), REST));
document.addEventListener("pointerdown", (event) => foresee(toPlay(event), 0));

// --- games compiled ahead ---

function mark(tile, found) {
  const { id } = tile.dataset;
  const text = found.engines.includes(id) ? "ready, on its engine" : found.ready.includes(id) ? "ready" : found.now === id ? "being prepared" : "";
  tile.querySelector(".state").textContent = text;
}

async function follow() {
  for (;;) {
    const found = await api("/api/preparations");
    const left = found.of - found.done;
    $("preparations").textContent = left ? `Preparing games, so that they open at once: ${found.done} of ${found.of}` : "";
    for (const tile of document.querySelectorAll(".tile[data-id]")) mark(tile, found);
    if (!left && found.of) return;
    await new Promise((resolve) => { setTimeout(resolve, 1500); });
  }
}

if ($("main").dataset.ahead) follow().catch(() => {});
