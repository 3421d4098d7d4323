// What a field holds, in a designer's words: the part of a dialog that chooses its type.

import { make } from "./edits.js";

// By name: its words, its declaration, of a list if it chooses from one, and the control and first value for
// cards.
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
  picture: { label: "Picture", declare: () => "picture", kind: "picture", value: "" },
  record: { label: "Record: a group of fields", parts: true },
};

const PARTS = ["text", "rich", "number", "yes-no"];
const oneOf = (list) => (list === "symbol" ? "symbol" : { "one-of": list });

export const options = (pairs) => pairs.map(([value, label]) => make("option", { value }, label));

// The choice { holds, of, parts, other } that a declaration is; `other` is a type that isn't in KINDS.
function choiceOf(declared) {
  if (declared === "symbol") return { holds: "one", of: "symbol" };
  if (typeof declared === "string") return { holds: declared };
  const [[word, inner]] = Object.entries(declared);
  const holds = { "one-of": "one", "some-of": "some", "counts-of": "counts", record: "record" }[word];
  if (holds === "record") return { holds, parts: Object.entries(inner) };
  return holds ? { holds, of: inner } : { holds: "other", other: declared };
}

// A chooser of a type, beginning with the declared one: { elements, name, chosen(), declared(), isOptional() }.
// `choices` are the lists with their items; `changed` is called whenever something else is chosen.
export function typeChooser(choices, declared, changed) {
  const isOptionalNow = typeof declared === "object" && "optional" in declared;
  const now = choiceOf(isOptionalNow ? declared.optional : declared);
  const known = Object.keys(choices).map((name) => [name, name === "symbol" ? "the symbols" : name]);
  const usable = Object.entries(KINDS).filter(([, kind]) => !kind.lists || known.length);
  const kinds = usable.map(([id, kind]) => [id, kind.label]);
  if (now.other) kinds.push(["other", `As now: ${written(now.other)}`]);
  const holds = make("select", { name: "holds" }, ...options(kinds));
  const list = make("select", { name: "of" }, ...options(known));
  const of = make("label", {}, make("span", {}, "Of"), " ", list);
  const isOptional = make("input", { type: "checkbox", name: "optional" });
  const parts = groupOf(now.parts);
  holds.value = now.holds;
  if (now.of) list.value = now.of;
  isOptional.checked = isOptionalNow;
  const update = () => {
    of.hidden = !KINDS[holds.value]?.lists;
    parts.element.hidden = holds.value !== "record";
    changed?.();
  };
  holds.addEventListener("change", () => {
    if (holds.value === "picture") isOptional.checked = true;
  });
  for (const each of [holds, list, isOptional]) each.addEventListener("change", update);
  of.hidden = !KINDS[holds.value]?.lists;
  parts.element.hidden = holds.value !== "record";
  const plain = () => {
    if (holds.value === "other") return now.other;
    return holds.value === "record" ? parts.declared() : KINDS[holds.value].declare(list.value);
  };
  return {
    elements: [make("label", {}, make("span", {}, "Holds"), " ", holds), of, parts.element],
    optional: make("label", { class: "fieldoptional" }, isOptional, make("span", {}, "Cards may lack it")),
    isOptional: () => isOptional.checked,
    isRecord: () => holds.value === "record",
    declared: () => plain(),
    first: () => parts.value(),
    // The control for a value, as a column has it, and the value to begin with.
    column: () => {
      const kind = KINDS[holds.value] ?? {};
      const items = choices[list.value] ?? [];
      return {
        column: { kind: kind.kind ?? "text", choices: items, is_optional: false, name: "value" },
        first: kind.value ?? items[0]?.[0],
      };
    },
  };
}

const written = (declared) =>
  typeof declared === "string"
    ? declared
    : Object.entries(declared)
        .map(([word, inner]) => `${word} ${written(inner)}`)
        .join(", ");

// The fields of a record: each has a name and a type; a type that has no words here stays as it is.
function groupOf(
  entries = [
    ["", "text"],
    ["", "text"],
  ],
) {
  const rows = make("div", {});
  const own = new Map();
  const add = ([name, kind] = ["", "text"]) => {
    const isKnown = PARTS.includes(kind);
    const pairs = PARTS.map((id) => [id, KINDS[id].label]);
    if (!isKnown) pairs.push(["own", written(kind)]);
    const field = make("input", {
      type: "text",
      "aria-label": "Name of a part",
      autocomplete: "off",
      maxlength: 60,
    });
    const holds = make("select", { "aria-label": "What the part holds" }, ...options(pairs));
    field.value = name;
    holds.value = isKnown ? kind : "own";
    own.set(holds, kind);
    rows.append(make("p", { class: "fieldpart" }, field, " ", holds));
  };
  for (const entry of entries) add(entry);
  const element = make(
    "div",
    { class: "fieldparts" },
    rows,
    make("button", { type: "button", class: "small", click: () => add() }, "+ Part"),
  );
  const filled = () =>
    [...rows.children]
      .map((row) => {
        const holds = row.querySelector("select");
        return [
          row.querySelector("input").value.trim(),
          holds.value === "own" ? own.get(holds) : holds.value,
        ];
      })
      .filter(([name]) => name);
  return {
    element,
    declared: () => ({ record: Object.fromEntries(filled()) }),
    value: () => Object.fromEntries(filled().map(([name, kind]) => [name, KINDS[kind]?.value ?? ""])),
  };
}

// The fields of a new list, each with a name and a type: { element, fields() }. Those without a name are none.
export function fieldRows(choices, initial) {
  const rows = make("div", {});
  const chosen = new Map(); // the type of each row
  const add = ([name, declared] = ["", "text"]) => {
    const field = make("input", {
      type: "text",
      "aria-label": "Name of a column",
      autocomplete: "off",
      maxlength: 60,
      placeholder: "Attack power",
    });
    field.value = name;
    const type = typeChooser(choices, declared);
    const remove = make("button", {
      type: "button",
      class: "small",
      "aria-label": "Remove this column",
      title: "Remove this column",
      click: () => {
        chosen.delete(row);
        row.remove();
      },
    });
    remove.textContent = "×";
    const row = make(
      "div",
      { class: "newfield" },
      make("div", { class: "newfieldname" }, field, remove),
      ...type.elements,
      type.optional,
    );
    chosen.set(row, { field, type });
    rows.append(row);
    return field;
  };
  for (const each of initial) add(each);
  return {
    element: make(
      "div",
      {},
      rows,
      make("button", { type: "button", class: "small", click: () => add().focus() }, "+ Column"),
    ),
    fields: () =>
      [...chosen.values()]
        .filter(({ field }) => field.value.trim())
        .map(({ field, type }) => ({
          name: field.value,
          kind: type.isOptional() ? { optional: type.declared() } : type.declared(),
        })),
  };
}
