// The grid of a card list: choosing cells, keys like a spreadsheet's, copy and paste, and what is done to
// whole cards.

import { besides } from "./beside.js";
import { edits, isOpen, keep, listen, loadWords } from "./celleditor.js";
import { $, arrival, say } from "./edits.js";
import { dragging } from "./griddrag.js";
import { pastePicture } from "./gridpictures.js";
import { save, send, settle, show } from "./gridsave.js";
import {
  active,
  asSent,
  choose,
  chooseRows,
  chosen,
  cursor,
  isReadOnly,
  paint,
  placeOf,
  range,
  read,
  table,
  textAt,
} from "./gridtable.js";
import { isSorted, whyNotMoved } from "./gridview.js";
import { again, during, waits } from "./gridwait.js";
import { parse, write } from "./tsv.js";

const PAGE = 12; // rows of PageUp and PageDown

// Keys

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
};

function keys(event) {
  if (event.target !== table.grid || event.defaultPrevented || event.isComposing) return;
  if (waits(() => again(event))) return event.preventDefault();
  const isControl = event.ctrlKey || event.metaKey;
  const did = go(event, isControl) || (isControl || event.altKey ? commands(event) : typing(event));
  if (did) event.preventDefault();
}

function go(event, isControl) {
  const { row, column } = event.shiftKey && event.key !== "Tab" ? cursor() : active(),
    last = table.rows.length - 1,
    end = table.columns.length - 1;
  if (event.key in STEPS && !event.altKey) {
    const [down, right] = STEPS[event.key].map((step) => (isControl ? step * 1e6 : step));
    choose(row + down, column + right, event.shiftKey);
  } else if (event.key === "Home") choose(isControl ? 0 : row, 0, event.shiftKey);
  else if (event.key === "End") choose(isControl ? last : row, end, event.shiftKey);
  else if (event.key === "Tab" && !isControl) return next(row, column, event.shiftKey ? -1 : 1);
  else if (isControl && event.key.toLowerCase() === "a") chooseRows(0, last);
  else return false;
  return true;
}

// Tab goes on in the next row, and leaves the grid at its end.
function next(row, column, step) {
  const width = table.columns.length,
    at = row * width + column + step;
  if (at < 0 || at >= width * table.rows.length) return false;
  choose(Math.floor(at / width), at % width);
  return true;
}

function commands(event) {
  const wanted = { Enter: "add", d: "copy", Delete: "remove", Backspace: "remove" }[event.key];
  if (event.altKey) {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) return false;
    act(event.key === "ArrowUp" ? "up" : "down");
  } else if (wanted) act(wanted);
  else return false;
  return true;
}

function typing(event) {
  const kind = table.columns[active().column]?.kind;
  if (!table.rows.length) return false;
  if (event.key === "Enter" || event.key === "F2") edits(null, event.key === "F2");
  else if (event.key === "Escape")
    ($("gridtools").querySelector("[data-do]") ?? $("gridtools").querySelector("a")).focus();
  else if (event.key === "Delete" || event.key === "Backspace") fill(() => "");
  else if (event.key === " " && kind === "yes-no") toggle();
  else if ([...event.key].length === 1) edits(event.key);
  else return false;
  return true;
}

function toggle() {
  const { row, column } = active();
  const now = /^(yes|true)$/i.test(textAt(row, column)) ? "no" : "yes";
  fill(() => now);
}

// Cells

// Gives the chosen cells other texts, as one edit.
function fill(text) {
  const { top, bottom, left, right } = range(),
    cells = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      cells.push([row, column, text(row - top, column - left)]);
  setCells(cells);
}

function setCells(cells) {
  const wanted = cells.filter(
    ([row, column, text]) => row >= table.rows.length || textAt(row, column) !== text,
  );
  if (!wanted.length || isReadOnly()) return;
  const placed = wanted.map(([row, column, text]) => ({
    key: table.rows[row]?.dataset.key,
    row,
    column,
    text,
  }));
  const grows = placed.some((each) => each.key === undefined);
  for (const { key, column, text } of placed) if (key !== undefined) show(key, column, text);
  const build = () => {
    const gone = placed.find((each) => each.key !== undefined && !table.places.has(each.key));
    if (gone) return `${gone.key} is not in the new version.`;
    const first = Math.min(...placed.filter((each) => each.key === undefined).map((each) => each.row));
    const row = (each) =>
      each.key === undefined ? table.rows.length + each.row - first : table.places.get(each.key);
    return {
      request: {
        type: "cells",
        cells: placed.map((each) => ({
          row: row(each),
          column: table.columns[each.column].name,
          text: each.text,
        })),
      },
    };
  };
  save(build, placed, grows);
}

// Clipboard

function copying(event) {
  if (document.activeElement !== table.grid || !chosen.cursor) return;
  const { top, bottom, left, right } = range(),
    rows = [];
  for (let row = top; row <= bottom; row += 1)
    rows.push(Array.from({ length: right - left + 1 }, (_, at) => textAt(row, left + at)));
  event.clipboardData.setData("text/plain", write(rows));
  event.preventDefault();
  if (event.type === "cut") fill(() => "");
  else say(rows.length * rows[0].length === 1 ? "Copied" : `Copied ${rows.length} × ${rows[0].length} cells`);
}

function pasting(event) {
  if (document.activeElement !== table.grid) return;
  event.preventDefault();
  const { files } = event.clipboardData,
    text = event.clipboardData.getData("text/plain");
  if (files.length && !text) pastePicture(files);
  else paste(text);
}

function paste(text) {
  if (waits(() => paste(text))) return;
  const block = parse(text);
  const { top, left } = table.rows.length ? range() : { top: 0, left: 0 };
  if (block.length === 1 && block[0].length === 1 && table.rows.length) return fill(() => block[0][0]);
  const width = Math.max(...block.map((row) => row.length)),
    room = table.columns.length - left;
  if (width > room)
    return say(
      `This block has ${width} columns, and there is room for ${room} from here: nothing is pasted.`,
      "bad",
    );
  setCells(block.flatMap((row, down) => row.map((text, over) => [top + down, left + over, text])));
  if (table.rows.length) {
    choose(top, left);
    choose(top + block.length - 1, left + width - 1, true, false); // the eye stays at its beginning
  }
}

// Whole cards

const keysOf = (top, bottom) => table.rows.slice(top, bottom + 1).map((row) => row.dataset.key);

function act(wanted) {
  if (wanted === "help") return $("keys").showModal();
  return waits(() => act(wanted)) || during(() => change(wanted));
}

// Whether it is done.
async function change(wanted) {
  if (isSorted() && ["up", "down"].includes(wanted)) return say(whyNotMoved(), "bad");
  const isEmpty = !table.rows.length;
  if (isEmpty && wanted !== "add") return true;
  const { top, bottom } = isEmpty ? { top: 0, bottom: -1 } : range();
  const column = chosen.anchor?.column ?? 0,
    names = keysOf(top, bottom),
    number = bottom - top + 1;
  if ((wanted === "up" && top === 0) || (wanted === "down" && bottom === table.rows.length - 1)) return true;
  const before = new Set(table.index.keys());
  const isDone = await send(() => rowRequest(wanted, names), true);
  table.grid?.focus({ preventScroll: true });
  const fresh = table.rows.findIndex((row) => !before.has(row.dataset.key));
  if (wanted === "add" && fresh >= 0) choose(fresh, firstToFill(fresh));
  if (wanted === "copy" && fresh >= 0) choose(fresh, column);
  if (wanted === "remove") choose(Math.min(top, table.rows.length - 1), column);
  if (wanted === "remove")
    say(
      number === 1
        ? `Removed ${names[0]}. Ctrl+Z brings it back.`
        : `Removed ${number} cards. Ctrl+Z brings them back.`,
    );
  return isDone;
}

// The column of a new card in which one begins: the first that needs something and has nothing yet.
const firstToFill = (row) =>
  Math.max(
    0,
    table.columns.findIndex((column, at) => !column.is_optional && !textAt(row, at)),
  );

function rowRequest(wanted, names) {
  const rows = names.map((name) => table.places.get(name));
  if (rows.includes(undefined)) return "A card that this was about is gone.";
  const [at, end] = names.length ? [Math.min(...rows), Math.max(...rows)] : [0, -1];
  if (wanted === "add") return { request: { type: "add", at: end + 1 } };
  if (wanted === "copy" || wanted === "remove") return { request: { type: wanted, rows } };
  return { request: { type: "shift", at, number: rows.length, to: wanted === "up" ? at - 1 : at + 1 } };
}

export function moveRows(names, to) {
  if (isSorted()) return say(whyNotMoved(), "bad");
  return during(() =>
    send(() => {
      const at = Math.min(...names.map((name) => table.index.get(name)));
      return { request: { type: "shift", at, number: names.length, to: to > at ? to - names.length : to } };
    }, true),
  );
}

// The pointer

function pressed(event) {
  const place = placeOf(event.target);
  if (!place || event.button) return;
  const isActive = event.target.closest(".active");
  if (isOpen()) keep();
  if (place.column < 0) {
    if (event.shiftKey) chooseRows(active().row, place.row);
    else if (
      !event.target.classList.contains("chosen") ||
      range().right - range().left < table.columns.length - 1
    )
      chooseRows(place.row, place.row);
    dragging(event, moveRows);
    return;
  }
  choose(place.row, place.column, event.shiftKey);
  const { key } = chosen.cursor;
  waits(() => {
    if (table.index.has(key)) choose(table.index.get(key), place.column, event.shiftKey);
  });
  if (event.pointerType !== "mouse") {
    if (isActive) addEventListener("pointerup", () => edits(), { once: true });
    return;
  }
  const extend = (moved) => {
    const under = placeOf(document.elementFromPoint(moved.clientX, moved.clientY) ?? document.body);
    if (under && under.column >= 0) choose(under.row, under.column, true);
  };
  addEventListener("pointermove", extend);
  addEventListener("pointerup", () => removeEventListener("pointermove", extend), { once: true });
}

let heard = null; // the grid that is listened to

// The first cell, or the one that a finding led to.
function chooseFirst() {
  const { row, column } = arrival() ?? {};
  if (!table.index.has(row)) return choose(0, 0);
  choose(
    table.index.get(row),
    Math.max(
      0,
      table.columns.findIndex(({ name }) => name === column),
    ),
  );
  table.grid.focus({ preventScroll: true });
}

// Listens to the grid: a new one, if its list could not be read for a while.
function attach(grid) {
  if (heard && document.activeElement === document.body) grid.focus({ preventScroll: true });
  if (heard) paint();
  else chooseFirst();
  heard = grid;
  listen();
  grid.addEventListener("keydown", keys);
  grid.addEventListener("pointerdown", pressed);
  grid.addEventListener("dblclick", (event) => {
    if (placeOf(event.target)?.column >= 0) edits();
  });
}

function take() {
  if (!read()) return;
  settle();
  if (table.grid === heard) paint();
  else attach(table.grid);
  besides();
}

for (const kind of ["copy", "cut"]) document.addEventListener(kind, copying);
document.addEventListener("paste", pasting);
$("gridtools").addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) act(button.dataset.do);
});
document.addEventListener("studio:updating", asSent);
document.addEventListener("studio:updated", take);
document.addEventListener("grid:chosen", besides);
take();
loadWords();
