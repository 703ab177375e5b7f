// Plots over time share one axis: zoom (drag, double click resets) and cursor move in all of them.

const charts = [];

/** Room for a second axis, in plots without one too: the same time is at the same place all down the page. */
function rightSide(width) {
  return width < 600 ? 42 : 56;
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A process has one colour in the whole report. */
const entities = new Map();
function entityColor(name) {
  if (!entities.has(name)) {
    const next = entities.size + 1;
    entities.set(name, next <= 8 ? "--series-" + next : "--series-other");
  }
  return entities.get(name);
}

function axis(scale, values, extra) {
  return Object.assign({
    scale, values, stroke: color("--muted"), font: "12px system-ui, sans-serif", size: 56,
    grid: { stroke: color("--grid"), width: 1 }, ticks: { stroke: color("--grid"), width: 1, size: 4 },
  }, extra);
}

function powers(min, max) {
  const all = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
    all.push(10 ** power);
  }
  const fine = all.length > 4 ? all : all.flatMap((p) => [p, 2 * p, 5 * p]);
  return fine.map((v) => Number(v.toPrecision(3))).filter((v) => v >= min * 0.999 && v <= max * 1.001);
}

function millis(value) {
  return value >= 1000 ? amount(value / 1000) + " s" : amount(value) + " ms";
}

const logScale = { distr: 3, range: (u, min, max) => (min === null ? [1, 10] : [min / 1.3, Math.max(max, min * 3) * 1.5]) };
const logAxis = { splits: (u, n, min, max) => powers(min, max), filter: (u, splits) => splits };

/** Faults lie behind the lines; notes are thin lines. Names are written where there is room for them. */
function markFaults(run, labelled) {
  return (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, labelled ? 0 : bbox.top, bbox.width, bbox.height + (labelled ? bbox.top : 0));
    ctx.clip();
    const place = (at) => u.valToPos(at, "x", true);
    ctx.font = 12 * devicePixelRatio + "px system-ui, sans-serif";
    ctx.textBaseline = "bottom";
    const free = [bbox.left, bbox.left];
    for (const fault of run.faults) {
      const from = place(fault.beginSeconds);
      const to = Math.max(from + devicePixelRatio, place(fault.endSeconds === null ? run.durationSeconds : fault.endSeconds));
      ctx.fillStyle = color("--fault");
      ctx.fillRect(from, bbox.top, to - from, bbox.height);
      ctx.fillStyle = color("--fault-edge");
      ctx.fillRect(from, bbox.top, devicePixelRatio, bbox.height);
      const width = ctx.measureText(fault.name).width;
      const left = Math.max(bbox.left, Math.min(from, bbox.left + bbox.width - width));
      const row = free.findIndex((end) => left >= end);
      if (labelled && row >= 0 && to > bbox.left && from < bbox.left + bbox.width) {
        ctx.fillText(fault.name, left, bbox.top - (3 + 15 * row) * devicePixelRatio);
        free[row] = left + width + 8 * devicePixelRatio;
      }
    }
    ctx.strokeStyle = color("--muted");
    ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const note of run.notes) {
      ctx.beginPath();
      ctx.moveTo(place(note.atSeconds), bbox.top);
      ctx.lineTo(place(note.atSeconds), bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  };
}

function faultsAt(run, at) {
  return run.faults
    .filter((fault) => at >= fault.beginSeconds && (fault.endSeconds === null || at <= fault.endSeconds))
    .map((fault) => fault.name).join(", ");
}

function place(title, about, draw) {
  const at = el("span", { class: "at" });
  const plot = el("div", { class: "plot" });
  const section = el("section", {}, heading(title, about, at), plot);
  charts.push({ plot, draw: (width) => draw(plot, width, at), shown: null });
  return section;
}

/** One plot over time. Lines: label, unit, values, color, scale ("y" or "y2"), dash, fill. */
function timeChart(run, spec) {
  if (spec.lines.length === 0) {
    return null;
  }
  const times = [0, ...run.samples.atSeconds, run.durationSeconds];
  const data = [times, ...spec.lines.map((line) =>
    [null, ...line.values.map((v) => (v !== null && spec.log ? Math.max(v, 0.1) : v)), null])];
  return place(spec.title, spec.about, (plot, width, at) => {
    const tick = spec.log ? (u, splits) => splits.map(millis) : (u, splits) => splits.map(amount);
    const axes = [axis("x", (u, splits) => splits.map((v) => v + " s"), { size: 34 }),
      axis("y", tick, spec.log ? logAxis : {})];
    const scales = { x: { time: false }, y: spec.log ? logScale : zeroBased() };
    if (spec.lines.some((line) => line.scale === "y2")) {
      scales.y2 = zeroBased();
      axes.push(axis("y2", (u, splits) => splits.map((v) => amount(v) + " s"),
        { side: 1, size: rightSide(width), grid: { show: false } }));
    }
    return new uPlot({
      width, height: spec.height || 230, padding: [spec.labelled ? 36 : 8, axes.length > 2 ? 0 : spec.half ? 12 : rightSide(width), 0, 0],
      scales, axes,
      cursor: { sync: { key: "time" }, drag: { x: true, y: false }, points: { size: 6 } },
      series: [{ label: "at", value: (u, v) => seconds(v) }, ...spec.lines.map(lineSeries)],
      hooks: {
        drawClear: [markFaults(run, spec.labelled)],
        setCursor: [(u) => { at.textContent = u.cursor.left < 0 ? "" : faultsAt(run, u.posToVal(u.cursor.left, "x")); }],
      },
    }, data, plot);
  });
}

function zeroBased() {
  return { range: (u, min, max) => [0, max === null || max <= 0 ? 1 : max * 1.08] };
}

function lineSeries(line) {
  return {
    label: line.label, scale: line.scale || "y", stroke: color(line.color), width: line.width || 1.6, dash: line.dash,
    fill: line.fill ? color(line.color) + "22" : undefined, points: { size: 4 },
    value: (u, v) => withUnit(v, line.unit),
  };
}

/** Time in percentiles, stretched so that each further nine has the same room. */
function percentileChart(curves) {
  if (curves.length === 0) {
    return null;
  }
  const stretched = curves.map((curve) => [
    curve.percentiles.map((p) => 1 / Math.max(1 - p / 100, 1 / Math.max(curve.events, 2))),
    curve.millis.map((v) => Math.max(v, 0.1))]);
  // One x may come twice at the end, where the last steps are all of one event.
  const tables = stretched.map(([xs, ys]) => {
    const last = new Map(xs.map((x, n) => [x, ys[n]]));
    return [[...last.keys()], [...last.values()]];
  });
  const nines = [1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];
  const percent = (x) => Number((100 - 100 / x).toFixed(5)) + "%";
  const about = curves.map((curve) => curve.name + ": " + curve.basis).join("; ");
  return place("Latency by percentile", about, (plot, width) => new uPlot({
    width, height: 260, padding: [8, 20, 0, 0],
    scales: { x: { time: false, distr: 3, range: (u, min, max) => [min, max] }, y: logScale },
    axes: [
      axis("x", (u, splits) => splits.map(percent), {
        size: 34, splits: (u, n, min, max) => nines.filter((x) => x >= min && x <= max && (x !== 2 || width > 600)), filter: (u, splits) => splits }),
      axis("y", (u, splits) => splits.map(millis), logAxis),
    ],
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    series: [{ label: "percentile", value: (u, v) => (v === null ? "–" : percent(v)) },
      ...curves.map((curve, n) => Object.assign(
        lineSeries({ label: curve.name, color: "--series-" + (n + 1), unit: "ms" }), { spanGaps: true, points: { show: false } }))],
  }, uPlot.join(tables), plot));
}

/** One row a shard, coloured by its owner; a gap is a time without owner. */
function ownershipChart(run) {
  if (run.ownership.length === 0) {
    return null;
  }
  const shards = 1 + Math.max(...run.ownership.map((tenure) => tenure.shard));
  const owners = [...new Set(run.ownership.map((tenure) => tenure.owner))].filter((owner) => owner !== "").sort();
  const until = (tenure) => (tenure.toSeconds === null ? run.durationSeconds : tenure.toSeconds);
  const step = shards <= 16 ? 1 : shards <= 64 ? 8 : 32;
  const times = [0, ...run.samples.atSeconds, run.durationSeconds];
  const find = (at, row) => run.ownership.find((tenure) =>
    tenure.shard === row && at >= tenure.fromSeconds && at < until(tenure));
  const section = place("Who owned which shard", "one row a shard; a gap is a time without owner", (plot, width, at) => new uPlot({
    width, height: 60 + Math.min(480, Math.max(90, shards * 15)), padding: [8, rightSide(width), 0, 0], legend: { show: false },
    scales: { x: { time: false }, y: { dir: -1, range: () => [0, shards] } },
    axes: [axis("x", (u, splits) => splits.map((v) => v + " s"), { size: 34 }),
      axis("y", (u, splits) => splits.map((v) => v - 0.5), {
        grid: { show: false }, ticks: { show: false },
        splits: () => Array.from({ length: Math.ceil(shards / step) }, (_, n) => n * step + 0.5) })],
    cursor: { sync: { key: "time" }, drag: { x: true, y: false }, points: { show: false } },
    series: [{}, { scale: "y", stroke: "transparent" }],
    hooks: {
      draw: [(u) => drawTenures(u, run, until, shards), markEdges(run)],
      setCursor: [(u) => {
        const row = Math.floor(u.posToVal(u.cursor.top, "y"));
        const tenure = u.cursor.left < 0 ? null : find(u.posToVal(u.cursor.left, "x"), row);
        at.textContent = tenure ? "shard " + row + ": " + (tenure.owner || "nobody") + ", epoch " + tenure.epoch + ", "
          + seconds(tenure.fromSeconds) + " to " + seconds(until(tenure)) : "";
      }],
    },
  }, [times, times.map(() => null)], plot));
  section.append(el("div", { class: "owners" }, ...owners.map((owner) =>
    el("span", {}, el("i", { style: "background: var(" + entityColor(owner) + ")" }), owner))));
  return section;
}

function drawTenures(u, run, until, shards) {
  const { ctx, bbox } = u;
  const gap = shards > 64 ? 0 : devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const tenure of run.ownership) {
    if (tenure.owner === "") {
      continue;
    }
    const left = u.valToPos(tenure.fromSeconds, "x", true);
    const right = u.valToPos(until(tenure), "x", true);
    const top = u.valToPos(tenure.shard, "y", true);
    const bottom = u.valToPos(tenure.shard + 1, "y", true);
    ctx.fillStyle = color(entityColor(tenure.owner));
    ctx.fillRect(left, top + gap, Math.max(devicePixelRatio, right - left - gap), bottom - top - gap);
  }
  ctx.restore();
}

function markEdges(run) {
  return (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.fillStyle = color("--ink");
    for (const fault of run.faults) {
      const at = u.valToPos(fault.beginSeconds, "x", true);
      if (at >= bbox.left && at <= bbox.left + bbox.width) {
        ctx.fillRect(at - devicePixelRatio / 2, bbox.top, devicePixelRatio, bbox.height);
      }
    }
    ctx.restore();
  };
}

function drawCharts(width) {
  for (const chart of charts) {
    if (chart.shown) {
      chart.shown.destroy();
    }
    chart.shown = chart.draw(width || chart.plot.clientWidth);
  }
}
