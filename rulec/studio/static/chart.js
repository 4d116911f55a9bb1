// Small charts as SVG: bars of a histogram, points with their 95 % intervals.

const NS = "http://www.w3.org/2000/svg";
function svg(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

function frame(high, label) { return svg("svg", { viewBox: `0 0 420 ${high}`, class: "chart", role: "img", "aria-label": label }); }

export function histogram({ first, width, counts }, label) {
  const chart = frame(190, label);
  const most = Math.max(1, ...counts);
  const step = 396 / Math.max(1, counts.length);
  counts.forEach((count, n) => {
    const high = (140 * count) / most;
    const from = first + n * width;
    const bar = svg("rect", { class: "bar1", x: 12 + n * step, y: 160 - high, width: Math.max(1, step - 2), height: high });
    bar.append(svg("title", {}, `${width > 1 ? `${from} to ${from + width - 1}` : from}: ${count}`));
    chart.append(bar);
  });
  chart.append(svg("line", { class: "axis", x1: 12, x2: 408, y1: 160.5, y2: 160.5 }), svg("text", { x: 12, y: 178 }, first),
    svg("text", { x: 408, y: 178, "text-anchor": "end" }, first + counts.length * width - 1), svg("text", { x: 12, y: 14 }, `most: ${most}`));
  return chart;
}

export function intervals(rows, label, { least = 0, most, even, form = String }) {
  const chart = frame(26 + rows.length * 28, label);
  const top = most ?? 1.18 * Math.max(...rows.map((one) => one.high), least + 1e-9);
  const x = (value) => 90 + (300 * (value - least)) / (top - least || 1);
  if (even !== undefined) chart.append(svg("line", { class: "even", x1: x(even), x2: x(even), y1: 4, y2: rows.length * 28 }));
  rows.forEach((one, n) => {
    const y = 18 + n * 28;
    const bar = svg("rect", { class: "bar1", x: x(least), y: y - 8, width: Math.max(0, x(one.mean) - x(least)), height: 14, "fill-opacity": 0.75 });
    bar.append(svg("title", {}, `${form(one.mean)} (${form(one.low)} to ${form(one.high)})`));
    chart.append(svg("text", { x: 4, y: y + 3 }, one.name), bar, svg("line", { class: "whisker", x1: x(one.low), x2: x(one.high), y1: y - 1, y2: y - 1 }),
      svg("text", { x: Math.min(x(one.high) + 5, 366), y: y + 3 }, form(one.mean)));
  });
  chart.append(svg("line", { class: "axis", x1: 90, x2: 390, y1: rows.length * 28 + 6, y2: rows.length * 28 + 6 }), svg("text", { x: 90, y: rows.length * 28 + 20 }, form(least)),
    svg("text", { x: 390, y: rows.length * 28 + 20, "text-anchor": "end" }, form(top)));
  return chart;
}

// Two bars a row, `values` of the first and of the second game, each with its 95 % interval.
export function pairs(rows, label, { most, form = String } = {}) {
  const chart = frame(26 + rows.length * 44, label);
  const least = Math.min(0, ...rows.flatMap((one) => one.values.map((value, n) => value - one.margins[n])));
  const top = most ?? 1.1 * Math.max(...rows.flatMap((one) => one.values.map((value, n) => value + one.margins[n])), 1e-9);
  const left = rows.some((one) => one.name) ? 74 : 6;
  const x = (value) => left + ((356 - left) * (Math.max(least, Math.min(top, value)) - least)) / (top - least || 1);
  rows.forEach((row, at) => {
    if (row.name) chart.append(svg("text", { x: 4, y: 26 + at * 44 }, row.name));
    row.values.forEach((value, n) => {
      const y = 6 + at * 44 + n * 17;
      const low = value - row.margins[n];
      const high = value + row.margins[n];
      const bar = svg("rect", { class: n ? "bar1" : "bar2", x: Math.min(x(0), x(value)), y, width: Math.abs(x(value) - x(0)), height: 14, "fill-opacity": 0.75 });
      bar.append(svg("title", {}, `${form(value)} (${form(low)} to ${form(high)})`));
      chart.append(bar, svg("line", { class: "whisker", x1: x(low), x2: x(high), y1: y + 7, y2: y + 7 }), svg("text", { x: x(high) + 5, y: y + 11 }, form(value)));
    });
  });
  const y = rows.length * 44 + 4;
  chart.append(svg("line", { class: "axis", x1: left, x2: 356, y1: y, y2: y }), svg("text", { x: left, y: y + 14 }, form(least)), svg("text", { x: 356, y: y + 14, "text-anchor": "end" }, form(top)));
  return chart;
}
