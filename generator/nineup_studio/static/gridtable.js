// The grid as the page has it: its rows and columns, which cells are chosen, and what is in them.

import { $, say } from "./edits.js";
import { applyWidths, inView } from "./gridview.js";

// `rows` and `index` are in the order of the view, `places` are the numbers of cards in the file.
export const table = { grid: null, rows: [], columns: [], index: new Map(), places: new Map() };

// The chosen cells: from `anchor`, which is the active one, to `cursor`, each { key, column }; keys of rows,
// so that they stay when rows move.
export const chosen = { anchor: null, cursor: null };

let painted = [];

export function read() {
  table.grid = $("grid");
  if (!table.grid) {
    Object.assign(table, { rows: [], columns: [], index: new Map(), places: new Map() });
    return false;
  }
  const rows = [...table.grid.querySelectorAll(".r:not(.head)")];
  table.columns = [...table.grid.querySelectorAll(".head [data-column]")].map((head) =>
    JSON.parse(head.dataset.column),
  );
  table.places = new Map(rows.map((row, at) => [row.dataset.key, at]));
  for (const [at, { firstElementChild: number }] of rows.entries())
    if (number.dataset.n !== `${at + 1}`) number.dataset.n = at + 1;
  table.rows = inView(table.grid, rows);
  table.index = new Map(table.rows.map((row, at) => [row.dataset.key, at]));
  applyWidths(table.grid);
  return true;
}

// Shows the rows in another order.
export function refresh() {
  if (read()) paint();
}

// Says why the list isn't edited here, if it isn't.
export function isReadOnly() {
  const readonly = table.grid
    ? table.grid.dataset.readonly
    : "The list can't be read now: nothing is written.";
  if (readonly) say(readonly, "bad");
  return Boolean(readonly);
}

export const cellAt = (row, column) => table.rows[row]?.children[column + 1];
export const textIn = (cell) => cell.dataset.text ?? cell.textContent;
export const textAt = (row, column) => textIn(cellAt(row, column));

const typed = new Map(); // cells that show what is typed, with what the server sent

export function setText(cell, text) {
  if (!typed.has(cell)) typed.set(cell, { nodes: [...cell.childNodes], data: { ...cell.dataset } });
  cell.textContent = text;
  if ("text" in cell.dataset) cell.dataset.text = text;
}

// Shows what the server sent again, since that is what it compares with.
export function asSent() {
  for (const [cell, { nodes, data }] of typed) {
    cell.replaceChildren(...nodes);
    for (const name of ["text", "value"])
      if (name in data) cell.dataset[name] = data[name];
      else delete cell.dataset[name];
  }
  typed.clear();
}

// A place { row, column } of a cell's element.
export function placeOf(element) {
  const cell = element.closest("[role=gridcell], [role=rowheader]");
  const row = cell ? table.rows.indexOf(cell.parentElement) : -1;
  return row < 0 ? null : { row, column: [...cell.parentElement.children].indexOf(cell) - 1 };
}

const clamp = (number, least, most) => Math.max(least, Math.min(most, number));

export function numbers(place, before = 0) {
  return {
    row: table.index.get(place?.key) ?? clamp(before, 0, table.rows.length - 1),
    column: clamp(place?.column ?? 0, 0, table.columns.length - 1),
  };
}

export const cursor = () => numbers(chosen.cursor, chosen.cursor?.row);
export const active = () => numbers(chosen.anchor, chosen.anchor?.row);

export function range() {
  const one = cursor(),
    other = active();
  const [top, bottom] = [one.row, other.row].sort((a, b) => a - b);
  const [left, right] = [one.column, other.column].sort((a, b) => a - b);
  return { top, bottom, left, right };
}

export function choose(row, column, extend = false, isSeen = true) {
  if (!table.rows.length) return;
  const place = {
    row: clamp(row, 0, table.rows.length - 1),
    column: clamp(column, 0, table.columns.length - 1),
  };
  chosen.cursor = { key: table.rows[place.row].dataset.key, ...place };
  if (!extend) chosen.anchor = chosen.cursor;
  paint();
  if (isSeen) scroll();
}

export function chooseRows(from, to) {
  choose(from, 0);
  choose(to, table.columns.length - 1, true, false);
}

export function paint() {
  for (const cell of painted) {
    cell.classList.remove("chosen", "active");
    cell.removeAttribute("aria-selected");
    if (cell.id === "active-cell") for (const name of ["id", "data-own"]) cell.removeAttribute(name);
  }
  painted = [];
  if (!chosen.cursor || !table.rows.length) return table.grid.removeAttribute("aria-activedescendant");
  const { top, bottom, left, right } = range();
  for (let row = top; row <= bottom; row += 1) {
    const cells = table.rows[row].children;
    for (let column = left; column <= right; column += 1) painted.push(cells[column + 1]);
    painted.push(cells[0]);
  }
  for (const cell of painted) cell.classList.add("chosen");
  for (const cell of painted) if (cell.role !== "rowheader") cell.setAttribute("aria-selected", "true");
  const cell = cellAt(active().row, active().column);
  cell.classList.add("active");
  cell.id = "active-cell";
  cell.dataset.own = "id";
  table.grid.setAttribute("aria-activedescendant", cell.id);
  document.dispatchEvent(new CustomEvent("grid:chosen"));
}

function scroll() {
  cellAt(cursor().row, cursor().column).scrollIntoView({ block: "nearest", inline: "nearest" });
}
