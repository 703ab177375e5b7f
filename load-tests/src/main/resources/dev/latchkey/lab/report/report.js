// Puts the page together, in the order in which a reader asks.

const run = JSON.parse(document.getElementById("data").textContent);

function line(of, quantity, label, unit, colorName, more) {
  const found = run.samples.series.find((series) => series.of === of && series.quantity === quantity);
  return found ? [Object.assign({ label, unit, color: colorName, values: found.values }, more)] : [];
}

/** One line for each process that has the quantity; nodes come first, so that they have the same colours everywhere. */
function linesOfProcesses(quantity, unit) {
  const rank = (name) => [...entities.keys()].indexOf(name);
  const found = run.samples.series.filter((series) => series.quantity === quantity);
  found.forEach((series) => entityColor(series.of));
  return found.sort((a, b) => rank(a.of) - rank(b.of))
    .map((series) => ({ label: series.of, unit, color: entityColor(series.of), values: series.values }));
}

[...new Set(run.ownership.map((tenure) => tenure.owner))].filter((owner) => owner !== "").sort().forEach(entityColor);

const cpu = linesOfProcesses("cpuCores", "cores");
const resident = linesOfProcesses("residentMegabytes", "MB");
const heap = linesOfProcesses("heapUsedMegabytes", "MB");

const content = [
  titlePart(run),
  verdictPart(run.verdict),
  figuresPart(run.figures),
  ...run.tables.map(comparisonPart),
  timeChart(run, {
    title: "Throughput", about: "events a second; shaded: faults", labelled: true, height: 246, lines: [
      ...line("events", "committedPerSecond", "committed", "/s", "--series-other", { width: 2.4 }),
      ...line("events", "deliveredPerSecond", "delivered", "/s", "--series-1")],
  }),
  timeChart(run, {
    title: "Latency", about: "commit to consumer, of the events that arrived in each second", labelled: true, height: 246, log: true, lines: [
      ...line("events", "latencyP50Millis", "p50", "ms", "--series-1"),
      ...line("events", "latencyP99Millis", "p99", "ms", "--series-2"),
      ...line("events", "latencyMaxMillis", "max", "ms", "--series-other", { width: 1, dash: [3, 3] })],
  }),
  percentileChart(run.percentileCurves),
  ownershipChart(run),
  timeChart(run, {
    title: "Backlog", about: "left: events committed and not delivered; right: age of the oldest", lines: [
      ...line("events", "backlogEvents", "backlog", "events", "--series-1", { fill: true }),
      ...line("events", "oldestSeconds", "oldest", "s", "--series-2", { scale: "y2" })],
  }),
  el("div", { class: "two" }, ...[
    timeChart(run, { title: "CPU", half: true, about: "cores used by each process", lines: cpu }),
    timeChart(run, { title: "Memory", half: true, about: "resident, MB; shared pages of PostgreSQL once", lines: resident }),
    timeChart(run, { title: "Heap", half: true, about: "used heap of each node, garbage included, MB", lines: heap }),
    timeChart(run, {
      title: "Database time", half: true, about: "execution time a second, by pg_stat_statements, ms/s", lines: [
        ...line("database", "readMillisPerSecond", "read", "ms/s", "--series-1"),
        ...line("database", "settleMillisPerSecond", "settle", "ms/s", "--series-2"),
        ...line("database", "writeMillisPerSecond", "writers", "ms/s", "--series-other"),
        ...line("database", "otherMillisPerSecond", "other", "ms/s", "--series-3")],
    })].filter((part) => part !== null)),
  faultsPart(run.faults),
  anomaliesPart(run.verdict),
  notesPart(run.notes),
];

document.title = run.title + " – Latchkey";
document.getElementById("report").append(...content.filter((part) => part !== null));

const PAPER_WIDTH = 700;
const dark = matchMedia("(prefers-color-scheme: dark)");
let shownWidth = 0;

function show() {
  shownWidth = document.body.clientWidth;
  drawCharts();
}

show();
dark.addEventListener("change", show);
addEventListener("resize", () => {
  if (document.body.clientWidth !== shownWidth) {
    show();
  }
});
addEventListener("beforeprint", () => {
  document.documentElement.dataset.print = "";
  drawCharts(PAPER_WIDTH);
});
addEventListener("afterprint", () => {
  delete document.documentElement.dataset.print;
  show();
});
