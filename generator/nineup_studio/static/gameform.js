// A section of the game's files as a form. Each change is saved as soon as it is made, where it is written.

import { $, address, arrival, edit, inTurn, isPressed, make, say } from "./edits.js";
import { showFollowing, willFollow } from "./following.js";
import { blank, form } from "./form.js";
import { ask } from "./here.js";
import { kinds, lacking, sentence } from "./rules.js";

const open = new Set(JSON.parse(sessionStorage.getItem("open-folds") ?? "[]"));
let shown = null,
  latest = null; // the section as the form shows it, and as it is in the file
let painted = ""; // the section, and what is added to it, as JSON
let words = { symbols: [], terms: [] };
let isTyping = false,
  isWriting = false; // in a field, or in YAML

// What was added in the form, and is not in the file until it makes no mistake there: { change, says, why };
// and whether it hasn't been shown yet.
let draft = null,
  isNew = false;
let wanted = arrival()?.path ?? null; // where a finding led to, until it is shown

const box = () => $("gameform");

let asked = 0,
  answered = 0; // numbers of the requests for the section

async function load() {
  asked += 1;
  const number = asked;
  const response = await ask(address(`form/${box().dataset.section}`));
  if (!response) return;
  const answer = await response.json();
  if (number < answered) return; // a later request had its answer first
  [answered, latest] = [number, answer];
  showIfFree();
}

// Shows the section unless something is being written, given another name or pressed in it.
let isLate = false; // whether it would have been shown meanwhile
function showIfFree() {
  const isUsed = isTyping || isWriting || isPressed(box()) || box().querySelector(".renaming");
  isLate = Boolean(isUsed);
  if (latest && !isUsed) show();
}

function show() {
  const now = JSON.stringify([latest, draft]);
  if (shown && now === painted) return;
  [shown, painted] = [latest, now];
  const focused = focus();
  box().replaceChildren(...(shown.why ? [make("p", { class: "nothing" }, shown.why)] : contents()));
  for (const finding of shown.findings ?? []) mark(finding);
  focused();
  if (draft && !shown.why) showDraft();
  if (wanted && !shown.why) arrive();
}

// Opens what holds the value that a finding led to, or as much of it as there is, and focuses its control.
function arrive() {
  for (let end = wanted.length; end > 0; end -= 1) {
    const name = CSS.escape(JSON.stringify(wanted.slice(0, end)));
    const place = box().querySelector(`[data-path="${name}"], [data-fold="${name}"]`);
    if (!place) continue;
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details"))
      fold.open = true;
    const control = "textarea, input, select, summary";
    (place.matches(control) ? place : place.querySelector(control))?.focus({ preventScroll: true });
    place.scrollIntoView({ block: "center" });
    break;
  }
  wanted = null;
}

function contents() {
  const { section } = shown;
  const value = withDraft(shown);
  const isThere = shown.is_there || value !== shown.value;
  const context = { schema: section.schema, words, open, commit, asText, again };
  if (shown.rules) return rules(context, isThere ? (value ?? []) : []);
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

// The rules, each as its sentence; the first is added with the list that it is in.
function rules(context, value) {
  const { section, rules: known } = shown;
  const add = (at, fresh) =>
    commit(
      value.length || shown.is_there
        ? [{ type: "insert", path: section.path, at, value: fresh }]
        : [{ type: "set", path: section.path, value: [fresh], order: section.order }],
      "add a rule",
    );
  context.entry = (item, path, whole, tools) =>
    path.length === 2 ? sentence(known, item, path, whole, tools, context) : null;
  context.adding = (at) => kinds(known, (fresh) => add(at, fresh));
  return [form(section.schema, value, section.path, context, section.id).element];
}

// Shows the section again, with what was opened in it.
function again() {
  painted = "";
  show();
}

// What had the focus has it again, by its path, with what was selected in it: typing replaces that.
function focus() {
  const place = document.activeElement.closest("#gameform [data-path], #gameform [data-fold]");
  if (!place) return () => {};
  const { path, fold } = place.dataset;
  const inside = [...place.querySelectorAll("input, textarea, select, button, summary")].indexOf(
    document.activeElement,
  );
  const { selectionStart, selectionEnd } = document.activeElement;
  return () => {
    const again = box().querySelector(
      path ? `[data-path="${CSS.escape(path)}"]` : `[data-fold="${CSS.escape(fold)}"]`,
    );
    const field =
      inside < 0 ? again : again?.querySelectorAll("input, textarea, select, button, summary")[inside];
    field?.focus({ preventScroll: true });
    // Numbers, colors and choices have no selection, and another field may have the place now.
    if (typeof selectionStart === "number" && typeof field?.selectionStart === "number")
      field.setSelectionRange(selectionStart, selectionEnd);
  };
}

// A finding is shown at its value, or at the nearest that holds it.
function mark({ path, severity, message }) {
  for (let end = path.length; end > 0; end -= 1) {
    const name = CSS.escape(JSON.stringify(path.slice(0, end)));
    const place =
      box().querySelector(`[data-path="${name}"]`) ?? box().querySelector(`[data-fold="${name}"] > summary`);
    if (!place) continue;
    const note = make("small", { class: `found-here ${severity}` }, message);
    if (place.matches("input, select")) place.after(note);
    else place.append(note);
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details"))
      fold.classList.add("has-found");
    return;
  }
}

// The YAML of a part in place of its form, with whatever no form shows. It stays until it is saved or left.
async function asText(path, name, inner) {
  const where = new URL(address(`source/${box().dataset.section}`), location.href);
  where.searchParams.set("path", JSON.stringify(path));
  const response = await ask(where);
  if (!response) return say(`${name} has no text of its own.`, "bad");
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
          {
            type: "button",
            class: "main",
            click: () => (field.value === text ? done() : inTurn(() => save(digest))),
          },
          "Save",
        ),
        make("button", { type: "button", click: done }, "Cancel"),
        make("span", { class: "keys" }, "Ctrl+Enter saves, Esc cancels"),
      ),
    ),
  );
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) inTurn(() => save(digest));
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

const isWithin = (path, outer) => outer.every((step, at) => step === path[at]);

// A list's draft is its last entry.
function draftPath() {
  const { type, path } = draft.change;
  return type === "insert"
    ? [...path, at(latest.value, path.slice(latest.section.path.length)).length]
    : path;
}

function isAddition({ type, path }) {
  return (
    type === "insert" ||
    (type === "set" && at(latest.value, path.slice(latest.section.path.length)) === undefined) ||
    (type === "set" && !latest.is_there && path.length === latest.section.path.length)
  );
}

function startDraft(change, says) {
  if (draft) return say("First fill in, or remove, what you are adding.", "bad");
  draft = { change, says, why: "" };
  isNew = true;
  open.add(JSON.stringify(draftPath()));
  return writeDraft();
}

function redraft(change) {
  const { length } = draftPath();
  if (change.type === "delete" && change.path.length === length) draft = null;
  else {
    const { value } = changed(
      { value: draft.change.value },
      { ...change, path: ["value", ...change.path.slice(length)] },
    );
    draft = { ...draft, change: { ...draft.change, value } };
  }
  showIfFree();
  if (draft) writeDraft();
}

function writeDraft() {
  const send = async () => {
    const mine = draft;
    if (!mine) return;
    const why = latest.rules && lacking(latest.rules, [mine.change.value].flat()[0]);
    if (why) {
      draft = { ...mine, why };
      return show();
    }
    const path = draftPath(),
      value = withDraft(latest);
    const change = { ...mine.change };
    if (change.type === "insert") change.at = path.at(-1);
    const result = await edit(
      "edit",
      { file: latest.section.file, base: latest.digest, changes: [change], says: mine.says, is_draft: true },
      async () => {
        await load();
        await send();
      },
    );
    if (result.done) {
      answered = asked + 1; // What was asked for before lacks it.
      latest = {
        ...latest,
        value,
        is_there: true,
        digest: result.files[latest.section.file] ?? latest.digest,
      };
      shown = latest; // The form has shown the draft: what is typed into it next is compared with that.
      // What was typed meanwhile is a change of what is there now.
      draft = draft && draft !== mine ? { ...draft, change: { ...draft.change, type: "set", path } } : null;
    } else if (draft === mine) draft = { ...mine, why: result.draft ?? result.refused ?? "" };
    await load();
    showIfFree();
  };
  inTurn(send).catch((error) => say(String(error), "bad"));
}

// The section's value with the draft in it.
function withDraft({ section, value }) {
  if (!draft) return value;
  const path = draftPath().slice(section.path.length);
  return changed({ value }, { type: "set", path: ["value", ...path], value: draft.change.value }).value;
}

// A copy of a value with a change made in it.
function changed(whole, change) {
  const value = structuredClone(whole);
  const { type, path } = change;
  const inside = ["insert", "move"].includes(type) ? at(value, path) : at(value, path.slice(0, -1));
  const last = path.at(-1);
  if (type === "insert") inside.splice(change.at, 0, change.value);
  else if (type === "delete" && Array.isArray(inside)) inside.splice(last, 1);
  else if (type === "delete") delete inside[last];
  else if (type === "set") inside[last] = change.value;
  else reorder(inside, change);
  return value;
}

// Moves an entry of a list or a record, or gives one of a record another key.
function reorder(inside, { type, path, at: from, to, key }) {
  const entries = Object.entries(inside);
  if (type === "move") entries.splice(to, 0, ...entries.splice(from, 1));
  else for (const entry of entries) if (entry[0] === path.at(-1)) entry[0] = key;
  if (Array.isArray(inside)) inside.splice(0, inside.length, ...entries.map(([, each]) => each));
  else {
    for (const name of Object.keys(inside)) delete inside[name];
    Object.assign(inside, Object.fromEntries(entries));
  }
}

// Says what the draft lacks; a new one has the focus.
function showDraft() {
  const path = [...draftPath()];
  if (latest.rules && path.length === 1) path.push(0); // the first rule comes with its list
  const name = CSS.escape(JSON.stringify(path));
  const place = box().querySelector(`[data-fold="${name}"], [data-path="${name}"]`);
  place?.classList.add("draft");
  if (draft.why) mark({ path, severity: "note", message: `Not written yet: ${draft.why}` });
  if (isNew) place?.querySelector("textarea, input, select")?.focus();
  isNew = false;
}

function commit(changes, says) {
  isTyping = false;
  const [change] = changes;
  if (draft && isWithin(change.path, draftPath())) return redraft(change);
  if (isAddition(change)) return startDraft(change, says);
  const before = shown ?? latest;
  if (change.path[0] === "players") willFollow(before.value.players);
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
    if (result.done) {
      answered = asked + 1; // What was asked for before lacks it.
      latest = { ...latest, digest: result.files[before.section.file] ?? latest.digest };
    } else shown = null;
    await load();
    showIfFree();
  };
  inTurn(() => send(false)).catch((error) => say(String(error), "bad"));
}

document.addEventListener("studio:edited", load);
document.addEventListener("studio:updated", load);
for (const kind of ["studio:edited", "studio:updated"]) document.addEventListener(kind, showFollowing);
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
      showIfFree();
    }
  }),
);
document.addEventListener("studio:released", () => isLate && showIfFree());
addEventListener("pagehide", () => sessionStorage.setItem("open-folds", JSON.stringify([...open])));

showFollowing();
const response = await ask(address("words"));
if (response) words = await response.json();
load();
