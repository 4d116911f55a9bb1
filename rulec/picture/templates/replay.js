"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = name => document.getElementById(name);
  const [style, boards, panels, slider, count, said, points, play, pace] =
    ["style", "boards", "panels", "slider", "count", "said", "points", "play", "pace"].map(at);
  const entries = [...document.querySelectorAll("#log button")];
  const sections = new Map(), drawings = [], shown = new Map();
  const last = data.frames.length - 1;
  let now = -1, layout = "", sheet = -1, timer = 0;

  // Lists of parts by panel; each position shares those that it does not change.
  const drawingsAt = number => {
    while (drawings.length <= number) {
      const next = new Map(drawings[drawings.length - 1]);
      for (const [slot, ...edits] of data.frames[drawings.length][4]) {
        const parts = [...(next.get(slot) || [])];
        for (const [start, removed, ...inserted] of edits) parts.splice(start, removed, ...inserted);
        next.set(slot, parts);
      }
      drawings.push(next);
    }
    return drawings[number];
  };
  const section = slot => {
    if (!sections.has(slot)) sections.set(slot, document.createElement("section"));
    return sections.get(slot);
  };
  const place = frame => {
    const [, full, wide, narrow] = frame, wanted = JSON.stringify([full, wide, narrow]);
    if (wanted === layout) return;
    layout = wanted;
    boards.hidden = wide.length === 0;
    boards.classList.toggle("full", full === 1);
    boards.replaceChildren(...wide.map(section));
    panels.replaceChildren(...narrow.map(section));
  };
  const show = number => {
    const wanted = Math.max(0, Math.min(last, number));
    if (wanted === now) return;
    const frame = data.frames[wanted], drawn = drawingsAt(wanted);
    if (frame[0] !== sheet) style.textContent = data.styles[sheet = frame[0]];
    place(frame);
    for (const slot of [...frame[2], ...frame[3]]) {
      const parts = drawn.get(slot);
      if (shown.get(slot) === parts) continue;
      // Markup of the picture: every text of the game is escaped in it.
      section(slot).innerHTML = parts.map(one => data.parts[one]).join("");
      shown.set(slot, parts);
    }
    if (now > 0) entries[now - 1].removeAttribute("aria-current");
    now = wanted;
    const entry = entries[now - 1];
    if (entry) {
      entry.setAttribute("aria-current", "step");
      const list = at("log"), top = entry.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + entry.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = top - list.clientHeight / 2;
    }
    said.textContent = entry ? entry.textContent : "The start of the game";
    points.textContent = frame[5].map((one, seat) => `Player ${seat + 1}: ${one}`).join(" · ");
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", `${now} of ${last}: ${said.textContent}`);
    count.textContent = `${now} / ${last}`;
    at("back").disabled = at("first").disabled = now === 0;
    at("next").disabled = at("end").disabled = now === last;
    try { history.replaceState(null, "", `#${now}`); } catch { /* a page without an address */ }
    if (now === last) pause();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play");
  };
  const start = () => {
    if (now === last) show(0);
    if (last === 0) return;
    timer = setInterval(() => show(now + 1), Number(pace.value));
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
  };
  const toggle = () => (timer ? pause() : start());
  const step = by => { pause(); show(now + by); };

  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
  play.addEventListener("click", toggle);
  at("first").addEventListener("click", () => step(-last));
  at("back").addEventListener("click", () => step(-1));
  at("next").addEventListener("click", () => step(1));
  at("end").addEventListener("click", () => step(last));
  pace.addEventListener("change", () => { if (timer) { pause(); start(); } });
  entries.forEach((one, number) => one.addEventListener("click", () => { pause(); show(number + 1); }));
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), PageUp: () => step(-10), PageDown: () => step(10),
    Home: () => step(-last), End: () => step(last), " ": toggle,
  };
  addEventListener("keydown", event => {
    const presses = event.key === " " && event.target.tagName === "BUTTON";
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === pace || presses) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  slider.max = String(last);
  show(Number(location.hash.slice(1)) || 0);
})();
