// How the grid is looked at: the order of its rows and the widths of its columns. Neither changes a file.

import { $, make } from "./edits.js";

// Sorting: the rows keep the order that they had when they were sorted, so that none jumps away while its cells
// are edited. A new card stands after the one above it in the file. The elements stay where they are.

let sorted = null; // { list, column, isDown, words, keys }

export const isSorted = () => sorted !== null;

// The way in which a column sorts the rows; null if it doesn't.
export function sortOf(name) {
  if (sorted?.column !== name) return null;
  return sorted.isDown ? "descending" : "ascending";
}

const letters = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

// Numbers by their value, anything else by its letters and the whole numbers in it.
function compare(one, other) {
  const [first, second] = [Number(one), Number(other)];
  return Number.isNaN(first) || Number.isNaN(second) ? letters.compare(one, other) : first - second;
}

// Sorts the rows; `words` say how, such as `A to Z`.
export function sortBy(grid, column, isDown, words) {
  const at = headers(grid).findIndex((head) => nameOf(head) === column);
  const rows = rowsOf(grid).map((row) => [row.dataset.key, textOf(row.children[at + 1])]);
  rows.sort(([, one], [, other]) => {
    if (!one || !other) return Number(!one) - Number(!other); // empty ones last, either way
    return isDown ? compare(other, one) : compare(one, other);
  });
  sorted = { list: grid.dataset.list, column, isDown, words, keys: rows.map(([key]) => key) };
}

export function unsort() {
  sorted = null;
}

const rowsOf = (grid) => [...grid.querySelectorAll(".r:not(.head)")];
const headers = (grid) => [...grid.querySelectorAll(".head [data-column]")];
const textOf = (cell) => (cell.dataset.text ?? cell.textContent).trim();
const nameOf = (head) => JSON.parse(head.dataset.column).name;

// The rows in the order of the view; they are given in that of the file.
export function inView(grid, rows) {
  if (
    sorted &&
    (sorted.list !== grid.dataset.list || !headers(grid).some((head) => nameOf(head) === sorted.column))
  )
    unsort();
  grid.style.display = sorted ? "flex" : "";
  grid.style.flexDirection = sorted ? "column" : "";
  for (const head of headers(grid)) {
    const way = sortOf(nameOf(head));
    if (way) head.setAttribute("aria-sort", way);
    else head.removeAttribute("aria-sort");
  }
  showSorted();
  if (!sorted) {
    for (const row of rows) if (row.style.order) row.style.order = "";
    return rows;
  }
  sorted.keys = withNew(sorted.keys, rows);
  const places = new Map(sorted.keys.map((key, at) => [key, at]));
  const view = [...rows].sort((one, other) => places.get(one.dataset.key) - places.get(other.dataset.key));
  for (const [at, row] of view.entries()) row.style.order = at + 1;
  return view;
}

// The keys in order, without those that are gone, and with each new one after that above it in the file.
function withNew(keys, rows) {
  const now = new Set(rows.map((row) => row.dataset.key));
  const known = new Set(keys);
  const order = keys.filter((key) => now.has(key));
  for (const [at, row] of rows.entries()) {
    if (known.has(row.dataset.key)) continue;
    const above = at ? order.indexOf(rows[at - 1].dataset.key) : -1;
    order.splice(above + 1, 0, row.dataset.key);
  }
  return order;
}

export const whyNotMoved = () =>
  `The view is sorted by ${sorted.column}, so cards can’t be moved; go back to the order of the file first.`;

function showSorted() {
  const line = $("sorted");
  if (!line) return;
  line.hidden = !sorted;
  if (!sorted) return line.replaceChildren();
  const said = `Sorted by ${sorted.column}, ${sorted.words}. The file keeps its order.`;
  if (line.firstChild?.textContent === said) return;
  line.replaceChildren(
    make("span", {}, said),
    " ",
    make("button", { type: "button", "data-unsort": true }, "Order of the file"),
  );
}

// Widths: remembered in this browser for each list, by the names of its columns.

const KEPT = "nineup-widths";
const [LEAST, STEP] = [48, 24]; // pixels
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const all = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
const listOf = (grid) => `${document.body.dataset.game.split("?")[0].split("/")[2]}/${grid.dataset.list}`;

// Gives a column a width in pixels, or its usual one.
export function setWidth(grid, name, width) {
  const widths = all();
  const { [name]: _, ...others } = widths[listOf(grid)] ?? {};
  const now = width === null ? others : { ...others, [name]: Math.max(LEAST, Math.round(width)) };
  localStorage.setItem(KEPT, JSON.stringify({ ...widths, [listOf(grid)]: now }));
  applyWidths(grid);
}

export function widenBy(grid, name, steps) {
  const head = headers(grid).find((each) => nameOf(each) === name);
  setWidth(grid, name, head.getBoundingClientRect().width + steps * STEP);
}

export function applyWidths(grid) {
  const widths = all()[listOf(grid)] ?? {};
  const rules = headers(grid).flatMap((head, at) => {
    const width = widths[nameOf(head)];
    const place = `#grid .r > :nth-child(${at + 2})`;
    return width ? [`${place} { width: ${width}px; flex-grow: 0 !important; }`] : [];
  });
  sheet.replaceSync(rules.join("\n"));
}
