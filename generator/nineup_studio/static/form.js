// A form for any value, made from its JSON Schema: a new key of the game's files needs no new form.
//
// `form(schema, value, path, context)` gives { element, value() }. With `context.commit`, each change is sent
// as soon as it is made: `commit(changes, says)`, with the path of the value. Without, the form keeps what is
// typed and sends `input`.

import { control } from "./controls.js";
import { help, make, prose, say } from "./edits.js";

const COLOUR = /^#[0-9a-f]{6}$/i;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// The part of a schema that describes a value: references followed, cases and variants chosen.
export function resolve(schema, value, context) {
  if (schema.$ref) return resolve(context.schema.$defs[schema.$ref.split("/").pop()], value, context);
  if (schema.if) {
    const { if: test, then, else: otherwise, ...rest } = schema;
    const holds = (test.required ?? []).every((key) => isObject(value) && key in value);
    return resolve({ ...rest, ...(holds ? then : otherwise) }, value, context);
  }
  if (schema.anyOf) {
    const { anyOf, ...rest } = schema;
    return {
      ...resolve(anyOf.find((each) => fits(each, value, context)) ?? anyOf[0], value, context),
      ...rest,
      variants: anyOf,
    };
  }
  return schema;
}

function fits(schema, value, context) {
  const resolved = schema.anyOf ? schema : resolve(schema, value, context);
  if (resolved.anyOf) return resolved.anyOf.some((each) => fits(each, value, context));
  if ("const" in resolved) return value === resolved.const;
  if (resolved.enum) return resolved.enum.includes(value);
  const types = [resolved.type ?? []].flat();
  if (isObject(value)) {
    return (
      (!types.length || types.includes("object")) &&
      (resolved.required ?? []).every((key) => key in value) &&
      Object.entries(value).every(([key, inner]) => {
        const of = resolved.properties?.[key] ?? resolved.additionalProperties;
        return of !== false && (typeof of !== "object" || fits(of, inner, context));
      })
    );
  }
  if (Array.isArray(value))
    return (
      (!types.length || types.includes("array")) &&
      (!resolved.items || value.every((item) => fits(resolved.items, item, context)))
    );
  if (types.length && types.every((type) => type === "object" || type === "array"))
    return value === null || value === undefined;
  return !resolved.pattern || new RegExp(resolved.pattern, "u").test(String(value));
}

// What a new value of a kind begins as.
export function blank(schema, context) {
  const resolved = resolve(schema, undefined, context);
  if ("const" in resolved) return resolved.const;
  if (resolved.enum) return resolved.enum.includes("no") ? "no" : resolved.enum[0];
  const type = [resolved.type ?? "string"].flat()[0];
  if (type === "array") return [];
  if (type === "object")
    return Object.fromEntries(
      (resolved.required ?? []).map((key) => [key, blank(resolved.properties[key], context)]),
    );
  if (type === "integer" || type === "number") return resolved.minimum ?? 1;
  return "";
}

export function form(schema, value, path, context, label = "") {
  const resolved = resolve(schema, value, context);
  if (isCounts(resolved) && (isObject(value) || !value))
    return leaf(
      { kind: "counts", choices: resolved.propertyNames.enum.map((id) => [id, id]) },
      value,
      path,
      context,
      label,
    );
  if (Array.isArray(value)) return list(resolved, value, path, context, label);
  if (isObject(value)) return record(resolved, value, path, context, label);
  return leaf(column(resolved), value, path, context, label);
}

const isCounts = (schema) =>
  Boolean(schema.propertyNames?.enum) && schema.additionalProperties?.type === "integer";

// Whether a schema is of a table with an amount for each range of players.
const isByPlayers = ({ propertyNames }) => propertyNames?.pattern?.startsWith("^\\d{1,2}") ?? false;

function column(schema) {
  if (schema.enum?.includes("yes")) return { kind: "yes-no" };
  const words = (schema.variants ?? []).flatMap((each) => each.enum ?? ("const" in each ? [each.const] : []));
  const isOpen = (schema.variants ?? []).some(
    (each) => !each.enum && !("const" in each) && !["array", "object"].includes(each.type),
  );
  const choices = schema.variants ? words : (schema.enum ?? []);
  if (choices.length && !isOpen)
    return {
      kind: "one",
      choices: choices.map((id) => [String(id), String(id)]),
      is_optional: false,
    };
  if ((schema.variants ?? []).some(isByPlayers)) return { kind: "amount" };
  const types = [schema.type ?? []].flat();
  return { kind: types.length === 1 && ["integer", "number"].includes(types[0]) ? "number" : "text" };
}

function leaf(kind, value, path, context, label) {
  const editor = control({ choices: [], ...kind, name: label }, value, context.words, label);
  editor.element.dataset.path = JSON.stringify(path);
  const colour = COLOUR.test(String(value)) ? swatch(editor, value) : null;
  const element = colour ? make("div", { class: "coloured" }, colour, editor.element) : editor.element;
  if (context.commit) {
    const commit = () => {
      const now = editor.value();
      if (now !== undefined && JSON.stringify(now) !== JSON.stringify(value ?? ""))
        context.commit([{ type: "set", path, value: now }], said(path));
    };
    element.addEventListener(["counts", "some"].includes(kind.kind) ? "input" : "change", commit);
    editor.element.addEventListener("keydown", (event) => {
      if (
        event.key === "Enter" &&
        !event.shiftKey &&
        event.target.matches("textarea, input") &&
        !event.defaultPrevented
      ) {
        event.preventDefault();
        event.target.blur();
      }
    });
  }
  return { element, value: editor.value };
}

function swatch(editor, value) {
  const field = editor.element.querySelector("textarea");
  const colour = make("input", {
    type: "color",
    value: value.toLowerCase(),
    "aria-label": "Choose the color",
  });
  colour.addEventListener("input", () => {
    field.value = colour.value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  field.addEventListener("input", () => {
    if (COLOUR.test(field.value)) colour.value = field.value.toLowerCase();
  });
  return colour;
}

// A collection whose entries can change: sends the change, or makes it here and shows the entries again.
function changing(value, context, show) {
  const box = make("div", { class: "entries" });
  let now = value,
    parts = [];
  const read = () =>
    Array.isArray(now)
      ? parts.map(([, each]) => each.value())
      : Object.fromEntries(parts.map(([key, each]) => [key, each.value()]));
  const render = () => {
    parts = [];
    box.replaceChildren(...show(now, parts, change));
  };
  function change(edits, says, here) {
    if (context.commit) return context.commit(edits, says);
    now = here(read());
    render();
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return null;
  }
  render();
  return { element: box, value: read };
}

const button = (label, title, click, more = {}) =>
  make("button", { type: "button", class: "small", title, "aria-label": title, click, ...more }, label);

function list(schema, value, path, context, label) {
  const items = schema.items ?? {};
  return changing(value, context, (now, parts, change) => {
    const rows = now.map((item, at) => {
      const inner = form(items, item, [...path, at], context, `${label} ${at + 1}`);
      parts.push([at, inner]);
      const name = `${label} ${at + 1}`;
      const tools = [
        at > 0 &&
          button("↑", `Move ${name} up`, () =>
            change([{ type: "move", path, at, to: at - 1 }], `move ${name}`, (list) =>
              moved(list, at, at - 1),
            ),
          ),
        at < now.length - 1 &&
          button("↓", `Move ${name} down`, () =>
            change([{ type: "move", path, at, to: at + 1 }], `move ${name}`, (list) =>
              moved(list, at, at + 1),
            ),
          ),
        button("×", `Remove ${name}`, () =>
          change([{ type: "delete", path: [...path, at] }], `remove ${name}`, (list) =>
            list.toSpliced(at, 1),
          ),
        ),
      ];
      const own = context.entry?.(item, [...path, at], inner.element, tools);
      if (own) return own;
      return isObject(item) || Array.isArray(item)
        ? folded(brief(item) || name, "", inner.element, [...path, at], context, tools)
        : make("div", { class: "row item" }, inner.element, make("span", { class: "rowtools" }, ...tools));
    });
    const fresh = () => (now.length ? like(now[now.length - 1]) : blank(items, context));
    if (context.adding && path.length === 1) return [...rows, context.adding(now.length)];
    return [
      ...rows,
      make(
        "p",
        { class: "adding" },
        button("+ Add", `Add to ${label}`, () =>
          change([{ type: "insert", path, at: now.length, value: fresh() }], `add to ${label}`, (all) => [
            ...all,
            fresh(),
          ]),
        ),
      ),
    ];
  });
}

const moved = (list, at, to) => {
  const all = [...list];
  all.splice(to, 0, ...all.splice(at, 1));
  return all;
};

// A new entry is of the kind of its neighbour, and empty.
function like(value) {
  if (Array.isArray(value)) return [];
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, like(inner)]));
  if (typeof value === "number") return 1;
  if (/^(yes|no)$/.test(value)) return "no";
  return COLOUR.test(value) ? value : "";
}

// The schema of keys that a record doesn't name; null if it allows none.
function otherKeys({ additionalProperties: others }) {
  if (others === false) return null;
  return isObject(others) ? others : {};
}

function record(schema, value, path, context, label) {
  const known = schema.properties ?? {};
  const others = otherKeys(schema);
  return changing(value, context, (now, parts, change) => {
    const keys = Object.keys(now);
    const rows = keys.map((key, at) => {
      const of = known[key] ?? others ?? {};
      const inner = form(of, now[key], [...path, key], context, key);
      parts.push([key, inner]);
      const tools = [
        !known[key] &&
          at > 0 &&
          !known[keys[at - 1]] &&
          button("↑", `Move ${key} up`, () =>
            change([{ type: "move", path, at, to: at - 1 }], `move ${key}`, (all) =>
              Object.fromEntries(moved(Object.entries(all), at, at - 1)),
            ),
          ),
        !known[key] &&
          button("✎", `Rename ${key}`, (event) =>
            rename(event.currentTarget, key, keys, (name) => {
              staysOpen([...path, key], [...path, name], context);
              change([{ type: "rename", path: [...path, key], key: name }], `rename ${key}`, (all) =>
                Object.fromEntries(Object.entries(all).map(([k, v]) => [k === key ? name : k, v])),
              );
            }),
          ),
        !(schema.required ?? []).includes(key) &&
          button("×", `Remove ${key}`, () =>
            change([{ type: "delete", path: [...path, key] }], `remove ${key}`, (all) => {
              const { [key]: _, ...rest } = all;
              return rest;
            }),
          ),
      ];
      const says = known[key]?.description ?? "";
      if (isObject(now[key]) || Array.isArray(now[key]))
        return folded(key, brief(now[key]), inner.element, [...path, key], context, tools, says);
      return make(
        "div",
        { class: "row" },
        make("span", { class: "key", title: says }, key),
        inner.element,
        make("span", { class: "rowtools" }, ...tools.filter(Boolean)),
        says && make("small", { class: "says" }, ...prose(says), " ", help(key, context.words)),
      );
    });
    return [...rows, adding(now, keys, change)].filter(Boolean);
  });

  function adding(now, keys, change) {
    const missing = Object.keys(known).filter((key) => !(key in now));
    const add = (key, of) => {
      const fresh = known[key] || !keys.length ? blank(of, context) : like(now[keys[keys.length - 1]]);
      const edits = [{ type: "set", path: [...path, key], value: fresh, order: Object.keys(known) }];
      change(edits, `add ${key}`, (all) => ({ ...all, [key]: fresh }));
    };
    const choose = missing.length
      ? make(
          "select",
          {
            "aria-label": `Add to ${label}`,
            change: (event) => {
              event.stopPropagation();
              if (event.target.value) add(event.target.value, known[event.target.value]);
            },
            input: (event) => event.stopPropagation(),
          },
          make("option", { value: "" }, "+ Add …"),
          ...missing.map((key) => make("option", { value: key, title: known[key].description ?? "" }, key)),
        )
      : null;
    const name = others
      ? make("input", {
          type: "text",
          placeholder: missing.length ? "or a name of your own" : "new name",
          "aria-label": `New name in ${label}`,
          input: (event) => event.stopPropagation(),
          change: (event) => event.stopPropagation(),
          keydown: (event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              take();
            }
          },
        })
      : null;
    const take = () => {
      const key = name.value.trim();
      if (key && !(key in now)) add(key, others);
    };
    return choose || name
      ? make(
          "p",
          { class: "adding" },
          choose,
          name,
          name && button("+ Add", `Add this name to ${label}`, take),
        )
      : null;
  }
}

// Puts a field in place of a key; Enter takes what is typed as the new name, unless another key has it.
function rename(tool, old, taken, done) {
  const field = make("input", {
    type: "text",
    value: old,
    "aria-label": `New name of ${old}`,
    class: "renaming",
  });
  const place = tool.closest(".row, details").querySelector(".key");
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false; // first: a field that has the focus is blurred by its removal, which ends it again
    field.replaceWith(place);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const name = field.value.trim();
    if (event.key === "Enter" && name !== old && taken.includes(name))
      return say(`There is a \`${name}\` already.`, "bad");
    end();
    tool.focus({ preventScroll: true });
    if (event.key === "Enter" && name && name !== old) done(name);
  });
  for (const kind of ["input", "change", "click"])
    field.addEventListener(kind, (event) => event.stopPropagation());
  field.addEventListener("keyup", (event) => event.key === " " && event.preventDefault()); // which folds a summary
  field.addEventListener("blur", end);
  place.replaceWith(field);
  field.select();
}

// What is open in a fold is open in it under its new name, too.
function staysOpen(old, path, { open }) {
  const [before, after] = [old, path].map((each) => JSON.stringify(each).slice(0, -1));
  for (const id of [...(open ?? [])]) if (id.startsWith(before)) open.add(after + id.slice(before.length));
}

function folded(name, short, inner, path, context, tools, says = "") {
  const id = JSON.stringify(path);
  if (context.asText)
    tools = [
      button("YAML", `Edit ${name} as YAML`, () => {
        box.open = true;
        context.asText(path, name, inner);
      }),
      ...tools,
    ];
  const box = make(
    "details",
    { "data-fold": id },
    make("summary", {}, make("span", { class: "key" }, name), make("span", { class: "brief" }, short)),
    make("span", { class: "rowtools" }, ...tools.filter(Boolean)),
    says && make("small", { class: "says" }, ...prose(says), " ", help(name, context.words)),
    inner,
  );
  box.open = context.open?.has(id) ?? path.length > 1;
  box.addEventListener("toggle", () => (box.open ? context.open?.add(id) : context.open?.delete(id)));
  return box;
}

// A value in a few words: first what is said in its own words, then plain values, then what is nested.
export function brief(value) {
  if (Array.isArray(value)) return short(value.map(brief).join(", "));
  if (!isObject(value)) return String(value ?? "");
  return short(
    Object.entries(value)
      .sort((a, b) => rank(a) - rank(b))
      .map(words)
      .join(" · "),
  );
}

const SPEAKING = ["says", "name", "means"];
const [SPOKEN, PLAIN, NESTED] = [0, 1, 2];

function rank([key, each]) {
  if (SPEAKING.includes(key)) return SPOKEN;
  return isObject(each) || Array.isArray(each) ? NESTED : PLAIN;
}

function words([key, each]) {
  if (SPEAKING.includes(key)) return String(each);
  return rank([key, each]) === PLAIN ? `${key}: ${each}` : `${key} (${brief(each)})`;
}

const short = (text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const said = (path) => path.slice(-3).join(" › ");
