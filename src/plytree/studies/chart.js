// Draws a chart (studies/charts.py: Chart.to_json) as SVG with a tooltip and a legend whose entries can be switched off.
"use strict";
const CHART_COLOURS = ["#2563ab", "#c2571a", "#3a8a4d", "#8a4ba0", "#b0362f", "#6b6b6b", "#a38a12", "#1a8f9c", "#d16ba5", "#4d5b9e"];
function drawChart(host, chart) {
  const W = 720, H = 420, L = chart.labels.length > 5 ? 110 : 74, R = 18, T = 40, B = chart.labels.length ? Math.min(190, 46 + 5.2 * Math.max(...chart.labels.map(l => l.length))) : 58;
  const off = new Set();
  const element = (name, attributes, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const short = v => {
    if (v === null) return "?";
    const a = Math.abs(v);
    if (a >= 1e5 || (a > 0 && a < 1e-3)) return v.toExponential(1).replace("e+", "e").replace(".0e", "e");
    return String(Number(v.toPrecision(a >= 1000 ? 5 : 3)));
  };
  const ticks = (low, high, log) => {
    const list = [];
    if (log) {
      for (let e = Math.floor(low); e <= Math.ceil(high); e++)
        for (const m of high - low < 3 ? [1, 2, 5] : [1]) {
          const v = Math.log10(m) + e;
          if (v >= low - 1e-9 && v <= high + 1e-9) list.push(v);
        }
      return list;
    }
    const raw = (high - low) / 6 || 1, unit = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(m => m * unit).find(s => s >= raw);
    for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-6; v += step) list.push(Math.abs(v) < step * 1e-6 ? 0 : v);
    return list;
  };
  function paint() {
    host.replaceChildren();
    const svg = element("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": chart.title });
    const shown = chart.series.map((s, i) => ({ ...s, i })).filter(s => !off.has(s.i));
    const fx = v => chart.log_x ? Math.log10(v) : v, fy = v => chart.log_y ? Math.log10(v) : v;
    const good = v => v !== null && v !== undefined && isFinite(v);
    let xs = [], ys = [];
    for (const s of shown) {
      xs.push(...s.x.filter(good).map(fx));
      ys.push(...s.y.filter(good).map(fy), ...s.low.filter(good).map(fy), ...s.high.filter(good).map(fy));
    }
    ys = ys.filter(good);
    if (chart.labels.length) { xs = [-0.5, chart.labels.length - 0.5]; ys.push(0); }
    let [x0, x1] = [Math.min(...xs), Math.max(...xs)], [y0, y1] = [Math.min(...ys), Math.max(...ys)];
    if (!isFinite(x0)) { x0 = 0; x1 = 1; }
    if (!isFinite(y0)) { y0 = 0; y1 = 1; }
    if (!chart.labels.length) { const m = (x1 - x0) * 0.04 || 0.5; x0 -= m; x1 += m; }
    const m = (y1 - y0) * 0.06 || 0.5; y0 -= m; y1 += m;
    const px = v => L + (v - x0) / (x1 - x0) * (W - L - R), py = v => H - B - (v - y0) / (y1 - y0) * (H - T - B);
    svg.append(element("text", { x: W / 2, y: 20, class: "chart-title" }, chart.title));
    for (const v of ticks(y0, y1, chart.log_y)) {
      svg.append(element("line", { x1: L, x2: W - R, y1: py(v), y2: py(v), class: v === 0 && !chart.log_y ? "chart-zero" : "chart-grid" }));
      svg.append(element("text", { x: L - 8, y: py(v) + 4, class: "chart-y" }, short(chart.log_y ? 10 ** v : v)));
    }
    if (chart.labels.length) chart.labels.forEach((label, i) =>
      svg.append(element("text", { x: px(i), y: H - B + 16, class: "chart-x", transform: chart.labels.length > 5 ? `rotate(-30 ${px(i)} ${H - B + 16})` : "", style: chart.labels.length > 5 ? "text-anchor:end" : "" }, label)));
    else for (const v of ticks(x0, x1, chart.log_x)) {
      svg.append(element("line", { x1: px(v), x2: px(v), y1: T, y2: H - B, class: "chart-grid" }));
      svg.append(element("text", { x: px(v), y: H - B + 18, class: "chart-x" }, short(chart.log_x ? 10 ** v : v)));
    }
    svg.append(element("text", { x: (L + W - R) / 2, y: H - 10, class: "chart-x" }, chart.x_label));
    svg.append(element("text", { x: 0, y: 0, class: "chart-x", transform: `translate(16 ${(T + H - B) / 2}) rotate(-90)` }, chart.y_label));
    const tip = document.createElement("div");
    tip.className = "chart-tip";
    for (const s of shown) {
      const colour = CHART_COLOURS[s.i % CHART_COLOURS.length];
      const dots = [];
      const width = (px(1) - px(0)) * 0.8 / chart.series.length;
      s.x.forEach((x, k) => {
        const y = s.y[k];
        if (!good(x) || !good(y) || !good(fy(y))) return;
        const cx = chart.labels.length ? px(x) + (s.i - (chart.series.length - 1) / 2) * width : px(fx(x)), cy = py(fy(y));
        const low = s.low.length && good(s.low[k]) ? s.low[k] : null, high = s.high.length && good(s.high[k]) ? s.high[k] : null;
        const mark = chart.labels.length
          ? element("rect", { x: cx - width / 2, width, y: Math.min(cy, py(0)), height: Math.abs(cy - py(0)), fill: colour })
          : element("circle", { cx, cy, r: s.dashed ? 0 : 4, fill: colour });
        if (low !== null || high !== null)
          svg.append(element("line", { x1: cx, x2: cx, y1: py(fy(low === null ? y : low)), y2: py(fy(high === null ? y : high)), stroke: chart.labels.length ? "#222" : colour, "stroke-width": 1.5 }));
        const where = chart.labels.length ? chart.labels[x] : `${chart.x_label}: ${short(x)}`;
        const span = low !== null || high !== null ? ` [${low === null ? "-inf" : short(low)}, ${high === null ? "+inf" : short(high)}]` : "";
        const area = chart.labels.length ? mark : element("circle", { cx, cy, r: 10, fill: "transparent" });
        area.addEventListener("mousemove", e => {
          const box = host.getBoundingClientRect();
          tip.textContent = `${s.name} · ${where} · ${short(y)}${span}`;
          tip.style.left = Math.min(e.clientX - box.left + 12, box.width - 220) + "px";
          tip.style.top = e.clientY - box.top - 30 + "px";
          tip.style.display = "block";
        });
        area.addEventListener("mouseleave", () => { tip.style.display = "none"; });
        dots.push(mark, ...(area === mark ? [] : [area]));
        s.path = (s.path ? s.path + " L" : "M") + cx + " " + cy;
      });
      if (!chart.labels.length && s.path)
        svg.append(element("path", { d: s.path, fill: "none", stroke: colour, "stroke-width": 2, ...(s.dashed ? { "stroke-dasharray": "6 4" } : {}) }));
      svg.append(...dots);
    }
    host.append(svg, tip);
    if (chart.series.length > 1) {
      const legend = document.createElement("div");
      legend.className = "chart-legend";
      chart.series.forEach((s, i) => {
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = s.name;
        b.setAttribute("aria-pressed", String(!off.has(i)));
        b.style.borderColor = CHART_COLOURS[i % CHART_COLOURS.length];
        b.onclick = () => { off.has(i) ? off.delete(i) : off.add(i); paint(); };
        legend.append(b);
      });
      host.append(legend);
    }
  }
  paint();
}
for (const host of document.querySelectorAll("[data-chart]"))
  drawChart(host, JSON.parse(document.getElementById(host.dataset.chart).textContent));
