// Sends the grid's edits, one after the other, each based on the version of the file that the last one made.

import { edit, inTurn, say } from "./edits.js";
import { cellAt, isReadOnly, setText, table } from "./gridtable.js";
import { during } from "./gridwait.js";
import { update } from "./live.js";

const LONGEST_PAGE = 20000; // milliseconds in which the page with an edit must have come

let base = "",
  known = 0; // the file's digest, and the number of the edit that made it
let boot = ""; // which run of the server counts these edits
let arrived = () => {};
let sending = 0; // edits that wait for their turn or their answer
const pending = new Map(); // texts of cells that are saved, or being saved, and that the page doesn't show yet

// Takes in the page. One that may be older than our last edit shows what is pending; the newer one is on its way.
export function settle() {
  const { base: shown, edit: number } = table.grid.dataset;
  const [now] = document.body.dataset.state.split(".");
  if (now !== boot) [boot, known] = [now, 0];
  const isOlder = isOld();
  if (!isOlder) [base, known] = [shown, Number(number)];
  if (isOlder || sending) for (const { key, column, text } of pending.values()) show(key, column, text);
  else pending.clear();
  if (!isOlder) arrived();
}

// Whether the page shows the list as it was before our last edit.
const isOld = () => Number(table.grid?.dataset.edit) < known;

export const version = () => base;

export function show(key, column, text) {
  const cell = cellAt(table.index.get(key), column);
  if (cell) setText(cell, text);
  pending.set(`${key}\n${column}`, { key, column, text });
}

// `build()` gives { request, base, uploads } when its turn comes, or a text that says why it can't be made. Of
// what changes rows, the page is awaited. Gives true if it is done.
export function send(build, changesRows = false) {
  if (isReadOnly()) return Promise.resolve();
  sending += 1;
  return inTurn(() => sendNow(build, changesRows))
    .catch((error) => say(String(error), "bad"))
    .finally(() => {
      sending -= 1;
      if (!sending && !isOld()) pending.clear();
    });
}

// Sends new contents of cells, each { key, column }. Keys that are pressed meanwhile wait if a card may get
// another id by it.
export const save = (build, cells, changesRows = false) =>
  cells.some(givesId) ? during(() => send(build, true)) : send(build, changesRows);

// The id itself, or the first name of a new card.
function givesId({ key, column }) {
  const { name } = table.columns[column];
  return key !== undefined && (name === "id" || (name === "name" && /(^new-card(-\d+)?|-1)$/.test(key)));
}

async function sendNow(build, changesRows) {
  if (isReadOnly()) return false; // meanwhile
  const wanted = build();
  if (typeof wanted === "string") return say(wanted, "bad");
  const path = `cards/${table.grid.dataset.list}`;
  const result = await edit(
    path,
    { base: wanted.base ?? base, request: wanted.request, uploads: wanted.uploads ?? [] },
    async (conflict) => {
      await update();
      base = conflict.digest;
      await sendNow(() => {
        const again = build(true);
        return typeof again === "string" ? again : { ...again, base };
      }, changesRows);
    },
  );
  if (!result.done) {
    pending.clear();
    await update();
    return false;
  }
  take(result);
  if (changesRows && isOld()) await page(); // which may have come before the answer
  return true;
}

function take(result) {
  const digest = result.files[table.grid?.dataset.file];
  if (digest !== undefined) base = digest;
  known = Math.max(known, result.edit);
}

function page() {
  return Promise.race([
    new Promise((done) => {
      arrived = done;
    }),
    new Promise((done) => setTimeout(done, LONGEST_PAGE)),
  ]);
}

// Undo and redo are made elsewhere.
document.addEventListener("studio:edited", (event) => {
  take(event.detail);
});
