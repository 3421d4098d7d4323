// The dialog of a column: what a request changes is shown with every line, and then done or not.

import { $, edit, inTurn, make, post, prose, say } from "./edits.js";
import { table } from "./gridtable.js";

const dialog = () => $("fielddialog");
const path = () => `fields/${table.grid.dataset.list}`;

// What fields may choose from: the items of each list, and the symbols.
export const choices = () => JSON.parse(table.grid.dataset.choices);

export const cancel = () => make("button", { type: "button", click: () => dialog().close() }, "Cancel");

export const actions = (label) =>
  make("p", { class: "actions" }, make("button", { class: "main" }, label), " ", cancel());

export function named(value, more = {}) {
  const field = make("input", {
    type: "text",
    name: "name",
    required: true,
    maxlength: 60,
    autocomplete: "off",
    ...more,
  });
  field.value = value;
  return field;
}

// Opens the dialog with its parts, the last of which has the buttons. `submit` gives why not, or nothing.
export function show(title, submit, ...parts) {
  const refused = make("p", { class: "refused", role: "alert" });
  const form = make(
    "form",
    {
      class: "starting",
      submit: async (event) => {
        event.preventDefault();
        refused.textContent = "";
        complain(await submit());
      },
    },
    make("h2", { id: "fielddialog-title" }, title),
    ...parts.slice(0, -1).filter(Boolean),
    refused,
    parts.at(-1),
  );
  dialog().replaceChildren(form);
  if (!dialog().open) dialog().showModal();
}

export function complain(why) {
  const refused = dialog().querySelector(".refused");
  if (why && refused) refused.textContent = `Nothing is written: ${why}.`;
}

// Asks what a request changes: { bases, files, … }, or { refused }.
export const preview = (request) =>
  post(path(), { request }).catch(() => ({ refused: "the studio doesn’t answer" }));

// Writes what was shown. Gives why not, or nothing.
async function write(request, bases) {
  const result = await inTurn(() => edit(path(), { request, bases }));
  if (!result.done) return result.refused ?? "a file has changed meanwhile; try again";
  dialog().close();
  document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
  say(`Done: ${result.done}. Ctrl+Z takes it back.`);
  table.grid.focus({ preventScroll: true });
  return "";
}

// Makes a request without showing what it changes. Gives why not, or nothing.
export async function doNow(request) {
  const shown = await preview(request);
  return shown.refused ?? write(request, shown.bases);
}

// Shows what a request changes, with a button that does it. Gives why it can't be, or nothing.
export async function review(request, title, label) {
  const shown = await preview(request);
  return shown.refused ?? present(shown, request, title, label);
}

export function present(shown, request, title, label) {
  const number = shown.files.length;
  show(
    title,
    () => write(request, shown.bases),
    make("p", {}, `These lines change, in ${number === 1 ? "one file" : `${number} files`}:`),
    make(
      "div",
      { class: "versions", tabindex: 0, role: "region", "aria-label": "What changes" },
      ...shown.files.map(lines),
    ),
    shown.mistakes.length > 0 &&
      make(
        "div",
        { class: "stilluses" },
        make("p", {}, "These will be mistakes, until you change them:"),
        make("ul", {}, ...shown.mistakes.map((each) => make("li", {}, ...prose(each)))),
      ),
    shown.uses.length > 0 && used(request, shown.uses),
    actions(label),
  );
  return "";
}

const used = ({ type }, places) =>
  type === "delete"
    ? make("p", { class: "stilluses" }, `Still used, and a mistake until you change it: ${places.join(", ")}`)
    : make("p", { class: "hint" }, `Used in ${places.join(", ")}. Look whether it means the same there.`);

const lines = ({ file, lines: changed, more }) =>
  make(
    "table",
    {},
    make("caption", {}, file),
    make(
      "thead",
      {},
      make("tr", {}, make("th", { scope: "col" }, "now"), make("th", { scope: "col" }, "then")),
    ),
    make("tbody", {}, ...changed.map(pair), more > 0 && make("tr", {}, left(more))),
  );

const pair = ([now, then]) =>
  make("tr", { class: "changed" }, make("td", {}, now.trim()), make("td", {}, then.trim()));

const left = (more) => make("td", { colspan: 2 }, `and ${more} more ${more === 1 ? "line" : "lines"}`);
