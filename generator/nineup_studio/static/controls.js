// A control for each kind of field. `control(column, value, words)` gives { element, focus(), value() }; it
// sends `input` whenever its value changes. Values are as the files have them.

import { complete } from "./completion.js";
import { make } from "./edits.js";
import { blank, form } from "./form.js";

const isTemplate = (value) => typeof value === "string" && /\{\{|\{%/.test(value);

export function control(column, value, words, label) {
  const kind = isTemplate(value) ? "rich" : column.kind;
  const build =
    {
      number: number,
      copies: copies,
      amount: amount,
      "yes-no": yesNo,
      one: one,
      some: some,
      counts: counts,
      texts: texts,
      data: data,
    }[kind] ?? text;
  const built = build(column, value, words);
  built.element.dataset.kind = kind;
  const field = built.element.matches("input, select, textarea")
    ? built.element
    : built.element.querySelector("input, select, textarea");
  field?.setAttribute("aria-label", label ?? column.name);
  built.focus ??= () => field?.focus();
  return built;
}

const changed = (element) => element.dispatchEvent(new InputEvent("input", { bubbles: true }));

function grow(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}

function text(_column, value, words) {
  const field = make("textarea", { rows: 1, spellcheck: "true" });
  field.value = value ?? "";
  field.addEventListener("input", () => grow(field));
  requestAnimationFrame(() => grow(field));
  const list = complete(field, words);
  return {
    element: make("div", { class: "writing" }, field, list),
    value: () => field.value,
    focus: () => {
      field.focus();
      field.select();
    },
  };
}

function number(_column, value) {
  const field = make("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
  field.value = value ?? "";
  return {
    element: field,
    focus: () => {
      field.focus();
      field.select();
    },
    value: () => (/^-?\d{1,15}$/.test(field.value.trim()) ? Number(field.value) : field.value.trim()),
  };
}

// A number, or `2: 8, 3-4: 12` for players or options.
function copies(column, value) {
  const editor = number(column, value !== null && typeof value === "object" ? tableText(value) : value);
  return { ...editor, value: () => tableIn(editor.element.value, /[^,;:{}]*[^,;:{}\s]/) ?? editor.value() };
}

// An amount, or one for each range of players, as `3-4: 1, 5-6: 2`.
function amount(column, value, words) {
  const area = text(column, value, words);
  const field = area.element.querySelector("textarea");
  const ranges = /\d{1,2}(?:\s*[-–]\s*\d{1,2}|\+)?(?:\s+players?)?/;
  return { ...area, value: () => tableIn(field.value, ranges) ?? area.value() };
}

// A table as a text. Scripts keep no order among numbers and other keys, so that ranges are put in order.
export const tableText = (table) =>
  Object.entries(table)
    .sort(([one], [other]) => firstNumber(one) - firstNumber(other))
    .map(([key, each]) => `${key}: ${each}`)
    .join(", ");

const firstNumber = (key) => Number(/^\d*/.exec(key)[0]);

// The table that a text is, such as `3-4: 1, 5-6: 2`; null for any other text. Its values may be expressions,
// which may have commas.
function tableIn(text, keys) {
  const key = new RegExp(`(?:^|[,;])\\s*(${keys.source})\\s*:(?=\\s|-?\\d)`, "g");
  const matches = [...text.trim().matchAll(key)];
  if (!matches.length || matches[0].index > 0) return null;
  const ends = [...matches.slice(1).map(({ index }) => index), text.trim().length];
  const pairs = matches.map((each, at) => [
    each[1].replace("–", "-"),
    text
      .trim()
      .slice(each.index + each[0].length, ends[at])
      .trim(),
  ]);
  const names = new Set(pairs.map(([name]) => name));
  if (names.size < pairs.length || pairs.some(([, each]) => !each)) return null;
  return Object.fromEntries(
    pairs.map(([name, each]) => [name, /^-?\d{1,15}$/.test(each) ? Number(each) : each]),
  );
}

function yesNo(_column, value) {
  const is = /^(yes|true)$/i.test(String(value ?? ""));
  const field = make("input", { type: "checkbox", role: "switch" });
  field.checked = is;
  return {
    element: make("label", { class: "yesno" }, field, make("span", {}, "yes")),
    value: () => (field.checked ? "yes" : "no"),
  };
}

function options(column, value, empty) {
  const known = column.choices.some(([id]) => id === value);
  return [
    empty !== null && make("option", { value: "" }, empty),
    !known && value ? make("option", { value }, `${value} (unknown)`) : null,
    ...column.choices.map(([id, name]) => make("option", { value: id }, name === id ? id : `${name}`)),
  ].filter(Boolean);
}

function one(column, value) {
  const field = make("select", {}, ...options(column, value, column.is_optional || !value ? "none" : null));
  field.value = value ?? "";
  return { element: field, value: () => field.value };
}

// A value as a list: of itself, if it isn't one, and empty without a value.
function listed(value) {
  if (Array.isArray(value)) return value;
  return value ? [value] : [];
}

// An ordered list of choices: each can be taken out, moved, and added more than once.
function some(column, value) {
  const items = listed(value).map(String);
  const list = make("ul", { class: "tokens" });
  const adding = make("select", {}, ...options(column, "", "add …"));
  const element = make("div", { class: "several" }, list, adding);
  const names = new Map(column.choices);
  function show() {
    list.replaceChildren(
      ...items.map((id, at) =>
        make(
          "li",
          {},
          at > 0 &&
            make(
              "button",
              {
                type: "button",
                title: "Earlier",
                "aria-label": `Move ${id} earlier`,
                click: () => move(at, at - 1),
              },
              "‹",
            ),
          make("span", {}, names.get(id) ?? id),
          make(
            "button",
            {
              type: "button",
              title: "Remove",
              "aria-label": `Remove ${id}`,
              click: () => {
                items.splice(at, 1);
                update();
              },
            },
            "×",
          ),
        ),
      ),
    );
  }
  function move(at, to) {
    items.splice(to, 0, ...items.splice(at, 1));
    update();
  }
  function update() {
    show();
    changed(element);
  }
  adding.addEventListener("input", (event) => {
    event.stopPropagation();
    if (adding.value) items.push(adding.value);
    adding.value = "";
    update();
  });
  show();
  return { element, value: () => items, focus: () => adding.focus() };
}

// How many of each: of few choices all are shown, of many those that there are.
function counts(column, value) {
  const now = new Map(Object.entries(value && typeof value === "object" ? value : {}));
  const names = new Map(column.choices);
  const isLong = column.choices.length > 8;
  const rows = make("div", { class: "rows" });
  const rest = make("select", { "aria-label": `Add to ${column.name}`, hidden: !isLong });
  const element = make("div", { class: "counts" }, rows, rest);
  const row = (id) => {
    const name = names.get(id) ?? id;
    const shown = make("output", {}, String(now.get(id) ?? 0));
    const step = (by) => {
      const next = Math.max(0, Number(now.get(id) ?? 0) + by);
      if (next) now.set(id, next);
      else now.delete(id);
      shown.textContent = next;
      line.classList.toggle("none", !next);
      changed(element);
    };
    const line = make(
      "div",
      { class: now.get(id) ? "" : "none" },
      make("span", { title: id }, name),
      make("button", { type: "button", "aria-label": `One ${name} less`, click: () => step(-1) }, "−"),
      shown,
      make("button", { type: "button", "aria-label": `One ${name} more`, click: () => step(1) }, "+"),
    );
    return line;
  };
  const all = column.choices.map(([id]) => id);
  const fill = () =>
    rest.replaceChildren(
      make("option", { value: "" }, "+ Add …"),
      ...all.filter((id) => !now.has(id)).map((id) => make("option", { value: id }, names.get(id))),
    );
  rows.append(...[...new Set([...now.keys(), ...(isLong ? [] : all)])].map(row));
  rest.addEventListener("input", (event) => {
    event.stopPropagation();
    if (!rest.value) return;
    now.set(rest.value, 1);
    rows.append(row(rest.value));
    fill();
    changed(element);
  });
  fill();
  return {
    element,
    value: () => Object.fromEntries(now),
    focus: () => element.querySelector("button, select")?.focus(),
  };
}

// One text a line. A text with line breaks of its own keeps them as `\n`.
function texts(column, value, words) {
  const lines = listed(value).map((each) => String(each).replaceAll("\\", "\\\\").replaceAll("\n", "\\n"));
  const area = text(column, lines.join("\n"), words);
  const field = area.element.querySelector("textarea");
  const read = (line) => line.replace(/\\(\\|n)/g, (_, sign) => (sign === "n" ? "\n" : "\\"));
  return {
    ...area,
    value: () =>
      field.value
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
        .map(read),
  };
}

// Anything else, by its schema.
function data(column, value, words) {
  const context = { schema: column.schema, words, open: null };
  const fields = form(column.schema, value ?? blank(column.schema, context), [], context, column.name);
  const element = make("div", { class: "form" }, fields.element);
  return {
    element,
    value: fields.value,
    focus: () => element.querySelector("input, select, textarea, button")?.focus(),
  };
}
