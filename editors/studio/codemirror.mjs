// The editor of the studio's rules page: CodeMirror 6 with the face of `PlainEditor` in rulec/studio/static/editor.js.
// It lives in a shadow root, where CodeMirror adopts its style sheets: a `<style>` element is refused by the pages' policy.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, gutterLineClass, GutterMarker, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.keyword, tags.operator], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.number, tags.atom, tags.typeName], color: "var(--warm)" },
  { tag: tags.link, color: "var(--bad)" },
  { tag: tags.definition(tags.variableName), fontWeight: "700" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "13.5px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--dim)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--soft) 45%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-bad": { textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-warning": { textDecoration: "underline wavy var(--warm)", textUnderlineOffset: "3px" },
  ".cm-hot": { color: "var(--bad)", fontWeight: "700" },
  ".cm-panels": { backgroundColor: "var(--card)", color: "var(--ink)" },
});

class Hot extends GutterMarker { elementClass = "cm-hot"; }
const HOT = new Hot();
const setMarks = StateEffect.define();
const marksField = StateField.define({
  create: () => ({ text: Decoration.none, gutter: RangeSet.empty }),
  update(now, change) {
    for (const effect of change.effects) if (effect.is(setMarks)) return effect.value;
    return change.docChanged ? { text: now.text.map(change.changes), gutter: now.gutter.map(change.changes) } : now;
  },
  provide: (field) => [EditorView.decorations.from(field, (one) => one.text)],
});
const hotLines = gutterLineClass.compute([marksField], (state) => state.field(marksField).gutter);

class Editor extends EventTarget {
  constructor(box, rules) {
    super();
    const area = box.querySelector("textarea");
    const text = area.value;
    this.readOnly = area.readOnly;
    this.sheet = box.querySelector(".sheet");
    box.querySelector(".gutter").hidden = true;
    for (const one of box.querySelectorAll("pre, textarea")) one.hidden = true;
    const host = document.createElement("div");
    host.className = "codemirror";
    this.sheet.prepend(host);
    const root = host.attachShadow({ mode: "open" });
    const label = EditorView.contentAttributes.of({ "aria-label": area.getAttribute("aria-label"), tabindex: "0" });
    const heard = EditorView.updateListener.of((update) => {
      if (update.docChanged) this.dispatchEvent(new Event("typed"));
      if (update.selectionSet || update.docChanged) this.dispatchEvent(new Event("moved"));
    });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), search({ top: true }),
          highlightSelectionMatches(), indentUnit.of("  "), EditorState.readOnly.of(this.readOnly), marksField, hotLines, label, heard, LOOK,
          StreamLanguage.define(rules), syntaxHighlighting(COLOURS), keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        ],
      }),
    });
  }

  get text() { return this.view.state.doc.toString(); }
  lines() { return this.text.split("\n"); }

  place() {
    const { head } = this.view.state.selection.main;
    const line = this.view.state.doc.lineAt(head);
    return { line: line.number - 1, character: head - line.from };
  }

  offset({ line, character }) {
    const { doc } = this.view.state;
    const found = doc.line(Math.max(1, Math.min(line + 1, doc.lines)));
    return Math.min(found.from + character, found.to);
  }

  select(from, to = from) {
    const anchor = this.offset(from);
    this.view.dispatch({ selection: { anchor, head: this.offset(to) }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  apply(edits) {
    const changes = edits.map((one) => ({
      from: this.offset({ line: one.line, character: one.character }), to: this.offset({ line: one.end_line, character: one.end_character }), insert: one.text,
    }));
    this.view.dispatch({ changes });
    this.view.focus();
  }

  put(from, to, text) { this.view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } }); }
  set(text) { this.put(0, this.view.state.doc.length, text); }

  mark(marks) {
    const { doc } = this.view.state;
    const inside = marks.filter((one) => one.line < doc.lines);
    const text = inside.map((one) => {
      const from = this.offset(one);
      const to = Math.max(this.offset({ line: one.end_line, character: one.end_character }), Math.min(from + 1, doc.length));
      return to > from ? Decoration.mark({ class: `cm-${one.kind}` }).range(from, to) : null;
    }).filter(Boolean);
    const lines = [...new Set(inside.filter((one) => one.kind === "bad").map((one) => doc.line(one.line + 1).from))];
    const gutter = RangeSet.of(lines.sort((a, b) => a - b).map((at) => HOT.range(at)));
    this.view.dispatch({ effects: setMarks.of({ text: Decoration.set(text, true), gutter }) });
  }

  corner() {
    const at = this.view.coordsAtPos(this.view.state.selection.main.head);
    const box = this.sheet.getBoundingClientRect();
    return at ? { top: at.bottom - box.top, left: at.left - box.left } : { top: 20, left: 20 };
  }
}

export function openEditor(box, rules) { return new Editor(box, rules); }
