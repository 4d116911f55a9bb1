import { $, api, say, told } from "./common.js";

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
  const button = $("load");
  const { textContent } = button;
  button.disabled = true;
  button.textContent = `Opening ${file.name}…`;
  try {
    const { id } = await api("/api/load", { trace: await file.text() });
    location.href = `/play/${id}`;
  } catch (problem) { say(told(problem), "bad"); }
  $("file").value = "";
  button.disabled = false;
  button.textContent = textContent;
});

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
