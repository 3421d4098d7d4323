// Edits a card where it is seen: a click on a text or a field opens it, the card shows what is typed, Save
// writes it.

import { control } from "./controls.js";
import { $, address, edit, inTurn, make, post, say } from "./edits.js";
import { ask, faceAddress } from "./here.js";
import { update } from "./live.js";
import { pictureDialog } from "./pictures.js";

const PAUSE = 70; // milliseconds without a key before the card is drawn again

let info = null;
let open = null; // { source, column, control, original, before }
let timer = 0;
let drawing = null;
let saves = 0;

const page = () => document.querySelector(".cardpage");
const key = () => page().dataset.key;
const words = () => ({ symbols: info.symbols, terms: info.terms });

let loading = Promise.resolve();

// Reads what can be edited. An edit waits for it: it is based on the newest version that the page asked for.
function load() {
  loading = read();
  return loading;
}

async function read() {
  const before = saves;
  const response = await ask(address(`editing/${key()}`));
  if (!response) return;
  const fresh = await response.json();
  if (before !== saves) return; // what was read is older than what was saved meanwhile; the page comes again
  if (open) follow(fresh);
  info = fresh;
  show();
  if (open) draw();
}

function show() {
  if (!info) return;
  showSpots();
  showFields();
}

// What is being edited may have moved: it is found again, and stays based on what was read unless it is as it
// was.
function follow(fresh) {
  const same = sources(fresh).find(
    ([source]) => source.says === open.source.says && source.file === open.source.file,
  );
  if (same && JSON.stringify(same[0].value) === JSON.stringify(open.original)) {
    open.source = same[0];
    open.base = fresh.digests[open.source.file];
  }
}

function sources(editable) {
  return [
    ...editable.fields.map((field) => [field.source, field.column]),
    ...editable.spots.flatMap((spot) => spot.sources.map((source) => [source, null])),
  ];
}

// Texts on the faces

function showSpots() {
  for (const old of document.querySelectorAll(".spot")) old.remove();
  for (const side of ["front", "back"]) {
    const face = document.querySelector(`.large > .face.${side}`);
    const spots = info.spots.filter((spot) => spot.side === side);
    for (const [number, spot] of spots.entries()) face?.append(spotButton(spot, number, side));
  }
}

function spotButton(spot, number, side) {
  const short = spot.text.length > 60 ? `${spot.text.slice(0, 60)}…` : spot.text;
  const button = make("button", {
    type: "button",
    class: spot.sources.length ? "spot" : "spot fixed",
    "data-key": `spot-${side}-${number}`,
    "aria-label": spot.sources.length ? `Edit “${short}”` : `“${short}” can't be edited here`,
    title: spot.sources.length ? "" : spot.why,
    click: () => {
      if (spot.sources.length > 1) choose(spot.sources);
      else if (spot.sources.length) edits(spot.sources[0]);
      else say(`“${short}”: ${spot.why}.`, "bad");
    },
  });
  const [x, y, width, height] = spot.box;
  for (const [name, value] of Object.entries({ left: x, top: y, width, height }))
    button.style.setProperty(name, `calc(${value.toFixed(3)} * var(--scale))`);
  if (
    open &&
    spot.sources.some((source) => source.says === open.source.says && source.file === open.source.file)
  )
    button.classList.add("open");
  return button;
}

// The fields beside them

function showFields() {
  for (const old of document.querySelectorAll(".change, .morefields")) old.remove();
  const shown = new Set();
  for (const row of document.querySelectorAll(".facts .fields > div[data-key]")) {
    const fields = info.fields.filter((field) => field.column.name.split(".")[0] === row.dataset.key);
    for (const field of fields) {
      shown.add(field.column.name);
      row.querySelector("dd").prepend(changeButton(field, fields.length > 1 ? field.column.name : ""));
    }
  }
  const rest = info.fields.filter((field) => !shown.has(field.column.name));
  const list = document.querySelector(".facts .fields");
  if (rest.length)
    (list ?? document.querySelector(".facts h1")).after(
      make("p", { class: "morefields" }, ...rest.map((field) => changeButton(field, field.column.name))),
    );
}

function changeButton(field, label) {
  return make(
    "button",
    {
      type: "button",
      class: "change",
      "data-field": field.column.name,
      "aria-label": `Edit ${field.column.name}`,
      click: () => edits(field.source, field.column),
    },
    label || "Edit",
  );
}

// The editor

function columnOf(source) {
  const field = info.fields.find(
    (each) =>
      each.source.file === source.file && JSON.stringify(each.source.path) === JSON.stringify(source.path),
  );
  return (
    field?.column ?? {
      name: source.says,
      kind: typeof source.value === "number" ? "number" : "rich",
      choices: [],
      is_optional: false,
    }
  );
}

function choose(several) {
  close();
  const panel = $("editor");
  panel.hidden = false;
  panel.replaceChildren(
    make("h2", {}, "Which of these?"),
    make(
      "ul",
      { class: "origins" },
      ...several.map((source) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", click: () => edits(source) },
            make("strong", {}, String(source.value)),
            make("span", {}, `${source.says}, ${source.file}`),
          ),
        ),
      ),
    ),
    make("p", { class: "actions" }, make("button", { type: "button", click: () => close() }, "Cancel")),
  );
  panel.querySelector("button").focus();
}

function edits(source, column = columnOf(source)) {
  if (column.kind === "picture" && !/\{\{|\{%/.test(source.value ?? "")) return editPicture(source, column);
  close(false);
  const field = info.fields.find((each) => each.column === column);
  const isCell = source.file.endsWith(".csv");
  const editor = control(
    isCell && column.kind !== "one" && column.kind !== "yes-no" && column.kind !== "number"
      ? { ...column, kind: column.kind === "rich" ? "rich" : "text" }
      : column,
    source.value,
    words(),
    source.says,
  );
  open = {
    source,
    column,
    control: editor,
    original: source.value,
    base: info.digests[source.file],
    isThere: field?.is_there ?? true,
    before: document.activeElement,
  };
  const panel = $("editor");
  panel.hidden = false;
  panel.replaceChildren(
    ...[
      make("h2", {}, source.says),
      make("p", { class: "place" }, source.file),
      notice(source),
      editor.element,
      make("ul", { class: "said", role: "status" }),
      make(
        "p",
        { class: "actions" },
        make("button", { type: "button", class: "main", click: save }, "Save"),
        make("button", { type: "button", click: () => close() }, "Cancel"),
        make("span", { class: "keys" }, "Ctrl+Enter saves, Esc cancels"),
      ),
    ].filter(Boolean),
  );
  editor.element.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE);
  });
  showSpots();
  editor.focus();
  if (panel.getBoundingClientRect().bottom > innerHeight || panel.getBoundingClientRect().top < 0)
    panel.scrollIntoView({ block: "nearest" });
}

// Chooses a picture in its dialog, which saves it with the file.
function editPicture(source, column) {
  close();
  const isThere = info.fields.find((each) => each.column === column)?.is_there ?? true;
  pictureDialog({
    title: `${column.name} of ${source.cards.join(", ")}`,
    column,
    value: source.value ?? "",
    save: async (value, uploads) => {
      if (value === (source.value ?? "") && !uploads.length) return "";
      const isGone = value === "" && column.is_optional;
      const set = { type: "set", path: source.path, value, order: info.order };
      const body = {
        file: source.file,
        base: info.digests[source.file],
        changes: isGone ? [{ type: "delete", path: source.path }] : [set],
        says: source.says,
        uploads,
      };
      if (isGone && !isThere) return "";
      const result = await inTurn(() => edit("edit", body));
      if (!result.done) return result.refused ?? "Nothing is written.";
      saves += 1;
      Object.assign(info.digests, result.files);
      say("Saved");
      return "";
    },
  });
}

function notice(source) {
  if (source.family) {
    const others = source.cards.slice(0, 12).join(", ") + (source.cards.length > 12 ? " …" : "");
    return make(
      "p",
      { class: "notice" },
      `This is the template of ${source.cards.length} cards, which all follow: ${others}.`,
    );
  }
  return source.cards.length ? null : make("p", { class: "notice" }, "Everything that shows it follows.");
}

function changes() {
  const { source, control: editor, column, isThere } = open;
  const value = editor.value();
  if (value === undefined) return null;
  if (value === "" && column.is_optional) return isThere ? [{ type: "delete", path: source.path }] : [];
  return [{ type: "set", path: source.path, value, order: info.order }];
}

const request = () => ({
  file: open.source.file,
  base: open.base,
  changes: changes(),
  says: open.source.says,
});

async function draw() {
  if (!open) return;
  const body = request();
  if (!body.changes) return;
  drawing?.abort();
  drawing = new AbortController();
  const result = await post(`preview/${key()}`, body, drawing.signal).catch(() => null);
  if (!result || !open) return;
  const said = $("editor").querySelector(".said");
  const wrong = result.refused ? [result.refused] : result.findings;
  said?.replaceChildren(...wrong.map((words) => make("li", {}, words)));
  if (result.front) preview(result);
}

function preview(result) {
  for (const side of ["front", "back"]) {
    for (const image of document.querySelectorAll(`img[data-face="${CSS.escape(`${key()} ${side}`)}"]`)) {
      if (result[side]) image.src = faceAddress(result[side]);
    }
  }
  document.querySelector(".large").classList.add("unsaved");
}

const save = () => inTurn(saveNow);

async function saveNow() {
  await loading;
  if (!open) return;
  const body = request();
  if (!body.changes) return say("This isn't JSON.", "bad");
  if (!body.changes.length) return close();
  clearTimeout(timer);
  const mine = open;
  const result = await edit("edit", body, async () => {
    await load();
    const now = sources(info).find(
      ([source]) => source.says === mine.source.says && source.file === mine.source.file,
    );
    if (!now) return say(`${mine.source.says} is not in the new version.`, "bad");
    open = { ...mine, source: now[0], base: info.digests[now[0].file] };
    await saveNow();
  });
  if (result.done) {
    saves += 1;
    Object.assign(info.digests, result.files);
    say("Saved");
    close(false, true);
  }
}

function close(redraw = true, isSaved = false) {
  if (!open && $("editor").hidden) return;
  const before = open?.before;
  open = null;
  clearTimeout(timer);
  drawing?.abort();
  document.querySelector(".large")?.classList.remove("unsaved");
  $("editor").hidden = true;
  $("editor").replaceChildren();
  if (redraw) update();
  if (redraw || isSaved)
    (before?.isConnected ? before : document.querySelector(`[data-field]`))?.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (!open || event.defaultPrevented || $("conflict").open) return;
  if (event.key === "Escape") close();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    save();
  } else if (
    event.key === "Enter" &&
    !event.shiftKey &&
    event.target.matches("textarea") &&
    open.control.element.dataset.kind === "text"
  ) {
    event.preventDefault();
    save();
  }
});

addEventListener("beforeunload", (event) => {
  if (open && JSON.stringify(open.control.value()) !== JSON.stringify(open.original ?? ""))
    event.preventDefault();
});

document.addEventListener("studio:updated", () => {
  show();
  load();
});
load();
