// A section of the game's files as a form. Each change is saved as soon as it is made, where it is written.

import { $, address, edit, make, say } from "./edits.js";
import { blank, form } from "./form.js";

const open = new Set(JSON.parse(sessionStorage.getItem("open-folds") ?? "[]"));
let shown = null,
  latest = null; // the section as the form shows it, and as it is in the file
let words = { symbols: [], terms: [] };
let isTyping = false,
  isWriting = false; // in a field, or in YAML

let queue = Promise.resolve();

const box = () => $("gameform");

let asked = 0,
  answered = 0; // numbers of the requests for the section

async function load() {
  asked += 1;
  const number = asked;
  const response = await fetch(address(`form/${box().dataset.section}`)).catch(() => null);
  if (!response?.ok) return;
  const found = await response.json();
  if (number < answered) return; // a later request had its answer first
  [answered, latest] = [number, found];
  if (!isTyping && !isWriting) show();
}

function show() {
  if (JSON.stringify(latest) === JSON.stringify(shown)) return;
  shown = latest;
  const focused = focus();
  box().replaceChildren(...(shown.why ? [make("p", { class: "nothing" }, shown.why)] : contents()));
  for (const found of shown.found ?? []) mark(found);
  focused();
}

function contents() {
  const { section, value, is_there: isThere } = shown;
  const context = { schema: section.schema, words, open, commit, asText };
  if (isThere && value !== null)
    return [form(section.schema, value, section.path, context, section.id).element];
  const start = () =>
    commit(
      [{ type: "set", path: section.path, value: blank(section.schema, context), order: section.order }],
      `add ${section.id}`,
    );
  return [
    make(
      "p",
      { class: "nothing" },
      `This game has no ${section.id} yet. `,
      make("button", { type: "button", click: start }, `Add ${section.id}`),
    ),
  ];
}

// What had the focus has it again, by its path.
function focus() {
  const place = document.activeElement.closest("#gameform [data-path], #gameform [data-fold]");
  if (!place) return () => {};
  const { path, fold } = place.dataset;
  const inside = [...place.querySelectorAll("input, textarea, select, button, summary")].indexOf(
    document.activeElement,
  );
  return () => {
    const again = box().querySelector(
      path ? `[data-path="${CSS.escape(path)}"]` : `[data-fold="${CSS.escape(fold)}"]`,
    );
    (inside < 0 ? again : again?.querySelectorAll("input, textarea, select, button, summary")[inside])?.focus(
      { preventScroll: true },
    );
  };
}

// A finding is shown at its value, or at the nearest that holds it.
function mark({ path, severity, message }) {
  for (let end = path.length; end > 0; end -= 1) {
    const name = CSS.escape(JSON.stringify(path.slice(0, end)));
    const place =
      box().querySelector(`[data-path="${name}"]`) ?? box().querySelector(`[data-fold="${name}"] > summary`);
    if (!place) continue;
    place.append(make("small", { class: `found-here ${severity}` }, message));
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details"))
      fold.classList.add("has-found");
    return;
  }
}

// The YAML of a part in place of its form, with whatever no form shows. It stays until it is saved or left.
async function asText(path, name, inner) {
  const where = new URL(address(`source/${box().dataset.section}`), location.href);
  where.searchParams.set("path", JSON.stringify(path));
  const response = await fetch(where).catch(() => null);
  if (!response?.ok) return say(`${name} has no text of its own.`, "bad");
  const { text, digest } = await response.json();
  const { file } = shown.section;
  const field = make("textarea", {
    class: "code",
    spellcheck: "false",
    "aria-label": `${name} as YAML`,
    rows: Math.min(30, text.split("\n").length + 1),
  });
  field.value = text;
  const done = () => {
    isWriting = isTyping = false;
    shown = null;
    return load();
  };
  const save = async (base) => {
    const result = await edit(
      "edit",
      { file, base, changes: [{ type: "source", path, text: field.value }], says: said(path) },
      (conflict) => save(conflict.digest),
    );
    if (result.done) await done();
  };
  isWriting = true;
  inner.replaceWith(
    make(
      "div",
      { class: "astext" },
      field,
      make(
        "p",
        { class: "actions" },
        make(
          "button",
          { type: "button", class: "main", click: () => (field.value === text ? done() : save(digest)) },
          "Save",
        ),
        make("button", { type: "button", click: done }, "Cancel"),
        make("span", { class: "keys" }, "Ctrl+Enter saves, Esc cancels"),
      ),
    ),
  );
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(digest);
  });
  return field.focus();
}

const said = (path) => path.join(" › ");
const at = (value, path) => path.reduce((inner, step) => inner?.[step], value);

// The value that a change is about, from the section's own path on.
function about(data, change) {
  const path = change.path.slice(data.section.path.length);
  return JSON.stringify(at(data.value, path) ?? null);
}

function commit(changes, says) {
  isTyping = false;
  const before = shown;
  const send = async (again) => {
    const isSame = again || changes.every((change) => about(before, change) === about(latest, change));
    const result = await edit(
      "edit",
      { file: before.section.file, base: isSame ? latest.digest : before.digest, changes, says },
      async () => {
        await load();
        await send(true);
      },
    );
    if (result.done) latest = { ...latest, digest: result.files[before.section.file] ?? latest.digest };
    if (!result.done) shown = null;
    await load();
    if (!isTyping && !isWriting) show();
  };
  queue = queue.then(() => send(false)).catch((error) => say(String(error), "bad"));
}

document.addEventListener("studio:edited", load);
document.addEventListener("studio:updated", load);
// Before the fields hear of it, since those for names keep it to themselves.
box().addEventListener(
  "input",
  (event) => {
    isTyping = event.target.matches("textarea, input:not([type=checkbox], [type=color])");
  },
  true,
);
box().addEventListener("focusout", () =>
  setTimeout(() => {
    if (!box().contains(document.activeElement) || !isTyping) {
      isTyping = false;
      if (latest && !isWriting) show();
    }
  }),
);
addEventListener("pagehide", () => sessionStorage.setItem("open-folds", JSON.stringify([...open])));

const response = await fetch(address("words")).catch(() => null);
if (response?.ok) words = await response.json();
load();
