// Edits a cell in place, with the control of its column's kind.

import { control, tableText } from "./controls.js";
import { $, address, say } from "./edits.js";
import { editPicture } from "./gridpictures.js";
import { save, show, version } from "./gridsave.js";
import { active, cellAt, choose, isReadOnly, table, textIn } from "./gridtable.js";
import { ask } from "./here.js";

const STRUCTURED = ["some", "texts", "counts", "data"];

let open = null; // { list, key, row, column, kind, original, control, base }
let words = { symbols: [], terms: [] };

export const isOpen = () => open !== null;

export async function loadWords() {
  const response = await ask(address("words"));
  if (response) words = await response.json();
}

function cellValue(cell, column) {
  if (!STRUCTURED.includes(column.kind)) return textIn(cell);
  const value = cell.dataset.value ? JSON.parse(cell.dataset.value) : null;
  return value === null && column.kind !== "data" ? undefined : value;
}

// Opens the active cell; what was typed replaces its text. A picture is chosen in a dialog unless its text is
// meant.
export function edits(typed = null, isText = typed !== null) {
  if (isReadOnly()) return;
  const { row, column } = active();
  const cell = cellAt(row, column),
    about = table.columns[column];
  const value = cellValue(cell, about);
  const isTemplate = typeof value === "string" && /\{\{|\{%/.test(value);
  if (about.kind === "picture" && !isTemplate && !isText) return editPicture(row, column);
  const kind = isTemplate ? "text" : about.kind;
  const editor = control(about, value, words, `${about.name} of ${table.rows[row].dataset.key}`);
  open = {
    list: table.grid.dataset.list,
    key: table.rows[row].dataset.key,
    row: table.places.get(table.rows[row].dataset.key),
    column,
    kind,
    original: textIn(cell),
    before: JSON.stringify(editor.value()),
    control: editor,
    base: version(),
  };
  put(cell);
  if (typed !== null) replace(editor, kind, typed);
  else if (kind === "one") pick(editor.element);
}

// Puts the open control over its cell.
function put(cell) {
  const box = $("celleditor");
  box.replaceChildren(open.control.element);
  box.dataset.kind = open.kind;
  box.hidden = false;
  place(box, cell, open.kind);
  open.control.focus();
}

function place(box, cell, kind) {
  const outer = $("gridbox"),
    frame = outer.getBoundingClientRect(),
    at = cell.getBoundingClientRect();
  const least = { counts: 330, some: 280, data: 420, texts: 320, rich: 300 }[kind] ?? 0;
  const width = Math.min(Math.max(at.width + 1, least), outer.clientWidth - 8);
  const left = Math.max(0, Math.min(at.left - frame.left, outer.clientWidth - width - 4));
  Object.assign(box.style, {
    left: `${left + outer.scrollLeft}px`,
    top: `${at.top - frame.top + outer.scrollTop}px`,
    width: `${width}px`,
    minHeight: `${at.height + 1}px`,
  });
}

function replace(editor, kind, typed) {
  const field = editor.element.matches("input, select")
    ? editor.element
    : editor.element.querySelector("textarea, select, input");
  if (kind === "one") {
    const chosen = [...field.options].find((option) =>
      option.value.toLowerCase().startsWith(typed.toLowerCase()),
    );
    if (chosen) field.value = chosen.value;
  } else if (!STRUCTURED.includes(kind) && kind !== "yes-no") {
    field.value = typed;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

function pick(field) {
  try {
    field.showPicker();
  } catch {
    // The browser shows it only after a click or a key.
  }
}

// Saves what is typed, if it is something else.
export function keep() {
  if (!open) return;
  const mine = open,
    value = mine.control.value();
  close();
  if (value === undefined) return say("This isn't a value that a file can hold.", "bad");
  if (JSON.stringify(value) === mine.before) return;
  const isValue = typeof value === "object";
  const cell = cellAt(table.index.get(mine.key), mine.column);
  const isFollowing = cell && textIn(cell) === mine.original;
  if (isFollowing) {
    show(mine.key, mine.column, isValue ? brief(mine.kind, value) : String(value));
    if (isValue && mine.kind !== "copies") cell.dataset.value = JSON.stringify(value);
  }
  const name = table.columns[mine.column].name;
  const isText = !isValue || mine.kind === "copies";
  const content = isText ? { text: isValue ? tableText(value) : String(value) } : { value };
  const build = (again) => {
    const row = table.places.get(mine.key);
    if (again && row === undefined) return `${mine.key} is not in the new version.`;
    const isNew = isFollowing || again;
    return {
      request: { type: "cells", cells: [{ row: isNew ? row : mine.row, column: name, ...content }] },
      base: isNew ? undefined : mine.base,
    };
  };
  save(build, [mine]);
}

function brief(kind, value) {
  if (kind === "copies") return tableText(value);
  if (kind === "counts")
    return Object.entries(value)
      .map(([id, number]) => `${number} ${id}`)
      .join("; ");
  return Array.isArray(value) && value.every((each) => typeof each === "string")
    ? value.join("; ")
    : JSON.stringify(value);
}

export function close() {
  if (!open) return;
  open = null;
  const box = $("celleditor");
  const hadFocus = box.contains(document.activeElement);
  box.hidden = true;
  box.replaceChildren();
  if (hadFocus) table.grid.focus({ preventScroll: true });
}

// Listens to the editor of a new grid. What was being typed in the one before it goes on.
export function listen() {
  const box = $("celleditor");
  const cell = open && cellAt(table.index.get(open.key), open.column);
  if (cell && open.list === table.grid.dataset.list) put(cell);
  else if (open) {
    say(`${open.key} is gone. What you typed there: ${open.control.value()}`, "bad");
    open = null;
  }
  box.addEventListener("keydown", keys);
  box.addEventListener("focusout", (event) => {
    if (open && document.hasFocus() && !box.contains(event.relatedTarget))
      setTimeout(() => {
        if (open && box.isConnected && !box.contains(document.activeElement)) keep();
      });
  });
}

function keys(event) {
  if (!open || event.defaultPrevented || event.isComposing) return;
  const isSimple = !STRUCTURED.includes(open.kind),
    isSure = event.ctrlKey || event.metaKey;
  const done = (down, right) => {
    event.preventDefault();
    event.stopPropagation();
    const { row, column } = active();
    keep();
    choose(row + down, column + right);
  };
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (event.key === "Enter" && event.altKey && event.target.matches("textarea")) {
    event.preventDefault();
    event.target.setRangeText("\n", event.target.selectionStart, event.target.selectionEnd, "end");
    event.target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  } else if (event.key === "Enter" && (isSure || (isSimple && !event.shiftKey))) done(isSure ? 0 : 1, 0);
  else if (event.key === "Tab" && isSimple) done(0, event.shiftKey ? -1 : 1);
  else event.stopPropagation();
}
