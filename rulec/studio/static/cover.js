import { $, api, el, fill, say, told, trouble, wide } from "./common.js";

const game = $("main").dataset.game;
const path = game.split("/").map(encodeURIComponent).join("/");
let found = null;
let outcomes = new Map();

const line = (number) => el("a", { href: `/rules/${path}#L${number}` }, String(number));
const joined = (numbers, made) => numbers.flatMap((one, n) => (n ? [", ", made(one)] : [made(one)]));

function example(number) {
  const ok = outcomes.get(number);
  return ok === undefined ? line(number) : el("span", { class: ok ? "good" : "bad" }, ok ? "✓ " : "✗ ", line(number));
}

function show() {
  const wanted = $("show").value;
  const count = (standing) => found.rows.filter((one) => one.standing === standing).length;
  const done = count("carried out") + count("not applicable");
  const bar = el("progress", { max: found.rows.length || 1, "aria-label": "Statements that are dealt with" });
  bar.value = done;
  fill($("summary"), bar, el("p", {}, `${found.rows.length} statements: ${count("carried out")} carried out, ${count("not applicable")} not applicable, ${count("open")} open.`),
    ...found.problems.map((one) => el("p", { class: "trouble" }, `line ${one.line}: ${one.what} — ${one.hint}`)),
    found.assumed.length ? el("details", {}, el("summary", {}, `${found.assumed.length} assumed data`), el("ul", {}, ...found.assumed.map((one) =>
      el("li", {}, line(one.line), ` ${one.heading}: ${one.names.join(", ") || "all of it"} (${one.reason})`)))) : "");
  fill($("sections"), ...found.sections.map((section) => {
    const rows = found.rows.filter((one) => one.section === section && (!wanted || one.standing === wanted));
    return rows.length ? el("section", { class: "card" }, el("h2", {}, section), wide(section, el("table", { class: "statements" }, el("tbody", {}, ...rows.map(row))))) : "";
  }));
}

function row(one) {
  const lines = one.lines.length ? el("div", { class: "dim" }, "lines ", ...joined(one.lines, line)) : null;
  const examples = one.examples.length ? el("div", { class: "dim" }, "examples ", ...joined(one.examples, example)) : null;
  return el("tr", {}, el("td", {}, one.id), el("td", {}, el("span", { class: `standing ${one.standing.split(" ")[0]}` }, one.standing)),
    el("td", {}, one.text, one.why ? el("div", { class: "dim" }, one.why) : null, lines, examples));
}

$("show").addEventListener("change", () => found && show());
$("run").addEventListener("click", async () => {
  $("run").disabled = true;
  try {
    const { text } = await api(`/api/text/${path}`);
    const { examples } = await api("/api/rules/examples", { game, text });
    outcomes = new Map(examples.map((one) => [one.line, one.ok]));
    show();
    say(`${examples.filter((one) => one.ok).length} of ${examples.length} examples hold.`);
  } catch (problem) { say(told(problem), "bad"); }
  $("run").disabled = false;
});

try {
  found = await api(`/api/cover/${path}`);
  show();
} catch (problem) { trouble($("trouble"), problem); }
$("waiting").hidden = true;
