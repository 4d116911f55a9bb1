import { $, api, el, figure, fill, percent, told, trouble, wide } from "./common.js";
import { bars, histogram } from "./chart.js";

const game = $("main").dataset.game;
const path = game.split("/").map(encodeURIComponent).join("/");
const OFTEN = 700;
let run = null;
let compared = null;

function kinds() {
  for (const one of document.querySelectorAll("[data-for]")) one.hidden = !one.dataset.for.split(" ").includes($("kind").value);
}
$("kind").addEventListener("change", kinds);
kinds();

async function history() {
  const { runs } = await api(`/api/lab/history/${path}`);
  $("nothing").hidden = runs.length > 0;
  $("past").hidden = runs.length === 0;
  fill($("past").tBodies[0], ...runs.map((one) => el("tr", {}, el("td", {}, new Date(one.begun * 1000).toLocaleString()),
    el("td", {}, planned(one)), el("td", {}, (one.result.ways || []).join(", ")), el("td", {}, el("code", {}, (one.result.rules || "").slice(0, 8))),
    el("td", {}, el("button", { type: "button", "aria-label": `Show this run: ${one.status}`, onclick: () => { run = one; show(); } }, one.status), " ",
      one.kind === "simulate" && one.status === "done" ? el("button", { type: "button", onclick: () => { compared = one; if (run) show(); } }, "compare") : null))));
  return runs[0];
}

function planned(one) {
  if (one.kind === "balance") return `balance, ${one.arguments.seconds} s`;
  const games = `${one.result.done ?? 0} of ${one.arguments.games} games`;
  return one.kind === "compare" ? `compared with ${one.result.titles?.[0] ?? "another"}, ${games} each` : games;
}

async function follow() {
  while (run && run.status === "running") {
    await new Promise((done) => { setTimeout(done, OFTEN); });
    run = await api(`/api/lab/run/${run.id}`);
    show();
  }
  await history();
}

$("plan").addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble($("trouble"), null);
  if (run?.status === "running" && run.game === game) { trouble($("trouble"), new Error("A run is going on: wait for it, or cancel it.")); return; }
  const whole = (id) => Number.parseInt($(id).value, 10) || 0;
  try {
    run = await api("/api/lab/start", {
      game, kind: $("kind").value, players: whole("players"), options: {}, other: $("other").value, games: whole("games"), seconds: whole("seconds"), seed: whole("seed"),
      ways: $("ways").value.split(",").map((one) => one.trim()).filter(Boolean),
    });
    show();
    await follow();
  } catch (problem) { trouble($("trouble"), problem); }
});

$("cancel").addEventListener("click", async () => {
  if (run) run = await api(`/api/lab/run/${run.id}/cancel`, {});
  show();
});

function show() {
  const result = run.result;
  const going = run.status === "running";
  $("resultbox").hidden = false;
  $("cancel").hidden = !going;
  $("going").hidden = !going;
  $("going").textContent = going ? doing(result) : "";
  $("progress").hidden = !going;
  $("progress").value = result.share ?? (result.done ?? 0) / (result.games || 1);
  $("resulttitle").textContent = run.kind === "compare"
    ? `${result.titles ? `${result.titles[1]} beside ${result.titles[0]}` : "Comparison"}${going && !result.done ? "" : `: ${result.done ?? 0} games each`}${going ? "" : ` (${run.status})`}${result.back_end ? `, on the ${result.back_end}` : ""}`
    : run.kind === "simulate"
    ? `${going && !result.done ? "Simulation" : `${result.done ?? 0} games`}${going ? "" : ` (${run.status})`}${result.seconds ? `, ${figure((result.done || 0) / result.seconds)} a second on the ${result.back_end}` : ""}`
    : `Balance${going ? `: ${result.phase || "begins"} ${result.what || ""}` : ` (${run.status})`}`;
  $("behind").hidden = !going || !(result.back_end || "").includes("interpreter");
  $("behind").textContent = `On the interpreter, which is slow. ${run.building ? `The engine of ${run.building} is being built` : "With a C compiler the engine is built meanwhile"}: ${run.kind === "balance" ? "the next run plays on it" : "the run goes over to it"}.`;
  const parts = run.problem ? [el("p", { class: "trouble" }, run.problem)] : [];
  if (run.kind === "simulate" && result.done) parts.push(...simulated(result));
  if (result.figures) parts.push(...contrast(result));
  if (result.findings) parts.push(el("ul", {}, ...result.findings.map((one) => el("li", { class: one.stands_out ? "" : "dim" }, `• ${one.text}`))));
  if (run.report) parts.push(el("p", {}, el("a", { class: "button", href: `/api/lab/run/${run.id}/report` }, "Save the report")));
  else if (result.no_report) parts.push(el("p", { class: "dim" }, `No report to save: ${result.no_report}.`));
  const opened = [...$("result").querySelectorAll("details")].map((one) => one.open);
  fill($("result"), ...parts);
  [...$("result").querySelectorAll("details")].forEach((one, n) => { one.open = opened[n] ?? false; }); // drawn again at each report
}

// What a run does now, and since when.
function doing(result) {
  const seconds = Math.max(0, Math.round(Date.now() / 1000 - run.begun));
  const time = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  if (result.stage) return `Reading the rules: ${result.stage}, ${time}`;
  if (result.writing) return `Writing the report, ${time}`;
  if (result.done === undefined) return run.kind === "balance" && result.phase ? time : `Opening the game, ${time}`;
  const left = result.done ? ((result.games - result.done) * (result.seconds || 0)) / result.done : 0;
  const rest = left > 90 ? `, about ${Math.round(left / 60)} min left` : left > 2 ? `, about ${Math.round(left)} s left` : "";
  return `${result.done} of ${result.games} games, ${time}${rest}`;
}

function simulated(result) {
  const wins = result.wins.map((one, n) => ({ name: `Player ${n + 1}`, values: [{ mean: one.share, low: one.interval[0], high: one.interval[1] }] }));
  const totals = result.totals.map((one, n) => ({ name: `Player ${n + 1}`, values: [{ mean: one.mean, low: one.mean - one.margin, high: one.mean + one.margin }] }));
  const figures = [el("figure", {}, el("figcaption", {}, `Decisions in a game: ${figure(result.decisions.mean)} ± ${figure(result.decisions.margin)}`), histogram(result.lengths, "Lengths of games"))];
  if (wins.length > 1) figures.unshift(el("figure", {}, el("figcaption", {}, "Shares of victories"), bars(wins, "Shares of victories by seat", { share: true, even: 1 / wins.length })));
  if (totals.length) figures.push(el("figure", {}, el("figcaption", {}, "Points"), bars(totals, "Points by seat")));
  const stopped = Object.entries(result.stopped);
  return [el("div", { class: "charts" }, ...figures), compared && compared.id !== run.id ? comparison(result, compared.result) : null,
    stopped.length ? el("div", { class: "trouble" }, ...stopped.map(([what, count]) => el("p", {}, `${count} games stopped: ${what}`))) : null,
    el("details", {}, el("summary", {}, `Options taken (${result.never} never)`), wide("Options taken", el("table", {}, el("tbody", {},
      ...result.uses.map((one) => el("tr", {}, el("td", {}, one.label), el("td", {}, one.times.toLocaleString("en")), el("td", {}, percent(one.games / result.done)))))))),
  ].filter(Boolean);
}

const VERDICTS = { "clearly more": "good", "clearly less": "bad" };

function contrast(result) {
  const form = (one, value) => (one.is_share ? percent(value) : figure(value));
  const name = (one) => `${one.group}: ${one.name}${one.seat ? `, player ${one.seat}` : ""}`;
  const clear = result.figures.filter((one) => one.verdict in VERDICTS);
  const row = (one) => el("tr", {}, el("td", {}, name(one)), el("td", {}, form(one, one.values[0])), el("td", {}, form(one, one.values[1])),
    el("td", {}, `${form(one, one.interval[0])} to ${form(one, one.interval[1])}`), el("td", { class: VERDICTS[one.verdict] ?? "dim" }, one.verdict));
  const table = (rows) => wide("Figures", el("table", {},
    el("thead", {}, el("tr", {}, ...["Figure", result.titles[0], result.titles[1], "difference, 95 %", `in ${result.titles[1]}`].map((one) => el("th", { scope: "col" }, one)))),
    el("tbody", {}, ...rows.map(row))));
  const rest = result.figures.filter((one) => !(one.verdict in VERDICTS));
  const alone = result.alone.map((one) => el("li", {}, `${one.group}: ${one.name}, only in ${result.titles[one.in_first ? 0 : 1]}`));
  const words = result.words?.length ? el("p", { class: "words" }, result.words.join(" ")) : null;
  return [words, besides(result), clear.length ? el("p", { class: "dim" }, `${clear.length === 1 ? "1 figure clearly differs" : `${clear.length} figures clearly differ`}; chance is allowed for over all of them (Holm).`) : null,
    clear.length ? table(clear) : null,
    alone.length ? el("details", {}, el("summary", {}, `${alone.length} things only one of them has`), el("ul", {}, ...alone)) : null,
    rest.length ? el("details", {}, el("summary", {}, `${rest.length + result.left_out} figures without a clear difference`), table(rest)) : null,
  ].filter(Boolean);
}

// Charts of the figures that every game has, both games beside each other.
function besides(result) {
  const rows = (group, name) => result.figures.filter((one) => one.group === group && one.name === name).sort((one, other) => one.seat - other.seat)
    .map((one) => ({ name: one.seat ? `Player ${one.seat}` : "",
      values: one.margins && one.values.map((mean, n) => ({ mean, low: mean - one.margins[n], high: mean + one.margins[n] })) }));
  const charts = [["Shares of victories", rows("victories", "share"), { share: true }], ["Points", rows("scores", "all"), {}], ["Decisions in a game", rows("length", "decisions"), {}]]
    .filter(([, found]) => found.length && found.every((one) => one.values));
  const key = el("p", { class: "key" }, el("span", { class: "swatch two" }), `${result.titles[0]} `, el("span", { class: "swatch" }), result.titles[1]);
  return charts.length ? el("div", {}, key, el("div", { class: "charts" }, ...charts.map(([title, found, more]) =>
    el("figure", {}, el("figcaption", {}, title), bars(found, `${title}: ${result.titles.join(" beside ")}`, more))))) : null;
}

function comparison(now, then) {
  const row = (name, a, b) => el("tr", {}, el("td", {}, name), el("td", {}, b), el("td", {}, a));
  const spread = (one) => `${figure(one.mean)} ± ${figure(one.margin)}`;
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "Compared"), el("th", {}, `rules ${then.rules.slice(0, 8)}`), el("th", {}, `rules ${now.rules.slice(0, 8)}`))),
    el("tbody", {}, row("Decisions", spread(now.decisions), spread(then.decisions)),
      ...now.wins.map((one, n) => row(`Player ${n + 1} wins`, percent(one.share), then.wins[n] ? percent(then.wins[n].share) : "")),
      ...now.totals.map((one, n) => row(`Player ${n + 1} points`, spread(one), then.totals[n] ? spread(then.totals[n]) : ""))));
}

try {
  const about = await api(`/api/describe/${path}`);
  fill($("players"), ...about.players.map((count) => el("option", { value: count }, String(count))));
  if (about.players.includes(2)) $("players").value = "2";
  const { rivals } = await api(`/api/lab/rivals/${path}`);
  fill($("other"), ...rivals.map((one) => el("option", { value: one.id }, one.title)));
  if (rivals[0]?.related) $("kind").value = "compare";
  kinds();
  $("plan").hidden = false;
} catch (problem) {
  $("plan").hidden = false;
  trouble($("trouble"), problem);
}
$("waiting").hidden = true;
try {
  const newest = await history();
  if (newest?.status === "running") { run = newest; show(); await follow(); }
} catch (problem) { trouble($("trouble"), new Error(told(problem))); }
