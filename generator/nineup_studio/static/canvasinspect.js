// Of what is chosen: how it looks, what it shows, when, and how often. Each change is one step that can be undone.

import { act, elementAt, fieldsAt, state } from "./canvasscene.js";
import { colorPicker } from "./colorpicker.js";
import { complete } from "./completion.js";
import { $, make, say } from "./edits.js";

const CONTENT = ["text", "micro", "symbol", "image", "qr"];
const FRAMES = ["rect", "circle", "ellipse", "path", "polygon", "text", "image"];
const COLORS = { fill: "Fill", color: "Text", stroke: "Stroke" };
const NUMBERS = { "stroke-width": ["Stroke width", "mm"], opacity: ["Opacity", "%"], rx: ["Corner", "mm"] };
const WHEN = [
  ["always", "always"],
  ["filled", "if there is a"],
  ["empty", "if there is no"],
  ["is", "if it is"],
  ["not", "unless it is"],
  ["least", "for so many players or more"],
  ["most", "for so many players or fewer"],
  ["players", "for exactly so many players"],
  ["expression", "if an expression is true"],
];
const COUNTED = ["least", "most", "players"],
  COMPARED = ["is", "not"];
const words = { symbols: [], terms: [], spans: [], paths: [] };

const set = (gesture, says) => act({ targets: state.chosen, ...gesture }, says);
const only = () => (state.chosen.length === 1 ? elementAt(state.chosen[0].path) : null);
const option = (value, says) => make("option", { value }, says);

function select(id, label, change) {
  return make("select", { id, "aria-label": label, change });
}

function input(id, label, change, more = {}) {
  const box = make("input", { id, "aria-label": label, autocomplete: "off", ...more });
  box.addEventListener("input", () => {
    box.dataset.typed = "";
  });
  box.addEventListener("change", (event) => {
    delete box.dataset.typed;
    change(event);
  });
  return box;
}

// Shows a value, unless somebody is typing another one.
function put(box, value) {
  if (document.activeElement !== box || !("typed" in box.dataset)) box.value = value;
}

const row = (says, ...controls) => make("div", { class: "row" }, make("span", {}, says), ...controls);

// Replaces options only when they are others: an open list stays as it is.
function options(box, groups, value) {
  const key = JSON.stringify(groups);
  if (box.dataset.shown !== key) {
    box.dataset.shown = key;
    box.replaceChildren(
      ...groups.map(([label, pairs]) => {
        const each = pairs.map((pair) => option(...pair));
        return make("optgroup", { label }, ...each);
      }),
    );
  }
  box.value = value;
}

// Fields by the groups that the list shows.
function grouped(fields) {
  const groups = new Map();
  for (const each of fields)
    groups.set(each.group, [...(groups.get(each.group) ?? []), [each.path, each.says]]);
  return [...groups];
}

// Looks

const pickers = Object.fromEntries(
  Object.entries(COLORS).map(([name, says]) => [
    name,
    colorPicker(says, (value) => set({ type: "look", name, value }, says.toLowerCase())),
  ]),
);

function lookBox(name) {
  const [says] = NUMBERS[name];
  return input(
    `chosen-${name}`,
    says,
    ({ target }) => {
      const typed = target.value.trim().replace(",", ".");
      const value = typed && name === "opacity" ? String(Math.round(Number(typed) * 10) / 1000) : typed;
      if (typed && !Number.isFinite(Number(typed))) return drawBindings();
      return set({ type: "look", name, value }, says.toLowerCase());
    },
    { inputmode: "decimal" },
  );
}

const boxes = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, lookBox(name)]));
const style = select("chosen-style", "Text style", ({ target }) =>
  set({ type: "style", style: target.value }, "style"),
);
const unit = (says) => make("span", { class: "unit" }, says);
const measure = (name) => row(NUMBERS[name][0], boxes[name], unit(NUMBERS[name][1]));
const rows = {
  style: row("Style", style),
  fill: row("Fill", pickers.fill.element),
  color: row("Text", pickers.color.element),
  stroke: row("Stroke", pickers.stroke.element, boxes["stroke-width"], unit("mm")),
  opacity: measure("opacity"),
  rx: measure("rx"),
};
const looks = [
  rows.style,
  rows.fill,
  rows.color,
  rows.stroke,
  make("div", { class: "pair" }, rows.opacity, rows.rx),
];
const lookHint = make("p", { class: "hint" });

function drawLooks(element) {
  const look = element?.look ?? {};
  const isFrame = Boolean(element?.attributes["n:text"]) && element.tag !== "text";
  const isText = isFrame || element?.tag === "text";
  rows.style.hidden = !isText;
  rows.color.hidden = !isFrame;
  rows.rx.hidden = element?.tag !== "rect";
  for (const [name, picker] of Object.entries(pickers)) picker.show(shownColor(look[name] ?? {}));
  put(boxes["stroke-width"], look["stroke-width"]?.value ?? "");
  put(boxes.rx, look.rx?.value ?? "");
  put(boxes.opacity, look.opacity ? String(Math.round(Number(look.opacity.value) * 1000) / 10) : "100");
  const known = state.scene.styles;
  const now = (element?.attributes.class ?? "").split(" ").find((each) => known.includes(each)) ?? "";
  options(style, [["Styles of the game", [["", "none"], ...known.map((each) => [each, each])]]], now);
  const shared = Object.entries(look).filter(([, each]) => each.shared > 1);
  lookHint.textContent = shared
    .map(
      ([name, each]) =>
        `${COLORS[name] ?? NUMBERS[name][0]} comes from a rule that ${each.shared} elements share.`,
    )
    .join(" ");
}

function shownColor({ value = "", home = "", binding = "", palette = "" }) {
  const colors = state.scene.palette;
  const fields = fieldsAt(state.chosen[0]?.path ?? [])
    .filter(({ kind, many }) => kind === "color" && !many)
    .map(({ path, says, sample }) => [path, says, sample]);
  const path = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(binding)?.[1] ?? "";
  const field = fields.find(([key]) => key === path);
  const bound = palette || field?.[1] || binding;
  const inherited = home === "around" ? `${value}, from around it` : value;
  return {
    value: palette ? (Object.fromEntries(colors)[palette] ?? value) : value,
    says: bound || inherited || "not set",
    name: (palette && `palette:${palette}`) || (field && `field:${path}`) || binding,
    colors,
    fields,
  };
}

// What it shows

const shows = input("chosen-shows", "What it shows", ({ target }) => showAs(target.value.trim()), {
  spellcheck: "false",
});
const field = select("chosen-field", "Field that it shows", ({ target }) => {
  const chosen = fieldsAt(state.chosen[0].path).find(({ path }) => path === target.value);
  if (!chosen) {
    shows.focus();
    return shows.select();
  }
  const name = { picture: "image", symbol: "symbol" }[chosen.kind] ?? "text";
  return showAs(`${chosen.folder ?? ""}{{ ${chosen.path} }}`, name);
});
const onCard = make("p", { class: "hint" });

function showAs(value, name = contentOf(only())) {
  return set({ type: "shows", value, name: name === "micro" ? "text" : name }, "what it shows");
}

function contentOf(element) {
  const now = CONTENT.find((name) => element.attributes[`n:${name}`] !== undefined);
  return now ?? (element.tag === "image" ? "image" : "text");
}

function drawShown(element) {
  const holds = FRAMES.includes(element?.tag);
  parts.shows.hidden = !holds;
  if (!holds) return;
  const fields = fieldsAt(element.path).filter(({ many }) => !many);
  const now = element.attributes[`n:${contentOf(element)}`] ?? "";
  const known = fields.some(({ path }) => path === element.field) ? element.field : "";
  options(
    field,
    [["Its own words", [["", now && !known ? "fixed or mixed, as below" : "nothing"]]], ...grouped(fields)],
    known,
  );
  put(shows, now);
  const values = element.values[`n:${contentOf(element)}`] ?? [];
  onCard.textContent = now.includes("{") ? `On this card: ${values.join(" · ") || "nothing"}` : "";
}

// When it shows

const kind = select("chosen-kind", "When it shows", () => written({ fresh: true }));
const whenField = select("chosen-when-field", "Field of the condition", () => written({ fresh: true }));
const whenValue = input("chosen-when-value", "Value of the condition", () => written({}));
const whenChoice = select("chosen-when-choice", "Value of the condition", () => written({}));
const when = input("chosen-when", "Condition", () => written({}), { spellcheck: "false" });
const whenIs = make("p", { class: "hint" });

let open = null; // a condition that still lacks its value

function written({ fresh = false }) {
  const element = only();
  const now = { kind: kind.value, field: "", value: "", is_number: false };
  if (now.kind === "expression") now.value = when.value.trim() || element.attributes["n:if"] || "";
  else if (COUNTED.includes(now.kind)) now.value = whenValue.value.trim();
  else if (now.kind !== "always") compared(now, fieldsAt(element.path), fresh);
  drawCondition(now, element);
  open = { path: `${element.path}`, condition: now };
  const needsValue = COUNTED.includes(now.kind) || COMPARED.includes(now.kind);
  if (needsValue && !now.value) return whenValue.focus();
  if (now.kind === "expression" && !now.value) return when.focus();
  open = null;
  return set({ type: "when", condition: now }, "when it shows");
}

// Adds the field and the value to a condition; the first of its choices for a field that was just chosen.
function compared(now, fields, fresh) {
  const known = whenField.hidden ? "" : whenField.value;
  const chosen = fields.find(({ path }) => path === known) ?? fields[0];
  now.field = chosen.path;
  if (!COMPARED.includes(now.kind)) return;
  const [first] = chosen.choices;
  const fits = !fresh || chosen.choices.some(([id]) => id === whenChoice.value);
  now.is_number = chosen.kind === "number";
  now.value = whenValue.value.trim();
  if (first) now.value = fits && whenChoice.value ? whenChoice.value : first[0];
}

function drawCondition(condition, element) {
  const fields = fieldsAt(element.path);
  const chosen = fields.find(({ path }) => path === condition.field);
  const isKnown = ["always", "expression", ...COUNTED].includes(condition.kind) || chosen;
  const shown = isKnown ? condition.kind : "expression";
  options(kind, [["Shows", WHEN]], shown);
  whenField.hidden = ["always", "expression", ...COUNTED].includes(shown);
  if (!whenField.hidden) options(whenField, grouped(fields), condition.field);
  const isCompared = COMPARED.includes(shown),
    hasChoices = isCompared && chosen?.choices.length > 0;
  whenChoice.hidden = !hasChoices;
  if (hasChoices) options(whenChoice, [["Values", chosen.choices]], condition.value);
  whenValue.hidden = !(COUNTED.includes(shown) || (isCompared && !hasChoices));
  put(whenValue, condition.value);
  when.hidden = shown !== "expression";
  put(when, element.attributes["n:if"] ?? "");
  const value = element.values["n:if"]?.[0];
  whenIs.textContent = SAYS[shown === "always" ? "" : value] ?? "";
}
const SAYS = { yes: "This card shows it.", no: "This card doesn't show it." };

// How often

const list = select("chosen-list", "List to repeat it for", () => repeated({ fresh: true }));
const way = select("chosen-way", "How it is repeated", () => repeated({}));
const gap = input("chosen-gap", "Gap in mm", () => repeated({}), { inputmode: "decimal" });
const align = select("chosen-align", "What stays in place", () => repeated({}));
const gapRow = row("Gap", gap, unit("mm"), align);
const each = input("chosen-each", "Repetition", ({ target }) =>
  set(
    { type: "repeat", repetition: { ...only().repeat, field: "", expression: target.value.trim() } },
    "repeat",
  ),
);

function repeated({ fresh = false }) {
  const now = only().repeat;
  if (!list.value) return set({ type: "repeat", repetition: {} }, "repeat");
  const typed = Number(gap.value.trim().replace(",", "."));
  if (gap.value.trim() && !Number.isFinite(typed)) {
    say("The gap is a number of millimetres", "bad");
    return drawBindings();
  }
  const isNew = fresh && !now.field;
  const wanted = isNew ? "row" : way.value;
  const repetition = {
    field: list.value,
    item: "",
    way: wanted,
    gap: wanted && `${gap.value.trim() ? typed : 1}mm`,
    align: wanted && align.value,
  };
  return set({ type: "repeat", repetition }, "repeat");
}

function drawRepetition(element) {
  const lists = fieldsAt(element.path.slice(0, -1)).filter(({ many }) => many);
  const { field: now, expression } = element.repeat;
  parts.repeat.hidden = !lists.length && !expression && !now;
  const other = expression || (now && !lists.some(({ path }) => path === now));
  const first = other ? [["=", "an expression"]] : [];
  options(list, [["Once", [["", "not repeated"], ...first]], ...grouped(lists)], other ? "=" : now);
  each.hidden = !other;
  put(each, element.attributes["n:each"] ?? "");
  gapRow.hidden = way.hidden = !now;
  options(
    way,
    [
      [
        "Repeated",
        [
          ["row", "in a row"],
          ["column", "in a column"],
          ["", "where each places itself"],
        ],
      ],
    ],
    element.repeat.way,
  );
  put(gap, element.repeat.gap.replace(/mm$/, ""));
  gapRow.hidden ||= !element.repeat.way;
  options(
    align,
    [
      [
        "Stays",
        [
          ["", "the first stays"],
          ["center", "the middle stays"],
          ["end", "the last stays"],
        ],
      ],
    ],
    element.repeat.align,
  );
}

const part = (title, ...inside) => make("fieldset", {}, make("legend", {}, title), ...inside);
const parts = {
  look: part("Look", ...looks, lookHint),
  shows: part("Shows", row("Field", field), row("Words", shows), complete(shows, words), onCard),
  when: part(
    "When",
    row("Shown", kind),
    whenField,
    whenChoice,
    whenValue,
    when,
    complete(when, {
      ...words,
      isExpression: true,
      get paths() {
        return words.paths;
      },
    }),
    whenIs,
  ),
  repeat: part("Repeat", row("For each", list), way, gapRow, each),
};
$("bindcontrols")?.replaceChildren(...Object.values(parts));

export function drawBindings() {
  const element = only();
  if (!state.scene || !state.chosen.length) return;
  words.paths = fieldsAt(element?.path ?? []).map(({ path, says }) => [path, says]);
  drawLooks(element ?? elementAt(state.chosen[0].path));
  for (const name of ["shows", "when", "repeat"]) parts[name].hidden = !element;
  if (!element) return;
  drawShown(element);
  if (open?.path !== `${element.path}`) open = null;
  drawCondition(open?.condition ?? element.when, element);
  drawRepetition(element);
}
