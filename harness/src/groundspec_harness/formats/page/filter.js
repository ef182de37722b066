"use strict";
// What is shown: no function here touches the page, so each can be tried without a browser.

const PAGE = 100; // rows shown at once

// The rows of the list: what each counts as, joined with what the report says of the vector.
function rowsOf(data) {
  const results = new Map(data.report.results.map((result) => [result.id, result]));
  const skipped = new Map(data.report.skipped.map((vector) => [vector.id, vector]));
  return data.rows.map(([id, kind, says]) => {
    const found = results.get(id) || skipped.get(id) || {};
    const row = {
      id, kind, says, result: results.get(id) || null,
      class: found.class || "", level: found.level || "", topic: id.split("/").slice(0, 2).join("/"),
      fault: found.fault ? found.fault.kind : "", known: found.known ? found.known.state : "",
    };
    const words = [id, says, found.title, found.hint, ...(found.rules || [])];
    row.text = words.filter(Boolean).join("\n").toLowerCase();
    return row;
  });
}

const CHOICES = ["kind", "level", "fault", "known", "class", "topic"];

// The rows that have all the words and every choice that is made ("" is no choice, "-" is none).
function filtered(rows, wanted) {
  const words = (wanted.text || "").toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = CHOICES.filter((name) => wanted[name]);
  return rows.filter((row) =>
    chosen.every((name) => row[name] === (wanted[name] === "-" ? "" : wanted[name])) &&
    words.every((word) => row.text.includes(word)));
}

// The values that can be chosen, each with how many rows have it.
function choices(rows, name) {
  const counts = new Map();
  for (const row of rows) counts.set(row[name], (counts.get(row[name]) || 0) + 1);
  return [...counts].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

// The page on which a vector stands, or -1.
function pageOf(rows, id) {
  const place = rows.findIndex((row) => row.id === id);
  return place < 0 ? -1 : Math.floor(place / PAGE);
}

// Two values as the beginning they share, where they differ, and the end they share.
function parts(left, right) {
  const least = Math.min(left.length, right.length);
  let head = 0;
  while (head < least && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < least - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return {
    head: left.slice(0, head), tail: left.slice(left.length - tail),
    left: left.slice(head, left.length - tail), right: right.slice(head, right.length - tail),
  };
}

if (typeof module !== "undefined") module.exports = { PAGE, choices, filtered, pageOf, parts, rowsOf };
