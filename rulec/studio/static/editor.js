// The editor of rules: the one of the bundle if that was built (docs/studio.md), else a text area with numbers of
// lines, colours and marks. Both have the same face: text, place, select, replace, marks, and three events.

import { rules } from "./rules_mode.js";
import { el } from "./common.js";

const COLOURED = 6000; // lines; longer texts stay plain

class Stream {
  constructor(text) { this.string = text; this.pos = 0; }
  sol() { return this.pos === 0; }
  next() { this.pos += 1; }
}

function colouredLine(text, state, marks) {
  const cuts = [];
  const stream = new Stream(text);
  if (!text) { state.queue = []; }
  while (stream.pos < text.length) {
    const from = stream.pos;
    const kind = rules.token(stream, state);
    if (stream.pos <= from) stream.pos = from + 1;
    cuts.push([from, stream.pos, kind]);
  }
  const parts = [];
  for (const [from, to, kind] of cuts) {
    let start = from;
    while (start < to) {
      const mark = marks.find((one) => one.from <= start && start < one.to);
      const next = Math.min(to, ...marks.flatMap((one) => [one.from, one.to]).filter((at) => at > start));
      const names = [kind ? `k-${kind.split(" ")[0]}` : "", mark ? `k-${mark.kind}` : ""].filter(Boolean).join(" ");
      parts.push(names ? el("span", { class: names }, text.slice(start, next)) : document.createTextNode(text.slice(start, next)));
      start = next;
    }
  }
  return parts;
}

export class PlainEditor extends EventTarget {
  constructor(box) {
    super();
    this.area = box.querySelector("textarea");
    this.pre = box.querySelector("pre");
    this.gutter = box.querySelector(".gutter");
    this.marks = new Map();
    this.area.addEventListener("input", () => { this.draw(); this.dispatchEvent(new Event("typed")); });
    this.area.addEventListener("scroll", () => this.follow());
    for (const name of ["keyup", "click", "focus"]) this.area.addEventListener(name, () => this.dispatchEvent(new Event("moved")));
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  get text() { return this.area.value; }
  get readOnly() { return this.area.readOnly; }
  lines() { return this.area.value.split("\n"); }

  place() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const line = before.split("\n").length - 1;
    return { line, character: before.length - (before.lastIndexOf("\n") + 1) };
  }

  offset({ line, character }) {
    const lines = this.lines();
    let at = 0;
    for (let n = 0; n < Math.min(line, lines.length); n += 1) at += lines[n].length + 1;
    return Math.min(at + character, this.area.value.length);
  }

  select(from, to = from) {
    this.area.focus();
    this.area.setSelectionRange(this.offset(from), this.offset(to));
    this.area.scrollTop = Math.max(0, from.line * 20 - this.area.clientHeight / 2);
    this.follow();
    this.dispatchEvent(new Event("moved"));
  }

  // Edits as the server tells them; the browser's own undo takes them back.
  apply(edits) {
    const found = edits.map((one) => [this.offset({ line: one.line, character: one.character }),
      this.offset({ line: one.end_line, character: one.end_character }), one.text]).sort((a, b) => b[0] - a[0]);
    for (const [from, to, text] of found) this.put(from, to, text);
  }

  put(from, to, text) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
      this.area.setRangeText(text, from, to, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  set(text) { this.put(0, this.area.value.length, text); }

  mark(marks) {
    this.marks = new Map();
    for (const one of marks) {
      const to = one.end_line > one.line ? Number.MAX_SAFE_INTEGER : one.end_character;
      this.marks.set(one.line, [...(this.marks.get(one.line) || []), { from: one.character, to: Math.max(to, one.character + 1), kind: one.kind }]);
    }
    this.draw();
  }

  key(event) {
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !this.readOnly && !event.defaultPrevented && this.indents) {
      event.preventDefault();
      this.put(this.area.selectionStart, this.area.selectionEnd, "  ");
    } else if (event.key === "Enter" && !event.defaultPrevented && !this.readOnly) {
      const { line } = this.place();
      const now = this.lines()[line].slice(0, this.place().character);
      const indent = now.match(/^ */)[0] + (now.trimEnd().endsWith(":") ? "  " : "");
      event.preventDefault();
      this.put(this.area.selectionStart, this.area.selectionEnd, `\n${indent}`);
    }
  }

  follow() {
    this.pre.scrollTop = this.area.scrollTop;
    this.pre.scrollLeft = this.area.scrollLeft;
    this.gutter.scrollTop = this.area.scrollTop;
  }

  draw() {
    const lines = this.lines();
    const state = rules.startState();
    const shown = document.createDocumentFragment();
    lines.forEach((text, n) => {
      if (lines.length > COLOURED) shown.append(text);
      else shown.append(...colouredLine(text, state, this.marks.get(n) || []));
      shown.append("\n");
    });
    this.pre.replaceChildren(shown);
    const numbers = document.createDocumentFragment();
    lines.forEach((_, n) => {
      const kinds = (this.marks.get(n) || []).map((one) => one.kind);
      const name = kinds.includes("bad") ? "hot" : kinds.includes("warning") ? "warm" : "";
      numbers.append(name ? el("span", { class: name }, `${n + 1}`) : `${n + 1}`, "\n");
    });
    numbers.append("\n");
    this.gutter.replaceChildren(numbers);
    this.follow();
  }

  // Where a list of completions belongs: below the cursor.
  corner() {
    const { line, character } = this.place();
    return { top: 10 + (line + 1) * 20 - this.area.scrollTop, left: 12 + character * 8.13 - this.area.scrollLeft };
  }
}

export async function openEditor(box) {
  if (box.dataset.bundle !== "true") return new PlainEditor(box); // a checkout without Node
  const bundle = await import("./bundle/codemirror.js");
  return bundle.openEditor(box, rules);
}
