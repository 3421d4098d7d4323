// The controls of a text style, made from its JSON Schema: a new key of styles has one by itself, under *More*.

import { make, say } from "./edits.js";
import { fonts, same, sampleOf } from "./fonts.js";
import { resolve } from "./form.js";
import { badge } from "./palette.js";
import { colorControl, lengthControl, numberControl } from "./sliders.js";

const GROUPS = [
  ["Letters", ["font", "weight", "italic", "case", "underline", "width", "slant"]],
  ["Size", ["size", "min-size", "leading", "paragraph", "tracking"]],
  ["Color", ["color", "outline", "shadow", "glow"]],
  ["Place", ["align", "valign", "columns", "column-gap", "hanging", "direction", "hyphenate"]],
  ["Details", ["initial", "bullet", "symbol", "term"]],
];
const NAMES = {
  "min-size": "Least size",
  valign: "In its frame",
  hanging: "Hanging punctuation",
  term: "Defined terms",
};
const NAMES_OF_WORDS = { "as-written": "As written", "small-caps": "Small caps", upper: "Capitals" };
const MOST_BUTTONS = 6; // choices beyond that are a list to open
const LONGEST_WORD = 10;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const labelOf = (key) => NAMES[key] ?? key.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
const wordOf = (word) =>
  NAMES_OF_WORDS[word] ??
  String(word)
    .replaceAll("-", " ")
    .replace(/^./, (first) => first.toUpperCase());

let adder = null; // stays as it is while the styles are shown again, with what is typed in it

export function styles(page, actions) {
  adder ??= newStyle(page, actions);
  const { look } = page;
  const all = look.form.value.styles ?? {};
  const names = Object.keys(all);
  const style = new StyleView(page, actions);
  return [
    make(
      "div",
      { class: "stylenames", role: "group", "aria-label": "Text style" },
      ...names.map((name) => chip(name, page, actions)),
      adder,
    ),
    ...(names.length ? [style.head(), ...style.groups()] : []),
  ];
}

// A style's name, set in its font.
function chip(name, page, actions) {
  const style = new StyleView({ ...page, style: name }, actions);
  return make(
    "button",
    {
      type: "button",
      "aria-pressed": String(name === page.style),
      "data-path": JSON.stringify(["styles", name]),
      title: name,
      click: () => actions.choose(name),
    },
    sampleOf(style.font(), name, style.cut()),
    page.look.texts.some((each) => each.style === name) &&
      make("span", { class: "hidden" }, " (on this card)"),
  );
}

function newStyle(page, actions) {
  const name = make("input", {
    type: "text",
    placeholder: "new style",
    "aria-label": "Name of a new style",
    keydown: (event) => event.key === "Enter" && add(),
  });
  const add = () => {
    const { look, style } = page;
    const id = name.value.trim();
    if (!id) return name.focus();
    if (id in (look.form.value.styles ?? {})) return say(`There is a \`${id}\` already.`, "bad");
    const value = style ? { extends: style } : { font: "Source Sans 3" };
    const change = look.form.value.styles
      ? { type: "set", path: ["styles", id], value }
      : { type: "set", path: ["styles"], value: { [id]: value }, order: look.form.section.order };
    name.value = "";
    return actions.commit([change], `add the style ${id}`).then(() => actions.choose(id));
  };
  return make(
    "span",
    { class: "newstyle", "data-path": JSON.stringify(["styles"]) },
    name,
    make("button", { type: "button", class: "small", click: add }, "+ Style"),
  );
}

// A style with what it has from others, and its controls.
class StyleView {
  constructor(page, actions) {
    Object.assign(this, { page, actions, look: page.look, name: page.style });
    this.all = this.look.form.value.styles ?? {};
    this.own = isObject(this.all[this.name]) ? this.all[this.name] : {};
    const { schema } = this.look.form.section;
    this.context = { schema };
    this.schema = resolve(schema.properties.styles, this.all, this.context).additionalProperties;
    this.order = Object.keys(this.schema.properties);
  }

  // A key's value and where it is from: this style, another one, or the program.
  value(key) {
    const seen = new Set();
    for (let name = this.name; isObject(this.all[name]) && !seen.has(name); name = this.all[name].extends) {
      seen.add(name);
      if (key in this.all[name]) return { value: this.all[name][key], from: name };
    }
    return { value: isObject(this.look.defaults[key]) ? null : this.look.defaults[key], from: "" };
  }

  font = () => String([this.value("font").value ?? "Source Sans 3"].flat()[0]);
  cut = () => ({ weight: weightOf(this.value("weight").value), italic: isYes(this.value("italic").value) });

  // The words of this style on the card, for samples.
  words = () => this.look.texts.find(({ style }) => style === this.name)?.text ?? "";

  changes = (key, value, ...inner) => [
    { type: "set", path: ["styles", this.name, key, ...inner], value, order: inner.length ? [] : this.order },
  ];
  says = (key) => `${labelOf(key).toLowerCase()} of ${this.name}`;

  // What a control does with a new value of a key, or of one inside of it: while it moves, once it rests, or
  // at once.
  writing(key, ...inner) {
    const changes = (value) => this.changes(key, value, ...inner);
    return {
      live: (value) => this.actions.preview(changes(value)),
      soon: (value) => this.actions.commitSoon(changes(value), this.says(key)),
      now: (value) => this.actions.commit(changes(value), this.says(key)),
    };
  }

  head() {
    const texts = this.look.texts.filter(({ style, contrast }) => style === this.name && contrast);
    const worst = texts
      .map((each) => each.contrast)
      .sort((a, b) => a.ratio / a.wanted - b.ratio / b.wanted)[0];
    return make(
      "p",
      { class: "stylehead" },
      make("strong", {}, this.name),
      make("span", { class: "basis" }, "based on ", this.basis()),
      worst && badge(worst),
      !this.words() && make("span", { class: "says" }, "This card has no text in it."),
    );
  }

  basis() {
    const others = Object.keys(this.all).filter((name) => name !== this.name);
    const field = make(
      "select",
      {
        "aria-label": "Based on",
        "data-path": this.path("extends"),
        change: () =>
          field.value
            ? this.writing("extends").now(field.value)
            : this.actions.commit(
                [{ type: "delete", path: ["styles", this.name, "extends"] }],
                this.says("extends"),
              ),
      },
      make("option", { value: "" }, "nothing"),
      ...others.map((name) => make("option", { value: name }, name)),
    );
    field.value = this.own.extends ?? "";
    return field;
  }

  path = (...keys) => JSON.stringify(["styles", this.name, ...keys]);

  groups() {
    const rest = this.order.filter(
      (key) => key !== "extends" && !GROUPS.some(([, keys]) => keys.includes(key)),
    );
    return [...GROUPS, ["More", rest]]
      .map(([name, keys]) => [name, keys.filter((key) => key in this.schema.properties)])
      .filter(([, keys]) => keys.length)
      .map(([name, keys]) =>
        make("fieldset", {}, make("legend", {}, name), ...keys.map((key) => this.row(key))),
      );
  }

  row(key) {
    const schema = resolve(this.schema.properties[key], this.own[key], this.context);
    const { value, from } = this.value(key);
    const isOwn = from === this.name;
    const id = `style-${key}`;
    const says = this.schema.properties[key].description ?? "";
    const control = this.whole({ key, schema, value });
    return make(
      "div",
      { class: `lookrow${isOwn ? " said-here" : ""}`, "data-path": this.path(key), "data-key": key },
      make("span", { class: "key", id, title: says }, labelOf(key)),
      make(
        "div",
        { class: "value", role: "group", "aria-labelledby": id },
        control,
        this.otherKind(key, schema, value),
      ),
      isOwn && from !== ""
        ? make(
            "button",
            {
              type: "button",
              class: "small",
              title: `As if ${this.name} didn't say it`,
              "aria-label": `Reset ${labelOf(key)}`,
              disabled: key === "font" && !this.own.extends,
              click: () =>
                this.actions.commit([{ type: "delete", path: ["styles", this.name, key] }], this.says(key)),
            },
            "↺",
          )
        : make("span", { class: "from", title: says }, from ? `from ${from}` : "default"),
    );
  }

  // The controls of a key's value: one, those of a record, or those of several records.
  whole({ key, schema, value }) {
    if (schema.type === "object" || schema.properties) return this.record(key, schema, value);
    if (isRecords(schema)) return this.records(key, schema, value);
    return this.control({ key, schema, value, label: labelOf(key), writing: this.writing(key) });
  }

  // A color may become a gradient, and a gradient one color; to one shadow comes another.
  otherKind(key, schema, value) {
    const kinds = schema.variants ?? [];
    const button = (words, next) =>
      make(
        "div",
        { class: "adding" },
        make("button", { type: "button", class: "small", click: () => this.writing(key).now(next) }, words),
      );
    if (kinds.some((kind) => kind.properties?.gradient))
      return isObject(value)
        ? button("One color", [value.gradient].flat()[0] ?? "#000000")
        : button("Gradient", { gradient: [value, "#ffffff"] });
    if (!kinds.some(isRecords)) return null;
    const now = isObject(value) ? [value] : (value ?? []);
    return now.length ? button(`+ ${labelOf(key).toLowerCase()}`, [...now, now.at(-1)]) : null;
  }

  // A control by what the schema says of a value.
  control({ key, schema, value, label, writing, range = key }) {
    const { format } = schema;
    if (format === "font-family" || key === "font") return fonts(this, value, this.actions);
    if (format === "font-weight") return this.weights(value, label, writing);
    if (format === "palette-color")
      return colorControl(value, label, this.look.form.value.palette ?? {}, writing);
    if (schema.items?.format === "palette-color") return this.colors(value, label, writing);
    if (schema.pattern?.includes("pt"))
      return lengthControl(range, schema, value, label, this.bounds(key), writing);
    if (["number", "integer"].includes(schema.type))
      return numberControl(range, schema, value, label, writing);
    if (schema.enum?.includes("yes"))
      return choices(["no", "yes"], isYes(value) ? "yes" : "no", label, writing);
    if (schema.enum) return choices(schema.enum, value, label, writing);
    return text(schema, value, label, writing);
  }

  // The colors of a gradient, each with its own control.
  colors(value, label, { live, now }) {
    const all = [value ?? []].flat();
    const changed = (at, color) => all.with(at, color);
    const palette = this.look.form.value.palette ?? {};
    return make(
      "span",
      { class: "colors" },
      ...all.map((color, at) =>
        make(
          "span",
          { class: "listed" },
          colorControl(color, `${label} ${at + 1}`, palette, {
            live: (next) => live(changed(at, next)),
            now: (next) => now(changed(at, next)),
          }),
          all.length > 2 && remover(`${label} ${at + 1}`, () => now(all.toSpliced(at, 1))),
        ),
      ),
      make(
        "span",
        { class: "adding" },
        make(
          "button",
          { type: "button", class: "small", click: () => now([...all, all.at(-1) ?? "#ffffff"]) },
          "+ color",
        ),
      ),
    );
  }

  // A size stays at or above the least one, which stays at or below it; typed numbers may be anything.
  bounds(key) {
    if (key === "size" && "min-size" in this.own) return { least: this.own["min-size"] };
    return key === "min-size" ? { most: this.value("size").value } : {};
  }

  weights(value, label, writing) {
    const known = this.look.families.find((each) => same(each.name, this.font()));
    const there = (isYes(this.value("italic").value) ? known?.italics : known?.weights) ?? [];
    const now = weightOf(value);
    const all = [...new Set([...there, now])].sort((a, b) => a - b);
    return choices(
      all.map(String),
      String(now),
      label,
      { ...writing, now: (weight) => writing.now(WEIGHTS[weight] ?? Number(weight)) },
      (weight) => WEIGHT_NAMES[weight] ?? weight,
    );
  }

  // A record of its own, such as a shadow: there or not, and its values.
  record(key, schema, value) {
    const has = isObject(value) && Object.keys(value).length > 0;
    const first = this.look.defaults[key] ?? {};
    const known = Object.entries(schema.properties);
    const usual = Object.fromEntries(
      known.map(([name]) => [name, first[name]]).filter(([, each]) => each && each !== "0pt"),
    );
    const writing = this.writing(key);
    const isOwn = this.value(key).from === this.name;
    const fresh = Object.keys(usual).length ? usual : { weight: "bold" };
    // One that comes from another style is there no more without an extent.
    const lengths = known.filter(([, of]) => of.pattern);
    const nothing = Object.fromEntries(lengths.map(([name]) => [name, "0pt"]));
    const isOn = make("input", {
      type: "checkbox",
      role: "switch",
      disabled: has && !isOwn && !lengths.length,
      "aria-label": labelOf(key),
      change: () => {
        if (isOn.checked) return writing.now(fresh);
        return isOwn
          ? this.actions.commit([{ type: "delete", path: ["styles", this.name, key] }], this.says(key))
          : writing.now({ ...value, ...nothing });
      },
    });
    isOn.checked = has;
    const inner = this.inside([key], schema, value, { isOwn, write: writing });
    return make(
      "div",
      { class: "record" },
      make("label", { class: "yesno" }, isOn, has ? "on" : "off"),
      ...(has ? inner : []),
    );
  }

  // Several records, such as shadows, the first on top.
  records(key, schema, value) {
    const all = value ?? [];
    const isOwn = this.value(key).from === this.name;
    const { live, soon, now } = this.writing(key);
    return make(
      "div",
      { class: "record" },
      ...all.flatMap((each, at) => {
        const write = {
          live: (next) => live(all.with(at, next)),
          soon: (next) => soon(all.with(at, next)),
          now: (next) => now(all.with(at, next)),
        };
        return [
          make(
            "div",
            { class: "inner" },
            `${at + 1}`,
            remover(`${key} ${at + 1}`, () => now(all.toSpliced(at, 1))),
          ),
          ...this.inside([key, at], schema.items, each, { isOwn, write }),
        ];
      }),
      !all.length && "off",
    );
  }

  // The controls of a record's values. A record from another style is written as a whole.
  inside(keys, schema, value, { isOwn, write }) {
    const [key] = keys;
    const first = this.look.defaults[key] ?? {};
    return Object.entries(schema.properties).map(([name, of]) => {
      const inside = isOwn
        ? this.writing(...keys, name)
        : Object.fromEntries(
            Object.entries(write).map(([way, put]) => [way, (now) => put({ ...value, [name]: now })]),
          );
      const control = this.control({
        key: name,
        range: `${key}-${name}`,
        schema: resolve(of, value?.[name], this.context),
        value: value?.[name] ?? first[name] ?? this.value(name).value,
        label: `${keys.map(String).map(labelOf).join(" ")}: ${labelOf(name).toLowerCase()}`,
        writing: inside,
      });
      return make(
        "div",
        { class: "inner", "data-path": this.path(...keys, name) },
        make("span", { class: "key", title: of.description ?? "" }, labelOf(name)),
        control,
      );
    });
  }
}

const isRecords = (schema) => schema.type === "array" && Boolean(schema.items?.properties);

const remover = (label, click) =>
  make("button", { type: "button", class: "small", "aria-label": `Remove ${label}`, click }, "×");

const WEIGHTS = { 400: "regular", 600: "semibold", 700: "bold" };
const WEIGHT_NAMES = {
  100: "Thin",
  200: "Extra light",
  300: "Light",
  400: "Regular",
  500: "Medium",
  600: "Semibold",
  700: "Bold",
  800: "Extra bold",
  900: "Black",
};
const SPELLED = {
  thin: 100,
  extralight: 200,
  ultralight: 200,
  light: 300,
  regular: 400,
  normal: 400,
  book: 400,
  roman: 400,
  medium: 500,
  semibold: 600,
  demibold: 600,
  bold: 700,
  extrabold: 800,
  ultrabold: 800,
  heavy: 800,
  black: 900,
}; // prettier-ignore

export const weightOf = (value) =>
  SPELLED[
    String(value ?? 400)
      .toLowerCase()
      .replace(/[- ]/g, "")
  ] ??
  (Number(value) || 400);
const isYes = (value) => value === true || /^(yes|true)$/i.test(String(value ?? ""));

// A few words as buttons side by side, more of them, or longer ones, as a list to open.
function choices(words, value, label, { now }, name = wordOf) {
  const isShort = words.length <= MOST_BUTTONS && words.every((word) => name(word).length <= LONGEST_WORD);
  if (!isShort || words.length > MOST_BUTTONS) {
    const field = make(
      "select",
      { "aria-label": label, change: () => now(field.value) },
      ...words.map((word) => make("option", { value: word }, name(word))),
    );
    field.value = value ?? "";
    return field;
  }
  return make(
    "span",
    { class: "choices" },
    ...words.map((word) =>
      make(
        "button",
        {
          type: "button",
          "aria-pressed": word === value ? "true" : null,
          "aria-label": `${label}: ${name(word)}`,
          click: () => word !== value && now(word),
        },
        name(word),
      ),
    ),
  );
}

let lists = 0;

function text(schema, value, label, { live, now }) {
  lists += 1;
  const id = `examples-${lists}`;
  const field = make("input", {
    type: "text",
    value: value ?? "",
    "aria-label": label,
    list: schema.examples ? id : null,
    placeholder: schema.examples?.[0] ?? "",
    title: schema.description ?? "",
    input: () => field.value.trim() && live(field.value.trim()),
    change: () => now(field.value.trim()),
    keydown: (event) => event.key === "Enter" && field.blur(),
  });
  return make(
    "span",
    { class: "typed" },
    field,
    schema.examples &&
      make("datalist", { id }, ...schema.examples.map((each) => make("option", { value: each }))),
  );
}
