// Small charts as SVG with axes of one kind: bars of a histogram, and bars with their 95 % intervals.

import { percent } from "./common.js";

const NS = "http://www.w3.org/2000/svg";
const WIDE = 360;
const LEFT = 62; // of bars with names
const RIGHT = 306; // behind it stand values
function svg(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

function frame(high, label) { return svg("svg", { viewBox: `0 0 ${WIDE} ${high}`, class: "chart", role: "img", "aria-label": label }); }

// Round numbers from `least` or below up to `most` or above, at most six.
export function ticks(least, most) {
  const raw = (most - least) / 4 || 1;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * size).find((one) => one >= raw * (1 - 1e-9));
  const found = [];
  let at = Math.floor(least / step + 1e-9);
  do { found.push(Number((at * step).toPrecision(12))); at += 1; } while (found.at(-1) < most - step * 1e-9);
  return found;
}

function plain(value, digits = 0) { return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }); }

export function histogram({ first, width, counts }, label) {
  const chart = frame(190, label);
  const high = ticks(0, Math.max(1, ...counts)).filter(Number.isInteger);
  const top = high.at(-1);
  const left = 14 + 7 * String(top).length;
  const end = first + counts.length * width;
  const x = (value) => left + ((WIDE - 8 - left) * (value - first)) / Math.max(1, end - first);
  const y = (count) => 162 - (150 * count) / top;
  for (const one of high) {
    chart.append(svg("line", { class: "axis", x1: left, x2: WIDE - 8, y1: y(one), y2: y(one) }),
      svg("text", { class: "tick", x: left - 6, y: y(one) + 4, "text-anchor": "end" }, plain(one)));
  }
  counts.forEach((count, n) => {
    const from = first + n * width;
    const bar = svg("rect", { class: "bar1", x: x(from) + 1, y: y(count), width: Math.max(1, x(from + width) - x(from) - 2), height: y(0) - y(count) });
    bar.append(svg("title", {}, `${width > 1 ? `${from} to ${from + width - 1}` : from}: ${count}`));
    chart.append(bar);
  });
  const whole = ticks(first, end - 1).filter((one) => Number.isInteger(one) && one >= first && one < end);
  for (const one of whole.length ? whole : [first]) chart.append(svg("text", { class: "tick", x: x(one + 0.5), y: 180, "text-anchor": "middle" }, plain(one)));
  return chart;
}

// Bars from zero with their 95 % intervals: each row has a value for each game, `{ mean, low, high }`, the newer game last.
export function bars(rows, label, { share = false, even } = {}) {
  const several = rows.some((one) => one.values.length > 1);
  const step = several ? 44 : 28;
  const chart = frame(28 + rows.length * step, label);
  const all = rows.flatMap((one) => one.values);
  const marks = ticks(Math.min(0, ...all.map((one) => one.low)), Math.max(1e-9, ...all.map((one) => one.high), even ?? 0));
  const [least, top] = [marks[0], marks.at(-1)];
  const digits = top > 100 ? 0 : top > 10 ? 1 : 2;
  const form = share ? percent : (value) => plain(value, digits);
  const left = rows.some((one) => one.name) ? LEFT : 10;
  const x = (value) => left + ((RIGHT - left) * (Math.max(least, Math.min(top, value)) - least)) / (top - least);
  const foot = rows.length * step + 4;
  for (const one of marks) {
    chart.append(svg("line", { class: "axis", x1: x(one), x2: x(one), y1: 2, y2: foot }),
      svg("text", { class: "tick", x: x(one), y: foot + 17, "text-anchor": "middle" }, share ? `${plain(100 * one)} %` : plain(one, Number.isInteger(one) ? 0 : digits)));
  }
  rows.forEach((row, at) => {
    if (row.name) chart.append(svg("text", { x: 0, y: at * step + (several ? 26 : 18) }, row.name));
    row.values.forEach((one, n) => {
      const y = 6 + at * step + n * 17;
      const bar = svg("rect", { class: n < row.values.length - 1 ? "bar2" : "bar1", x: Math.min(x(0), x(one.mean)), y, width: Math.abs(x(one.mean) - x(0)), height: 14, "fill-opacity": 0.75 });
      bar.append(svg("title", {}, `${form(one.mean)} (${form(one.low)} to ${form(one.high)})`));
      chart.append(bar, svg("line", { class: "whisker", x1: x(one.low), x2: x(one.high), y1: y + 7, y2: y + 7 }),
        ...[one.low, one.high].map((end) => svg("line", { class: "whisker", x1: x(end), x2: x(end), y1: y + 4, y2: y + 10 })),
        svg("text", { x: x(one.high) + 5, y: y + 11, class: "value" }, form(one.mean)));
    });
  });
  if (even !== undefined) {
    const line = svg("line", { class: "even", x1: x(even), x2: x(even), y1: 2, y2: foot });
    line.append(svg("title", {}, `an equal share: ${percent(even)}`));
    chart.append(line);
  }
  return chart;
}
