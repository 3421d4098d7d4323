// Fields of a card list: a dialog that adds one with a value for the cards there are, and one that renames or
// deletes one after it has shown every line that changes.

import { control } from "./controls.js";
import { $, edit, make, post, say } from "./edits.js";
import { table } from "./gridtable.js";

// What a field can hold, in a designer's words: its declaration, of a list if it chooses from one, and the
// control and first value for the cards there are.
const KINDS = {
  text: { label: "Text", declare: () => "text", kind: "text", value: "" },
  rich: { label: "Rich text: symbols, bold, italic", declare: () => "rich", kind: "rich", value: "" },
  number: { label: "Number", declare: () => "number", kind: "number", value: 0 },
  "yes-no": { label: "Yes or no", declare: () => "yes-no", kind: "yes-no", value: "no" },
  one: { label: "One of a list", declare: (list) => oneOf(list), kind: "one", lists: true },
  some: {
    label: "Several of a list",
    declare: (list) => ({ "some-of": list }),
    kind: "some",
    lists: true,
    value: [],
  },
  counts: {
    label: "Counts of symbols or of a list",
    declare: (list) => ({ "counts-of": list }),
    kind: "counts",
    lists: true,
    value: {},
  },
  picture: { label: "Picture: the name of its file", declare: () => "text", kind: "text", value: "" },
  record: { label: "Record: a group of fields", parts: true },
};

const PARTS = ["text", "rich", "number", "yes-no"];
const oneOf = (list) => (list === "symbol" ? "symbol" : { "one-of": list });

const dialog = () => $("fielddialog");
const path = () => `fields/${table.grid.dataset.list}`;
const options = (pairs) => pairs.map(([value, label]) => make("option", { value }, label));
const actions = (label, kind = "main") =>
  make(
    "p",
    { class: "actions" },
    make("button", { class: kind }, label),
    " ",
    make("button", { type: "button", click: () => dialog().close() }, "Cancel"),
  );

function show(title, submit, ...parts) {
  const refused = make("p", { class: "refused", role: "alert" });
  const form = make(
    "form",
    {
      class: "starting",
      submit: async (event) => {
        event.preventDefault();
        refused.textContent = "";
        const why = await submit();
        if (why) refused.textContent = `Nothing is written: ${why}.`;
      },
    },
    make("h2", { id: "fielddialog-title" }, title),
    ...parts.slice(0, -1),
    refused,
    parts.at(-1),
  );
  dialog().replaceChildren(form);
  if (!dialog().open) dialog().showModal();
  return form;
}

// Asks what a request changes: { bases, files }, or { refused }.
const preview = (request) =>
  post(path(), { request }).catch(() => ({ refused: "the studio doesn’t answer" }));

// Writes what was shown. Gives why not, or nothing.
async function write(request, bases) {
  const result = await edit(path(), { request, bases });
  if (!result.done) return result.refused ?? "a file has changed meanwhile; try again";
  dialog().close();
  document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
  say(`Done: ${result.done}. Ctrl+Z takes it back.`);
  table.grid.focus({ preventScroll: true });
  return "";
}

// + Column

function adding() {
  const choices = JSON.parse($("addfield").dataset.choices);
  const known = Object.keys(choices).map((name) => [name, name === "symbol" ? "the symbols" : name]);
  const name = make("input", {
    type: "text",
    name: "name",
    required: true,
    maxlength: 60,
    autocomplete: "off",
    placeholder: "Attack power",
  });
  const holds = make(
    "select",
    { name: "holds" },
    ...options(usable(known).map(([id, kind]) => [id, kind.label])),
  );
  const list = make("select", { name: "of" }, ...options(known));
  const of = make("label", {}, make("span", {}, "Of"), " ", list);
  const isOptional = make("input", { type: "checkbox" });
  const value = make("div", { class: "fieldvalue" });
  const parts = groupOf();
  let field = null;
  function update() {
    const kind = KINDS[holds.value];
    of.hidden = !kind.lists;
    parts.element.hidden = !kind.parts;
    value.hidden = isOptional.checked || Boolean(kind.parts);
    const of_list = choices[list.value] ?? [];
    const first = kind.value ?? of_list[0]?.[0];
    field = control(
      { kind: kind.kind ?? "text", choices: of_list, is_optional: false, name: "value" },
      first,
      { symbols: [], terms: [] },
      "The value on the cards there are",
    );
    value.replaceChildren(make("span", {}, "Cards now get"), field.element);
  }
  for (const each of [holds, list, isOptional]) each.addEventListener("change", update);
  holds.addEventListener("change", () => {
    if (holds.value === "picture") isOptional.checked = true;
    update();
  });
  const request = () => {
    const kind = KINDS[holds.value];
    const declared = kind.parts ? parts.declared() : kind.declare(list.value);
    const given = kind.parts ? parts.value() : field.value();
    return { type: "add", name: name.value, kind: declared, value: isOptional.checked ? null : given };
  };
  show(
    "New column",
    async () => {
      const wanted = request();
      const shown = await preview(wanted);
      return shown.refused ?? write(wanted, shown.bases);
    },
    make("label", {}, make("span", {}, "Name"), " ", name),
    make("label", {}, make("span", {}, "Holds"), " ", holds),
    of,
    parts.element,
    value,
    make("label", { class: "fieldoptional" }, isOptional, make("span", {}, "Cards may lack it")),
    actions("Add it"),
  );
  update();
  name.focus();
}

const usable = (known) => Object.entries(KINDS).filter(([, kind]) => !kind.lists || known.length);

// The fields of a record: each has a name and a type.
function groupOf() {
  const rows = make("div", {});
  const add = () =>
    rows.append(
      make(
        "p",
        { class: "fieldpart" },
        make("input", { type: "text", "aria-label": "Name of a part", autocomplete: "off", maxlength: 60 }),
        " ",
        make(
          "select",
          { "aria-label": "What the part holds" },
          ...options(PARTS.map((id) => [id, KINDS[id].label])),
        ),
      ),
    );
  add();
  add();
  const element = make(
    "div",
    { class: "fieldparts" },
    rows,
    make("button", { type: "button", class: "small", click: add }, "+ Part"),
  );
  const filled = () =>
    [...rows.children]
      .map((row) => [row.querySelector("input").value.trim(), row.querySelector("select").value])
      .filter(([name]) => name);
  return {
    element,
    declared: () => ({ record: Object.fromEntries(filled()) }),
    value: () => Object.fromEntries(filled().map(([name, kind]) => [name, KINDS[kind].value])),
  };
}

// A column's menu: each of its two requests is shown with every line that changes, and then done or not.

function changing(field) {
  const name = make("input", {
    type: "text",
    name: "to",
    required: true,
    maxlength: 60,
    autocomplete: "off",
  });
  name.value = field;
  show(
    `The field ${field}`,
    () => review({ type: "rename", field, to: name.value }, "Rename it"),
    make("label", {}, make("span", {}, "Name"), " ", name),
    make(
      "p",
      { class: "actions" },
      make("button", { class: "main" }, "Rename …"),
      " ",
      make(
        "button",
        {
          type: "button",
          click: async () => {
            const why = await review({ type: "delete", field }, "Delete it");
            if (why) dialog().querySelector(".refused").textContent = `Nothing is written: ${why}.`;
          },
        },
        "Delete …",
      ),
      " ",
      make("button", { type: "button", click: () => dialog().close() }, "Cancel"),
    ),
  );
  name.select();
}

// Shows what a request changes, with a button that does it. Gives why it can't be, or nothing.
async function review(request, label) {
  const shown = await preview(request);
  if (shown.refused) return shown.refused;
  const number = shown.files.length;
  show(
    request.type === "delete" ? `Delete ${request.field}` : `Rename ${request.field}`,
    () => write(request, shown.bases),
    make("p", {}, `These lines change, in ${number === 1 ? "one file" : `${number} files`}:`),
    make(
      "div",
      { class: "versions", tabindex: 0, role: "region", "aria-label": "What changes" },
      ...shown.files.map(lines),
    ),
    shown.uses.length > 0 &&
      make(
        "p",
        { class: "stilluses" },
        `Still used, and a mistake until you change it: ${shown.uses.join(", ")}`,
      ),
    actions(label),
  );
  return "";
}

const lines = ({ file, rows }) =>
  make(
    "table",
    {},
    make("caption", {}, file),
    make(
      "thead",
      {},
      make("tr", {}, make("th", { scope: "col" }, "now"), make("th", { scope: "col" }, "then")),
    ),
    make("tbody", {}, ...rows.filter(([kind]) => kind === "changed").map(pair)),
  );

const pair = ([, now, then]) =>
  make("tr", { class: "changed" }, make("td", {}, now.trim()), make("td", {}, then.trim()));

document.addEventListener("click", (event) => {
  const menu = event.target.closest(".fieldmenu");
  if (menu) changing(menu.dataset.field);
  if (event.target.closest("#addfield")) adding();
});
