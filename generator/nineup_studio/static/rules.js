// Rules as sentences with blanks: each kind has its sentence in the table of rules, and its settings' schema
// makes the blanks. An entry whose kind has no sentence is a form like any other.

import { control } from "./controls.js";
import { make, prose } from "./edits.js";
import { brief, form, blank as fresh, resolve } from "./form.js";

const OWN = "rule"; // the kind of a game's own checks, whose settings are keys of the entry itself

const isMap = (schema) => Boolean(schema.propertyNames?.enum);
const isEmpty = (value) =>
  value === undefined ||
  value === "" ||
  (value !== null && typeof value === "object" && !Object.keys(value).length);

function kindOf({ kinds }, value) {
  return (
    kinds.find(({ code }) => code in value) ?? ("check" in value && kinds.find(({ code }) => code === OWN))
  );
}

const settingsIn = ({ code }, value) => (code === OWN ? value : (value[code] ?? {}));
const blanksOf = ({ words }) => words.filter((_, at) => at % 2);
const needed = ({ clauses }) => clauses.filter(({ is_optional }) => !is_optional).flatMap(blanksOf);

function schemasOf({ code }, context) {
  const entry = resolve(context.schema.items, code === OWN ? { check: "" } : { [code]: {} }, context);
  return (code === OWN ? entry : resolve(entry.properties[code], {}, context)).properties;
}

// What a new entry has to say before it is written; empty once it has all of it.
export function lacking(rules, value) {
  const kind = kindOf(rules, value);
  const empty = kind ? needed(kind).filter((key) => isEmpty(settingsIn(kind, value)[key])) : [];
  return empty.length ? `fill in ${empty.join(", ")}` : "";
}

// An entry as its sentence, and below it everything that may be said of it.
export function sentence(rules, value, path, whole, tools, context) {
  const kind = kindOf(rules, value);
  if (!kind) return null;
  const id = JSON.stringify([...path, "…"]);
  const all = make("details", { "data-more": id }, make("summary", {}, "All settings"));
  const showAll = () => (all.open ? all.append(whole) : whole.remove());
  all.open = context.open.has(id);
  showAll();
  all.addEventListener("toggle", () => {
    if (all.open) context.open.add(id);
    else context.open.delete(id);
    showAll();
  });
  const clauses = kind.clauses.map((clause, at) => said(clause, at, { rules, kind, value, path, context }));
  const yaml = make(
    "button",
    {
      type: "button",
      class: "small",
      "aria-label": `Edit ${brief(value)} as YAML`,
      click: () => {
        all.open = true;
        showAll();
        context.asText(path, brief(value), whole);
      },
    },
    "YAML",
  );
  return make(
    "div",
    { class: "rule", role: "group", "aria-label": kind.summary, "data-path": JSON.stringify(path) },
    make("p", { class: "sentence" }, ...clauses.flat()),
    make("span", { class: "rowtools" }, yaml, ...tools.filter(Boolean)),
    all,
  );
}

// A clause with its blanks; one that may be left out is a button until it is wanted.
function said(clause, at, { rules, kind, value, path, context }) {
  const keys = blanksOf(clause),
    settings = settingsIn(kind, value),
    inside = kind.code === OWN ? path : [...path, kind.code],
    id = JSON.stringify([...path, kind.code, at]);
  if (clause.is_optional && keys.every((key) => settings[key] === undefined) && !context.open.has(id)) {
    const label = clause.words
      .map((word, index) => (index % 2 ? "…" : word))
      .join("")
      .replace(/^[,;: ]+/, "");
    const show = () => {
      context.open.add(id);
      context.again();
    };
    return [" ", make("button", { type: "button", class: "clause", click: show }, `+ ${label}`)];
  }
  const schemas = schemasOf(kind, context);
  return clause.words.map((word, index) =>
    index % 2 ? blank(rules, settings, schemas[word], [...inside, word], context) : word,
  );
}

function blank(rules, settings, schema, path, context) {
  const key = path.at(-1),
    value = settings[key];
  const element = isMap(schema)
    ? amounts(schema, value ?? {}, path, context)
    : (choice(rules, settings, schema, path, context) ??
      form(schema, isEmpty(value) ? nothing(schema, context) : value, path, context, key).element);
  element.title = schema.description ?? "";
  return make("span", { class: "blank" }, element);
}

const nothing = (schema, context) =>
  ["object", "array"].includes(resolve(schema, "", context).type) ? fresh(schema, context) : "";

// A choice of the schema's words, or of the fields of the cards that the rule is about.
function choice({ fields }, settings, schema, path, context) {
  const key = path.at(-1),
    value = settings[key] ?? "";
  const about = fields[[settings.in ?? settings.each].flat()[0]] ?? [];
  const isField = key !== "each" && (schema.anyOf?.[0] ?? schema).type === "string" && about.length;
  const words = schema.enum ?? (schema.anyOf?.[0]?.enum || (isField && about));
  if (!words || typeof value !== "string") return null;
  const choices = words.map((word) => [String(word), String(word)]);
  const editor = control({ kind: "one", name: key, choices, is_optional: !value }, value, context.words, key);
  if (!value) editor.element.options[0].textContent = "choose …";
  editor.element.dataset.path = JSON.stringify(path);
  editor.element.addEventListener("change", () => send(path, editor.element.value, context));
  return editor.element;
}

function send(path, value, context) {
  if (!isEmpty(value)) context.commit([{ type: "set", path, value }], path.slice(-2).join(" › "));
}

// Amounts of things: [5] [cups], and so on.
function amounts(schema, value, path, context) {
  const box = make("span", { class: "amounts", "data-path": JSON.stringify(path) });
  const rows = Object.entries(value).map(([id, amount]) => ({ id, amount }));
  if (!rows.length) rows.push({ id: "", amount: "" });
  const commit = () => {
    const full = rows.filter(({ id, amount }) => id && amount !== "");
    if (full.length === rows.length)
      send(path, Object.fromEntries(full.map(({ id, amount }) => [id, amount])), context);
  };
  const number = (text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text.trim());
  const show = () =>
    box.replaceChildren(
      ...rows.flatMap((row, at) =>
        [
          at ? " and " : "",
          make("input", {
            type: "text",
            value: String(row.amount),
            size: Math.max(2, String(row.amount).length),
            "aria-label": `How many, ${at + 1}`,
            input: (event) => {
              row.amount = number(event.target.value);
            },
            change: commit,
          }),
          which(row, at),
          rows.length > 1 &&
            make(
              "button",
              {
                type: "button",
                class: "small",
                "aria-label": `Remove ${row.id || "this"}`,
                click: () => {
                  rows.splice(at, 1);
                  show();
                  commit();
                },
              },
              "×",
            ),
        ].filter(Boolean),
      ),
      make(
        "button",
        {
          type: "button",
          class: "small",
          "aria-label": "Another kind of piece",
          click: () => {
            rows.push({ id: "", amount: "" });
            show();
            box.querySelectorAll("input")[rows.length - 1].focus();
          },
        },
        "+",
      ),
    );
  const which = (row, at) => {
    const taken = rows.map(({ id }) => id);
    const select = make(
      "select",
      { "aria-label": `Of what, ${at + 1}` },
      make("option", { value: "" }, "choose …"),
      ...schema.propertyNames.enum
        .filter((id) => id === row.id || !taken.includes(id))
        .map((id) => make("option", { value: id }, id)),
    );
    select.value = row.id;
    select.addEventListener("change", () => {
      row.id = select.value;
      commit();
    });
    return select;
  };
  show();
  return box;
}

// The kinds of rules to choose from, by what each is for, and what needs no rule.
export function kinds({ kinds: all, always }, start) {
  const row = (kind) =>
    make(
      "li",
      {},
      make("button", { type: "button", click: () => start(entryOf(kind)) }, kind.summary),
      make("span", { class: "shape" }, ...shape(kind)),
      kind.example && make("code", {}, kind.example),
    );
  return make(
    "details",
    { class: "kinds" },
    make("summary", {}, "+ Rule"),
    make("ul", {}, ...all.map(row)),
    make("p", { class: "hint" }, "Proved without a rule: ", ...prose(`${always.join("; ")}.`)),
  );
}

function shape({ clauses }) {
  return clauses.flatMap(({ words }) =>
    words.map((word, at) => (at % 2 ? make("span", { class: "hole" }, word) : word)),
  );
}

function entryOf(kind) {
  const empty = Object.fromEntries(needed(kind).map((key) => [key, ""]));
  return kind.code === OWN ? empty : { [kind.code]: empty };
}
