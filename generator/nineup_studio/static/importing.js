// Imports a spreadsheet into a card list: what its columns are for, what doesn't fit, what changes and the first
// cards as drawn are shown before anything is written. And makes a text file of a list that is a workbook.

import { $, address, edit, inTurn, make, prose, say } from "./edits.js";
import { faceAddress } from "./here.js";

const TABLE = /\.(csv|tsv|xlsx|ods|json)$/i;
const NEW = " new";
const IGNORED = " ignored";
const ADDED = " added";

const dialog = () => $("importdialog");
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

// What is wanted: the file and, by title or cell, what the user has said about it.
let wanted = null;
let latest = 0;

function open(file = null) {
  const lists = JSON.parse(dialog().dataset.lists);
  wanted = { file, into: dialog().dataset.list || lists[0]?.[0] || NEW, columns: {}, add: {}, leave_out: [] };
  wanted.convert = true;
  const name = make("input", { type: "text", name: "new", maxlength: 80, autocomplete: "off", change: show });
  const named = make("label", { hidden: wanted.into !== NEW }, make("span", {}, "Name"), " ", name);
  const into = make(
    "select",
    {
      name: "into",
      change: () => {
        wanted.into = into.value;
        named.hidden = into.value !== NEW;
        Object.assign(wanted, { columns: {}, add: {}, leave_out: [] });
        show();
      },
    },
    ...lists.map(([list, path]) => make("option", { value: list, title: path }, list)),
    make("option", { value: NEW }, "a new list"),
  );
  into.value = wanted.into;
  const choose = make("input", {
    type: "file",
    name: "file",
    accept: ".csv,.tsv,.xlsx,.ods,.json",
    change: () => take(choose.files[0]),
  });
  dialog().replaceChildren(
    make(
      "form",
      { class: "starting", submit: write },
      make("h2", { id: "importdialog-title" }, "Import cards"),
      make("label", {}, make("span", {}, "File"), " ", choose),
      make("label", {}, make("span", {}, "Into"), " ", into),
      named,
      make("div", {
        class: "importfound",
        role: "region",
        "aria-label": "What the import does",
        tabindex: 0,
      }),
      make("p", { class: "refused", role: "alert" }),
      make(
        "p",
        { class: "actions" },
        make("button", { class: "main", disabled: true }, "Import"),
        " ",
        make("button", { type: "button", click: () => dialog().close() }, "Cancel"),
      ),
    ),
  );
  dialog().showModal();
  if (file) take(file);
}

const part = (selector) => dialog().querySelector(selector);

function take(file) {
  if (!file) return;
  Object.assign(wanted, { file, columns: {}, add: {}, leave_out: [] });
  const name = part("[name=new]");
  if (!name.value) name.value = title(file.name);
  part("[name=file]").title = file.name;
  show();
}

// A file's name as that of a list: `Tea cups` from `tea-cups.xlsx`.
function title(file) {
  const words = file
    .replace(/\.\w+$/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function ask(bases = null) {
  const isNew = wanted.into === NEW;
  const words = {
    name: wanted.file.name,
    into: isNew ? "" : wanted.into,
    new: isNew ? part("[name=new]").value : "",
    wish: {
      columns: wanted.columns,
      add: wanted.add,
      convert: wanted.convert,
      leave_out: wanted.leave_out,
    },
    bases,
  };
  const body = new Blob([JSON.stringify(words), "\n", wanted.file]);
  const response = await fetch(address("import"), { method: "POST", body }).catch(() => null);
  if (!response) return { refused: "the studio doesn’t answer, or the file has changed" };
  if (!response.ok) return { refused: (await response.text()).trim() };
  return response.json();
}

// Shows what an import does; the answer to an earlier question is not shown any more.
async function show() {
  if (!wanted.file) return;
  latest += 1;
  const asked = latest;
  part(".main").disabled = true;
  dialog().classList.add("asking");
  const plan = await ask();
  if (asked !== latest || !dialog().open) return;
  dialog().classList.remove("asking");
  wanted.bases = plan.bases;
  part(".refused").textContent = plan.refused ? `Nothing is written: ${plan.refused}.` : "";
  part(".importfound").replaceChildren(...(plan.refused && !plan.columns ? [] : parts(plan)));
  part(".main").disabled = !plan.bases;
}

function parts(plan) {
  return [
    ...(plan.columns.length ? [columns(plan), text(plan)] : []),
    plan.misfits.length > 0 && misfits(plan),
    plan.cells.length > 0 && cells(plan),
    plan.faces.length > 0 && faces(plan),
    plan.findings.length > 0 && findings(plan),
  ].filter(Boolean);
}

const table = (caption, heads, rows) =>
  make(
    "table",
    {},
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );

const row = (...each) => make("tr", {}, ...each.map((inner) => make("td", {}, inner)));

// What each column is for, and the choices for it.

function columns(plan) {
  return table(
    plan.table,
    ["Column", "Field", "For example"],
    plan.columns.map((use) => row(use.title, choice(use, plan.fields), use.examples.join(" · "))),
  );
}

function choice(use, fields) {
  const select = make(
    "select",
    { "aria-label": `What ${use.title} is for`, change: () => choose(use, select.value) },
    make("option", { value: IGNORED }, "not for the cards"),
    use.guess && make("option", { value: ADDED }, `+ ${use.guess}, ${kind(use.kind)}`),
    ...fields.map((field) => make("option", {}, field)),
    use.field && !use.is_new && !fields.includes(use.field) && make("option", {}, use.field),
  );
  select.value = use.is_new ? ADDED : use.field || IGNORED;
  return use.problem ? make("span", {}, select, make("small", {}, use.problem)) : select;
}

function choose(use, value) {
  delete wanted.add[use.title];
  delete wanted.columns[use.title];
  if (value === ADDED) wanted.add[use.title] = "";
  else wanted.columns[use.title] = value === IGNORED ? "" : value;
  show();
}

// A declaration in words: `optional one of suit`.
function kind(declared) {
  if (typeof declared !== "object") return declared === "rich" ? "rich text" : declared;
  return Object.entries(declared)
    .map(([name, of]) => `${name.replace("-", " ")} ${kind(of)}`)
    .join(" ");
}

// Its counts, and what becomes of HTML.

function text(plan) {
  const staying = plan.staying
    ? `; ${count(plan.staying, "other card")} of the list ${plan.staying === 1 ? "stays" : "stay"}`
    : "";
  const convert = make("input", {
    type: "checkbox",
    change: () => {
      wanted.convert = convert.checked;
      show();
    },
  });
  convert.checked = wanted.convert;
  const html = plan.converted
    ? `Convert HTML, such as <b>, in ${count(plan.converted, "text")}`
    : "Convert HTML";
  return make(
    "div",
    {},
    make(
      "p",
      { class: "counts" },
      `${count(plan.added, "card")} added, ${plan.updated} updated, ${plan.same} the same${staying}.`,
    ),
    plan.left_out.length > 0 && make("p", {}, ...prose(`Left out: ${plan.left_out.join(", ")}`)),
    (plan.converted > 0 || !wanted.convert) &&
      make("label", { class: "fieldoptional" }, convert, make("span", {}, html)),
    plan.tags.length > 0 && make("p", {}, `Left as they are: ${plan.tags.join(", ")}`),
    plan.styles.length > 0 && make("p", {}, `Styles that style.yaml needs: ${plan.styles.join(", ")}`),
  );
}

// Values that don't fit: each is corrected in the table, or left out.

function misfits(plan) {
  const places = plan.misfits.map((each) => each.place).filter(Boolean);
  const leave = (cells) => {
    wanted.leave_out = [...new Set([...wanted.leave_out, ...cells])];
    show();
  };
  const one = (each) =>
    each.place
      ? make(
          "button",
          {
            type: "button",
            class: "small",
            "aria-label": `Leave out ${each.place}`,
            click: () => leave([each.place]),
          },
          "leave out",
        )
      : "";
  const why = (each) => make("span", {}, ...prose(each.hint ? `${each.why}; ${each.hint}` : each.why));
  return make(
    "div",
    { class: "misfits" },
    table(
      `${count(plan.misfits.length + plan.more_misfits, "value")} to correct in the file, or to leave out`,
      ["Cell", "Card", "Value", "Why", ""],
      plan.misfits.map((each) => row(each.place, each.card, each.value, why(each), one(each))),
    ),
    more(plan.more_misfits),
    places.length > 1 &&
      make(
        "button",
        { type: "button", class: "small", click: () => leave(places) },
        "leave out all of these",
      ),
  );
}

const more = (number) => number > 0 && make("p", {}, `… and ${number} more`);

function cells(plan) {
  return make(
    "div",
    { class: "changes" },
    table(
      "What changes",
      ["Card", "Field", "Now", "Then"],
      plan.cells.map((each) => row(each.card, each.field, each.before, each.after)),
    ),
    more(plan.more_cells),
  );
}

const faces = (plan) =>
  make(
    "p",
    { class: "firstcards" },
    ...plan.faces.map(([card, face]) =>
      make("img", { src: faceAddress(face), alt: `${card}, as it will be` }),
    ),
  );

const findings = (plan) =>
  make(
    "ul",
    { class: "said", "aria-label": "Findings about these cards" },
    ...plan.findings.map((said) => make("li", {}, ...prose(said))),
    plan.more_findings > 0 && make("li", {}, `… and ${plan.more_findings} more`),
  );

async function write(event) {
  event.preventDefault();
  if (part(".main").disabled) return;
  part(".main").disabled = true;
  const result = await inTurn(() => ask(wanted.bases));
  if (!result.done) {
    const why = result.refused ?? `${result.conflict.file} has changed meanwhile; look at it again`;
    part(".refused").textContent = `Nothing is written: ${why}.`;
    wanted.bases = null;
    return;
  }
  dialog().close();
  document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
  say(`Done: ${result.done}. Ctrl+Z takes it back.`);
  if (wanted.into === NEW) go(result.files, /\.yaml$/);
}

// Goes to the list among the files of an edit.
function go(files, ending) {
  const file = Object.keys(files).find(
    (each) => each.startsWith("cards/") && !each.endsWith("/game.yaml") && ending.test(each),
  );
  const name = file.split("/").at(-1);
  location.href = address(`cards/${name.replace(/\.\w+$/, "")}/${name}`);
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("#importlist")) open();
  const button = event.target.closest("[data-convert]");
  if (!button) return;
  const { convert, list } = button.dataset;
  button.disabled = true;
  const result = await inTurn(() => edit("convert", { list, to: convert }));
  button.disabled = false;
  if (!result.done) return;
  const file = Object.keys(result.files).find(
    (each) => each.endsWith(convert) && !each.endsWith("game.yaml"),
  );
  location.href = address(`cards/${list.split("/")[0]}/${file.split("/").at(-1)}`);
});

// A table that is dropped on the cards; other files are for others.

const isForCards = (event) =>
  dialog() && !dialog().open && event.dataTransfer?.types.includes("Files") && event.target.closest("#main");

document.addEventListener("dragover", (event) => {
  if (isForCards(event)) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (!isForCards(event) || !file || !TABLE.test(file.name)) return;
  event.preventDefault();
  open(file);
});
