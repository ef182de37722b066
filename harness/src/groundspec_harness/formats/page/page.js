(function () {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  if (data.report.footer.results !== data.report.results.length) byId("cut").id = "edited";
  const all = rowsOf(data);
  const body = byId("vectors").tBodies[0];
  let shown = all, page = 0, opened = "";

  // An element with attributes and children; text is only ever text.
  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  function wanted() {
    return Object.fromEntries(["text", ...CHOICES].map((name) => [name, byId(name).value]));
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    body.replaceChildren(...shown.slice(page * PAGE, (page + 1) * PAGE).flatMap(lines));
    byId("found").textContent = `${shown.length} of ${all.length} vectors`;
    byId("page").textContent = `Page ${page + 1} of ${pages}`;
    byId("pages").hidden = pages === 1;
    byId("before").disabled = page === 0;
    byId("after").disabled = page === pages - 1;
  }

  function lines(row) {
    const open = row.id === opened;
    const button = make("button", { type: "button", class: "open", "aria-expanded": open }, row.id);
    button.addEventListener("click", () => (open ? close(row.id) : show(row.id)));
    const line = make("tr", { id: row.id }, make("td", {}, button),
      make("td", { class: row.kind }, row.kind), make("td", {}, row.level || row.fault),
      make("td", {}, row.class), make("td", { class: "value" }, row.says));
    return open ? [line, make("tr", { class: "detail" }, detail(row))] : [line];
  }

  function show(id) {
    if (location.hash === `#${id}`) follow();
    else location.hash = id;
  }

  // The address stays: to empty it would scroll to the top.
  function close(id) {
    opened = "";
    draw();
    focus(id);
  }

  function focus(id) {
    byId(id).querySelector("button").focus({ preventScroll: true });
  }

  function detail(row) {
    const result = row.result;
    const cell = make("td", { colspan: 5 }, make("p", {}, make("a", { href: `#${row.id}` }, "Link to this vector")));
    if (!result) return cell;
    cell.append(make("p", {}, result.title));
    if (result.rules.length) cell.append(make("p", {}, "Rules: ", make("code", {}, result.rules.join(", "))));
    if (result.hint) cell.append(make("p", {}, make("strong", {}, "Hint: "), result.hint));
    if (result.known) cell.append(known(result.known));
    if (result.fault) cell.append(make("p", {}, `${result.fault.kind}: ${result.fault.detail}`));
    if (result.fault && result.fault.stderr) cell.append(make("pre", {}, result.fault.stderr));
    if (result.differences) cell.append(differences(result));
    return cell;
  }

  function known(entry) {
    const words = [`Listed as known (${entry.listed}): ${entry.state}`, entry.reason,
      entry.expires && `until ${entry.expires}`].filter(Boolean).join("; ");
    const link = /^https?:\/\//.test(entry.issue || "")
      ? make("a", { href: entry.issue, rel: "noreferrer" }, entry.issue) : null;
    return make("p", {}, words, " ", link);
  }

  function differences(result) {
    const head = ["Place", "Expected", "Actual"].map((name) => make("th", { scope: "col" }, name));
    const rows = result.differences.map((place) => difference(place.pointer || "(the whole)", place));
    rows.push(difference(`byte ${result.first_byte.offset}`, result.first_byte));
    const table = make("table", {}, make("caption", {}, "Where the answer differs"),
      make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
    return make("div", { class: "wide" }, table, result.more_differences ? "and further members" : null);
  }

  function difference(where, { expected, actual }) {
    const line = make("tr", {}, make("th", { scope: "row", class: "path" }, where));
    if (expected === null || actual === null) {
      for (const value of [expected, actual]) line.append(make("td", { class: "value" }, value === null ? "(missing)" : value));
      return line;
    }
    const { head, left, right, tail } = parts(expected, actual);
    line.append(make("td", { class: "value" }, head, make("del", {}, left), tail),
      make("td", { class: "value" }, head, make("ins", {}, right), tail));
    return line;
  }

  function apply() {
    shown = filtered(all, wanted());
    page = 0;
    draw();
  }

  // The vector that the address names is shown and opened, whatever the filter says.
  function follow() {
    opened = location.hash.slice(1);
    if (opened && pageOf(shown, opened) < 0 && pageOf(all, opened) >= 0) {
      byId("filter").reset();
      shown = all;
    }
    const place = pageOf(shown, opened);
    if (place >= 0) page = place;
    draw();
    if (opened && place >= 0) {
      byId(opened).scrollIntoView({ block: "nearest" });
      focus(opened);
    }
  }

  for (const name of CHOICES) {
    byId(name).append(make("option", { value: "" }, "any"), ...choices(all, name).map(([value, count]) =>
      make("option", { value: value || "-" }, `${value || "none"} (${count})`)));
  }
  byId("filter").addEventListener("input", apply);
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("filter").addEventListener("reset", () => setTimeout(apply));
  byId("before").addEventListener("click", () => { page -= 1; draw(); });
  byId("after").addEventListener("click", () => { page += 1; draw(); });
  window.addEventListener("hashchange", follow);
  byId("filter").hidden = byId("vectors").hidden = false;
  follow();
})();
