// Text, numbers and tables. Names come from anywhere, so text is only ever set as text.

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function amount(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  if (Math.abs(value) >= 100 || Number.isInteger(value)) {
    return Math.round(value).toLocaleString("en");
  }
  return String(Number(value.toPrecision(3)));
}

function withUnit(value, unit) {
  return value === null || value === undefined ? "–" : amount(value) + (unit ? " " + unit : "");
}

function seconds(value) {
  return value === null || value === undefined ? "–" : value.toFixed(1) + " s";
}

function duration(value) {
  const whole = Math.round(value);
  const parts = [[3600, "h"], [60, "min"], [1, "s"]];
  let rest = whole;
  const words = [];
  for (const [size, unit] of parts) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === "s" && words.length === 0)) {
      words.push(count + " " + unit);
    }
  }
  return words.join(" ");
}

function heading(title, about, at) {
  return el("div", { class: "heading" }, el("h2", {}, title), at || null, about ? el("p", { class: "muted" }, about) : null);
}

const VERDICTS = { kept: "✓ Promise kept", broken: "✗ Promise broken", unproven: "? Nothing proven" };

function verdictPart(verdict) {
  const counts = el("div", { class: "counts" },
    el("span", {}, "committed " + amount(verdict.committedEvents)),
    el("span", {}, "delivered " + amount(verdict.deliveredEvents)),
    ...Object.entries(verdict.counts).map(([kind, count]) =>
      el("span", { class: count === 0 ? "zero" : "some" }, kind + " " + amount(count))));
  return el("section", { class: "verdict " + verdict.status },
    el("strong", {}, VERDICTS[verdict.status] || verdict.status), el("p", {}, verdict.sentence), counts);
}

function titlePart(run) {
  const settings = el("dl", { class: "settings" }, ...Object.entries(run.settings).map(([name, value]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  const when = new Date(run.startedAt);
  return el("header", {}, el("h1", {}, run.title),
    el("p", { class: "muted" }, when.toISOString().slice(0, 19).replace("T", " ") + " UTC, " + duration(run.durationSeconds)),
    settings);
}

function figuresPart(figures) {
  if (figures.length === 0) {
    return null;
  }
  return el("section", {}, el("div", { class: "figures" }, ...figures.map((figure) =>
    el("div", {}, el("span", { class: "muted" }, figure.name),
      el("b", {}, amount(figure.value), " ", el("small", {}, figure.unit))))));
}

function cells(columns, rows, classes) {
  const cell = (name, text, column) => el(name, classes && classes[column] ? { class: classes[column] } : {}, text);
  const body = rows.map((row) => el("tr", {}, ...row.map((text, column) => cell("td", text, column))));
  return el("div", { class: rows.length > 40 ? "wide long" : "wide" }, el("table", { class: "cells" },
    el("thead", {}, el("tr", {}, ...columns.map((text, column) => cell("th", text, column)))),
    el("tbody", {}, ...body)));
}

function isNumeric(text) {
  return /^[-+]?[\d,.]+( ?[%x×a-zA-Z/]{1,10})?$/.test(text);
}

function comparisonPart(table) {
  const classes = table.columns.map((name, column) =>
    table.rows.every((row) => isNumeric(row[column])) ? "number" : "");
  return el("section", { class: "breakable" }, heading(table.name), cells(table.columns, table.rows, classes));
}

function faultsPart(faults) {
  if (faults.length === 0) {
    return null;
  }
  const rows = faults.map((fault, n) => [String(n + 1), fault.name, fault.goal, seconds(fault.beginSeconds),
    fault.endSeconds === null ? "not ended" : seconds(fault.endSeconds - fault.beginSeconds), fault.outcome]);
  return el("section", { class: "breakable" }, heading("Faults", String(faults.length)),
    cells(["#", "fault", "goal", "began", "took", "outcome"], rows, ["number", "", "", "number", "number", ""]));
}

function anomaliesPart(verdict) {
  const total = Object.values(verdict.counts).reduce((sum, count) => sum + count, 0);
  const about = total > verdict.anomalies.length ? "the first " + verdict.anomalies.length + " of " + amount(total) : "";
  const part = el("section", { class: "breakable" }, heading("Anomalies", about));
  if (total === 0) {
    part.append(el("p", { class: "muted" }, verdict.status === "unproven" ? "nothing was judged" : "none"));
  } else {
    part.append(cells(["kind", "topic", "key", "events", "what was seen"], verdict.anomalies.map((anomaly) =>
      [anomaly.kind, anomaly.topic || "–", anomaly.key === null ? "–" : anomaly.key, anomaly.eventIds.join(" "), anomaly.detail]),
      ["", "", "", "mono", ""]));
  }
  return part;
}

function notesPart(notes) {
  return notes.length === 0 ? null : el("section", { class: "breakable" }, heading("What else happened"),
    cells(["at", "what"], notes.map((note) => [seconds(note.atSeconds), note.text]), ["number", ""]));
}
