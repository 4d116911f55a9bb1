// Zoom of boards: each begins as wide as its place; buttons, a pinch and Ctrl with the wheel enlarge it. A board
// is drawn again after each move, so its scale and place are kept by its title.

import { el } from "./common.js";

const MOST = 6;
const STEP = 1.5;
const kept = new Map();

function apply(board) {
  const { pane, svg, state } = board;
  const middle = [(pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth, (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight];
  const wide = state.scale > 1;
  svg.style.minWidth = "0";
  svg.style.width = wide ? `${100 * state.scale}%` : "";
  svg.style.maxWidth = wide ? "none" : board.most;
  pane.classList.toggle("zoomed", wide);
  pane.tabIndex = wide ? 0 : -1;
  pane.scrollLeft = middle[0] * pane.scrollWidth - pane.clientWidth / 2;
  pane.scrollTop = middle[1] * pane.scrollHeight - pane.clientHeight / 2;
  board.out.hidden = board.fit.hidden = !wide;
  board.in.disabled = state.scale >= MOST;
}

function scale(board, wanted) {
  board.state.scale = Math.max(1, Math.min(MOST, wanted));
  apply(board);
}

function apart(touches) { return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY); }

function pinch(board) {
  let from = null;
  board.pane.addEventListener("touchstart", (event) => {
    from = event.touches.length === 2 ? { apart: apart(event.touches), scale: board.state.scale } : null;
  }, { passive: true });
  board.pane.addEventListener("touchmove", (event) => {
    if (!from || event.touches.length !== 2) return;
    event.preventDefault();
    scale(board, (from.scale * apart(event.touches)) / from.apart);
  }, { passive: false });
  board.pane.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scale(board, board.state.scale * Math.exp(-event.deltaY / 300));
  }, { passive: false });
}

function zoomable(section) {
  const svg = section.querySelector("svg");
  if (!svg) return;
  const name = section.getAttribute("aria-label") || "";
  const state = kept.get(name) ?? { scale: 1, left: 0, top: 0 };
  kept.set(name, state);
  const button = (text, label, work) => el("button", { type: "button", class: "quiet", title: label, "aria-label": `${label}: ${name}`, onclick: work }, text);
  const board = { svg, state, most: svg.style.maxWidth, pane: el("div", { class: "pane", role: "group", "aria-label": name }) };
  board.out = button("−", "Smaller", () => scale(board, state.scale / STEP));
  board.in = button("+", "Larger", () => scale(board, state.scale * STEP));
  board.fit = button("⤢", "Whole board", () => scale(board, 1));
  board.pane.append(svg);
  section.replaceChildren(el("div", { class: "zoom" }, el("span", { class: "dim", "aria-hidden": "true" }, name), board.out, board.in, board.fit), board.pane);
  section.classList.toggle("roomy", svg.viewBox.baseVal.width <= board.pane.clientWidth);
  apply(board);
  board.pane.scrollLeft = state.left;
  board.pane.scrollTop = state.top;
  board.pane.addEventListener("scroll", () => { state.left = board.pane.scrollLeft; state.top = board.pane.scrollTop; });
  pinch(board);
}

export function makeZoomable(box) {
  for (const section of box.querySelectorAll(".boards section")) zoomable(section);
}
