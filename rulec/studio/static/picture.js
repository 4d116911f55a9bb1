// Pictures of positions: the markup that rulec draws, put into the page without inline styles or scripts.

import { theme } from "./common.js";
import { makeZoomable } from "./zoom.js";

const DANGEROUS = "script,style,foreignObject,iframe,object,embed,link,meta,base,form,animate,set,use,image,a";
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
const shown = new WeakMap();
let nights = [];

function recolour() {
  const wanted = { light: "not all", dark: "all" }[theme()];
  for (const [rule, media] of nights) rule.media.mediaText = wanted || media;
}
document.addEventListener("theme", recolour);

function restyle(styles) {
  sheet.replaceSync(styles.join("\n"));
  nights = [...sheet.cssRules].filter((one) => one instanceof CSSMediaRule && one.conditionText.includes("dark"))
    .map((one) => [one, one.media.mediaText]);
  recolour();
}

// Words of a game are escaped in this markup, so that `<style>` and ` style="` are the renderer's own. Both are
// taken out before it is parsed: styles in markup are refused by the Content-Security-Policy.
function cleaned(markup) {
  const styles = [];
  const plain = markup.replace(/<style>([^<]*)<\/style>/g, (_, text) => { styles.push(text); return ""; })
    .replaceAll(' style="', ' data-style="');
  const root = new DOMParser().parseFromString(plain, "text/html").querySelector(".rulec-picture");
  if (!root) return null;
  root.querySelectorAll(DANGEROUS).forEach((one) => one.remove());
  for (const one of root.querySelectorAll("*")) {
    for (const { name } of [...one.attributes]) {
      if (name === "style" || name.startsWith("on") || name.endsWith("href") || name === "src") one.removeAttribute(name);
    }
  }
  return { root, styles };
}

// The same picture stays: a click goes lost if its element is replaced between press and release.
export function showPicture(box, markup, chosen) {
  const key = `${chosen ? "open" : "closed"} ${markup}`;
  if (box.firstElementChild && shown.get(box) === key) return;
  shown.set(box, key);
  const made = cleaned(markup);
  if (!made) { box.textContent = "There is no picture of this position."; return; }
  const root = document.importNode(made.root, true);
  for (const one of root.querySelectorAll("[data-style]")) {
    for (const part of one.dataset.style.split(";")) {
      const [name, given] = part.split(":").map((word) => word.trim());
      if (name === "fill" || name === "max-width") one.style.setProperty(name, given);
    }
  }
  restyle(made.styles);
  box.replaceChildren(root);
  makeZoomable(box);
  // An image has no parts for a screen reader: what holds buttons is a group.
  for (const one of root.querySelectorAll('svg[role="img"]:has([data-action])')) if (chosen) one.setAttribute("role", "group");
  for (const one of root.querySelectorAll("svg [data-action]")) {
    if (!chosen) { one.removeAttribute("data-action"); continue; }
    const action = Number(one.dataset.action);
    one.setAttribute("role", "button");
    one.setAttribute("tabindex", "0");
    const title = one.querySelector("title")?.textContent || one.dataset.label;
    one.setAttribute("aria-label", title.split(" | ")[0]);
    one.addEventListener("click", () => chosen(action));
    one.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); chosen(action); }
    });
  }
}

export function highlight(box, action) {
  for (const one of box.querySelectorAll("svg [data-action]")) {
    one.classList.toggle("pointed", action !== null && Number(one.dataset.action) === action);
  }
}
