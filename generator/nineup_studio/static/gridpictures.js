// Pictures in the grid: one is dropped or pasted on a cell, many are matched to the cards by their names.

import { $, make, post, say } from "./edits.js";
import { send, show } from "./gridsave.js";
import { active, cellAt, choose, isReadOnly, placeOf, table, textAt } from "./gridtable.js";
import { chooser, hinted, pictureDialog, placed, upload, wayOf } from "./pictures.js";

const MAX_FILES = 500;
const ENDING = /\.(png|jpe?g|webp|gif|bmp|svgz?)$/i;

const isPicture = (column) => column?.kind === "picture";
const columns = () => [...table.columns.entries()].filter(([, column]) => isPicture(column));
const card = (row) => table.rows[row]?.dataset.key;

// Writes values with the pictures that they name, as one edit. `cells` have { key, value, uploads }. Gives
// whether it is done.
function write(at, cells) {
  const { name } = table.columns[at];
  for (const { key, value } of cells) show(key, at, value);
  return send(() => {
    const gone = cells.find(({ key }) => !table.index.has(key));
    if (gone) return `${gone.key} is not in the new version.`;
    return {
      request: {
        type: "cells",
        cells: cells.map(({ key, value }) => ({ row: table.index.get(key), column: name, text: value })),
      },
      uploads: cells.flatMap(({ uploads }) => uploads),
    };
  });
}

// Opens the dialog of a picture's cell.
export function editPicture(row, at, first = null) {
  const key = card(row),
    column = table.columns[at];
  pictureDialog({
    title: `${column.name} of ${key}`,
    column,
    value: textAt(row, at),
    first,
    after: () => table.grid?.focus({ preventScroll: true }),
    save: async (value, uploads) => {
      const isSame = value === textAt(table.index.get(key) ?? row, at) && !uploads.length;
      return isSame || (await write(at, [{ key, value, uploads }])) ? "" : "Nothing is written.";
    },
  });
}

// The cell that a single picture is for: this one if it holds a picture, or the card's only one.
function target({ row, column }) {
  const known = columns();
  if (isPicture(table.columns[column])) return [row, column];
  return known.length === 1 ? [row, known[0][0]] : null;
}

// Puts one picture into a cell. If another one has its name, the dialog asks.
async function put(file, row, at, name = file.name) {
  const key = card(row),
    column = table.columns[at];
  say(`Checking ${name} …`);
  const reply = await upload(file, column, name);
  if (reply.refused)
    return say(`${reply.refused}.${reply.hint ? ` ${hinted(reply.hint)}` : ""} Nothing is written.`, "bad");
  const now = table.index.get(key);
  if (now === undefined) return say(`${key} is gone: nothing is written.`, "bad");
  choose(now, at);
  if (reply.taken && !reply.taken.is_same) return editPicture(now, at, { file, reply });
  const cell = { key, ...placed(reply, column) };
  if (await write(at, [cell])) say(`${key} shows ${cell.value}. Ctrl+Z takes it back.`);
}

// Takes what is dropped on the grid or pasted: one picture is for the cell there, more find their cards.
export async function takeFiles(files, place) {
  if (isReadOnly()) return;
  if (!columns().length) return say("This list has no column for pictures: add one with + Column.", "bad");
  const wanted = files.filter(({ name }) => !/^(\.|thumbs\.db$|desktop\.ini$)/i.test(name));
  if (!wanted.length) return say("There is no file in this.", "bad");
  if (wanted.length > MAX_FILES)
    return say(`At most ${MAX_FILES} pictures can be dropped at once; these are ${wanted.length}.`, "bad");
  const cell = wanted.length === 1 && place ? target(place) : null;
  if (cell) await put(wanted[0], ...cell);
  else await match(wanted);
}

// A picture of the clipboard has no name of its own: it is called after its card.
export function pastePicture(files) {
  if (isReadOnly()) return;
  const { row, column } = active();
  const cell = table.rows.length ? target({ row, column }) : null;
  if (!cell) return say("Choose a cell of a column for pictures first.", "bad");
  const [file] = files;
  const isNameless = /^image\.\w+$/.test(file.name);
  put(file, ...cell, isNameless ? `${card(row)}.${file.name.split(".").pop()}` : file.name);
}

// Many files

async function match(files) {
  const dialog = $("picturedialog");
  const pictures = files.filter(({ name }) => ENDING.test(name));
  const others = files.filter(({ name }) => !ENDING.test(name));
  const list = table.grid.dataset.list;
  const status = make("p", { class: "hint", role: "status" });
  const refused = make("p", { class: "refused", role: "alert" });
  const [first] = columns();
  const column = make(
    "select",
    { "aria-label": "The column" },
    ...columns().map(([at, { name }]) => make("option", { value: at }, name)),
  );
  const at = () => Number(column.value || first[0]);
  const body = make("tbody", {});
  const left = make("p", { class: "without" });
  const add = make("button", { class: "main", disabled: true }, "Add them");
  let isClosed = false;

  const form = make(
    "form",
    {
      class: "starting picturing",
      submit: async (event) => {
        event.preventDefault();
        const cells = rows.flatMap((row) => row.cell());
        if (!cells.length) return;
        add.disabled = true;
        if (await write(at(), cells)) {
          dialog.close();
          say(`Done: ${pieces(cells.length)}. Ctrl+Z takes them all back.`);
          table.grid.focus({ preventScroll: true });
        } else {
          refused.textContent = "Nothing is written.";
          add.disabled = false;
        }
      },
    },
    make("h2", { id: "picturedialog-title" }, `${pieces(pictures.length)} for ${list}`),
    columns().length > 1 && make("label", {}, make("span", {}, "For"), " ", column),
    status,
    make(
      "div",
      { class: "matches", tabindex: 0, role: "region", "aria-label": "Pictures and their cards" },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make("tr", {}, ...["Picture", "Card"].map((title) => make("th", { scope: "col" }, title))),
        ),
        body,
      ),
    ),
    left,
    others.length > 0 &&
      make("p", { class: "without" }, `No pictures, so left out: ${names(others.map((each) => each.name))}.`),
    refused,
    make(
      "p",
      { class: "actions" },
      add,
      " ",
      make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  dialog.replaceChildren(form);
  dialog.addEventListener(
    "close",
    () => {
      isClosed = true;
      for (const row of rows) row.close();
    },
    { once: true },
  );
  let rows = [];
  if (!dialog.open) dialog.showModal();

  const answer = await post(`matches/${list}`, { files: pictures.map(({ name }) => name) }).catch(() => ({
    refused: "The studio doesn't answer.",
  }));
  if (answer.refused) {
    refused.textContent = answer.refused;
    return;
  }
  const taken = () => new Map(rows.map((row) => [row.key(), row]));
  function count() {
    const chosen = rows.map((row) => row.key()).filter(Boolean);
    const twice = chosen.find((key, place) => chosen.indexOf(key) !== place);
    const ready = rows.flatMap((row) => row.cell()).length;
    add.disabled = Boolean(twice) || !ready || rows.some((row) => row.isWaiting());
    add.textContent = ready ? `Add ${pieces(ready)}` : "Add them";
    refused.textContent = twice ? `Two pictures are for ${twice}: choose another card for one of them.` : "";
    const without = answer.cards.filter(
      ({ key }) => !taken().has(key) && !textAt(table.index.get(key) ?? 0, at()),
    );
    for (const row of rows) row.mark((key) => Boolean(textAt(table.index.get(key) ?? 0, at())));
    left.textContent = without.length
      ? `Still without a picture: ${names(without.map((each) => each.id))}.`
      : "Every card has a picture then.";
  }
  rows = pictures.map((file, number) =>
    matchRow(file, answer.found[number], answer.cards, () => table.columns[at()], count),
  );
  body.append(...rows.map((row) => row.element));
  column.addEventListener("change", count);
  count();
  for (const [number, row] of rows.entries()) {
    if (isClosed) return;
    status.textContent = `Checking ${number + 1} of ${rows.length} …`;
    await row.send();
    count();
  }
  const bad = rows.filter((row) => row.isRefused()).length;
  status.textContent = bad ? `Checked. ${pieces(bad)} can't be used.` : "All are checked.";
}

const pieces = (number) => (number === 1 ? "1 picture" : `${number} pictures`);
const names = (all) => all.slice(0, 12).join(", ") + (all.length > 12 ? ` and ${all.length - 12} more` : "");

// A file with the card that it is for.
function matchRow(file, [key, why], cards, column, changed) {
  const url = URL.createObjectURL(file);
  const choice = make(
    "select",
    { "aria-label": `The card of ${file.name}`, change: changed },
    make("option", { value: "" }, "none"),
    ...cards.map((each) =>
      make(
        "option",
        { value: each.key },
        each.name && each.name !== each.id ? `${each.id}: ${each.name}` : each.id,
      ),
    ),
  );
  choice.value = key ?? "";
  const says = make("span", { class: "why" }, why);
  const labels = new Map([...choice.options].map((option) => [option.value, option.textContent]));
  let reply = null;
  const image = make("img", { src: url, alt: "", draggable: "false", error: () => image.remove() });
  const element = make(
    "tr",
    {},
    make("th", { scope: "row" }, make("div", { class: "file" }, image, make("span", {}, file.name))),
    make("td", {}, choice, says),
  );
  return {
    element,
    key: () => choice.value,
    isWaiting: () => !reply,
    mark(has) {
      for (const option of choice.options)
        if (option.value)
          option.textContent = labels.get(option.value) + (has(option.value) ? " (has one)" : "");
    },
    isRefused: () => Boolean(reply?.refused),
    close: () => URL.revokeObjectURL(url),
    async send() {
      reply = await upload(file, column());
      if (reply.refused) {
        choice.value = "";
        choice.disabled = true;
        element.classList.add("bad");
        says.textContent = `${reply.refused.replace(`${file.name} `, "")}.`;
      } else if (reply.taken?.is_same) says.textContent = `${reply.taken.name} is there already, the same`;
      else if (reply.taken)
        says.replaceChildren(wayOf(reply.taken, `Another picture is called ${reply.taken.name}`));
    },
    cell() {
      if (!choice.value || !reply || reply.refused) return [];
      return [{ key: choice.value, ...placed(reply, column(), says.querySelector("select")?.value) }];
    },
  };
}

// What is dropped: files, and those in folders.
async function filesIn(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const files = [];
  for (const entry of entries) await walk(entry, files);
  return files;
}

async function walk(entry, files) {
  if (files.length > MAX_FILES) return;
  if (entry.isFile) files.push(await new Promise((done, failed) => entry.file(done, failed)));
  else {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return;
      for (const each of some) await walk(each, files);
    }
  }
}

let marked = null;

function mark(cell) {
  marked?.classList.remove("drop-here");
  marked = cell;
  cell?.classList.add("drop-here");
}

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files") || !event.target.closest?.("#gridbox")) return mark(null);
  event.preventDefault();
  const place = placeOf(event.target);
  const cell = place && target(place);
  mark(cell ? cellAt(...cell) : null);
});
document.addEventListener("dragleave", (event) => event.relatedTarget || mark(null));
document.addEventListener("drop", (event) => {
  mark(null);
  if (!event.dataTransfer?.types.includes("Files") || !event.target.closest?.("#gridbox")) return;
  event.preventDefault();
  const place = placeOf(event.target);
  filesIn(event.dataTransfer)
    .then((files) => takeFiles(files, place))
    .catch(() => say("This can't be read.", "bad"));
});

// The buttons for many pictures, where the list has a column for them; what they choose finds its cards.
function offer() {
  const tools = $("picturetools");
  if (!tools || tools.firstElementChild) return;
  const take = (files) => takeFiles(files, null);
  tools.append(
    ...chooser("Pictures …", take, { multiple: true }),
    " ",
    ...chooser("A folder …", take, { webkitdirectory: true }),
  );
}

document.addEventListener("studio:updated", offer);
offer();
