// The heads of columns: a menu that sorts, moves, sizes and changes one; dragging a head moves its column, and
// its right edge sizes it.

import { copiesTable } from "./copies.js";
import { $, make, say } from "./edits.js";
import { doNow } from "./fielddialog.js";
import { deleting, renaming } from "./fields.js";
import { isReadOnly, refresh, table } from "./gridtable.js";
import { isSorted, setWidth, sortBy, sortOf, unsort, widenBy } from "./gridview.js";
import { retyping } from "./retype.js";

const menu = () => $("columnmenu");

const heads = () => [...table.grid.querySelectorAll(".head [data-column]")];
const nameOf = (head) => JSON.parse(head.dataset.column).name;

function sort(name, isDown, words) {
  sortBy(table.grid, name, isDown, words);
  refresh();
}

function fileOrder() {
  unsort();
  refresh();
}

// The fields in the order of their columns; a record has several.
const fields = () => [...new Set(heads().flatMap((head) => head.dataset.field ?? []))];

// Moves a field before another one, or behind all for an empty name.
async function move(field, before) {
  if (isReadOnly()) return;
  const why = await doNow({ type: "move", field, before });
  if (why) say(`Nothing is written: ${why}.`, "bad");
}

function moveBy(field, step) {
  const order = fields(),
    at = order.indexOf(field);
  return move(field, (step < 0 ? order[at - 1] : order[at + 2]) ?? "");
}

function entries(head) {
  const name = nameOf(head),
    { field } = head.dataset;
  const { kind } = JSON.parse(head.dataset.column);
  const order = fields(),
    at = order.indexOf(field);
  const way = sortOf(name);
  const isNumber = ["number", "copies"].includes(kind);
  const [up, down] = isNumber ? ["small to large", "large to small"] : ["A to Z", "Z to A"];
  return [
    [`${way === "ascending" ? "✓ " : ""}Sort ${up}`, () => sort(name, false, up)],
    [`${way === "descending" ? "✓ " : ""}Sort ${down}`, () => sort(name, true, down)],
    isSorted() && ["Order of the file", fileOrder],
    null,
    field && at > 0 && ["Move left", () => moveBy(field, -1)],
    field && at < order.length - 1 && ["Move right", () => moveBy(field, 1)],
    ["Wider", () => widenBy(table.grid, name, 1), true],
    ["Narrower", () => widenBy(table.grid, name, -1), true],
    ["Usual width", () => setWidth(table.grid, name, null)],
    field && null,
    field && ["What it holds …", () => retyping(field)],
    field && ["Rename …", () => renaming(field)],
    field && ["Delete …", () => deleting(field)],
    kind === "copies" && !table.grid.dataset.readonly && null,
    kind === "copies" && !table.grid.dataset.readonly && ["As a table …", copiesTable],
  ].filter((entry) => entry !== false && entry !== undefined);
}

function open(head, button) {
  const items = entries(head).map((entry) =>
    entry === null ? make("hr", {}) : item(entry, () => head.isConnected && button.focus()),
  );
  menu().replaceChildren(...items);
  menu().setAttribute("aria-label", `Column ${nameOf(head)}`);
  menu().showPopover();
  const at = button.getBoundingClientRect(),
    size = menu().getBoundingClientRect();
  menu().style.left = `${Math.max(4, Math.min(at.left, innerWidth - size.width - 4))}px`;
  menu().style.top = `${Math.max(4, Math.min(at.bottom + 2, innerHeight - size.height - 4))}px`;
  menu().querySelector("button").focus();
}

function item([label, work, stays], back) {
  const click = () => {
    if (!stays) {
      menu().hidePopover();
      back();
    }
    work();
  };
  return make("button", { type: "button", role: "menuitem", tabindex: -1, click }, label);
}

function keys(event) {
  const items = [...menu().querySelectorAll("button")],
    at = items.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) items.at(next % items.length).focus();
  else if (event.key === "Tab") menu().hidePopover();
  else return;
  event.preventDefault();
}

// Dragging

const SLACK = 5; // pixels before a press is a drag

function sizing(event, head) {
  const from = event.clientX,
    { width } = head.getBoundingClientRect(),
    name = nameOf(head);
  const follow = (moved) => setWidth(table.grid, name, width + moved.clientX - from);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", () => removeEventListener("pointermove", follow), { once: true });
}

function dragging(event, head) {
  const from = event.clientX;
  let before = null;
  const clear = () => {
    for (const each of heads()) each.classList.remove("drop-before", "drop-after");
  };
  const follow = (moved) => {
    if (before === null && Math.abs(moved.clientX - from) < SLACK) return;
    const under = document.elementFromPoint(moved.clientX, head.getBoundingClientRect().top + 5);
    const target = under?.closest("[data-column][data-field]");
    clear();
    if (!target) return;
    const frame = target.getBoundingClientRect(),
      order = fields();
    const isAfter = moved.clientX > frame.left + frame.width / 2;
    const at = order.indexOf(target.dataset.field) + (isAfter ? 1 : 0);
    before = order[at] ?? "";
    target.classList.add(isAfter ? "drop-after" : "drop-before");
  };
  const end = () => {
    removeEventListener("pointermove", follow);
    clear();
    const order = fields(),
      next = order[order.indexOf(head.dataset.field) + 1] ?? "";
    if (before !== null && before !== head.dataset.field && before !== next) move(head.dataset.field, before);
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", end, { once: true });
}

document.addEventListener("pointerdown", (event) => {
  const head = event.target.closest("#grid .head [data-column]");
  if (!head || event.button || event.target.closest("button")) return;
  const isSizing = event.target.closest(".widen");
  if (event.pointerType === "touch" && !isSizing) return; // which scrolls; the menu moves a column
  event.preventDefault();
  if (isSizing) sizing(event, head);
  else if (head.dataset.field) dragging(event, head);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".fieldmenu");
  if (button) open(button.closest("[data-column]"), button);
  if (event.target.closest("[data-unsort]")) fileOrder();
});

document.addEventListener("keydown", (event) => {
  if (menu()?.contains(event.target)) keys(event);
});
