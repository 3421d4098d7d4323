// Controls of numbers, lengths and colors: a slider and a number with its unit, the palette's colors and any
// other. Each calls `live(value)` while it moves, then `soon(value)` or `now(value)`.

import { make } from "./edits.js";
import { sixDigits } from "./palette.js";

const LENGTH = /^\s*(-?\d*\.?\d+)\s*(mm|cm|in|pt)\s*$/;
const POINTS = { pt: 1, mm: 72 / 25.4, cm: 720 / 25.4, in: 72 };

// How far sliders reach, and by which steps; lengths in points. Typed numbers may be beyond.
const REACH = {
  size: [5, 40, 0.5],
  "min-size": [5, 24, 0.5],
  leading: [0.8, 2, 0.05],
  paragraph: [0, 2, 0.05],
  tracking: [-1, 4, 0.05],
  width: [50, 150, 1],
  slant: [1, 20, 1],
  symbol: [0.5, 3, 0.05],
  "outline-width": [0, 3, 0.1],
  "shadow-right": [-3, 3, 0.1],
  "shadow-down": [-3, 3, 0.1],
  "shadow-blur": [0, 10, 0.1],
  "glow-width": [0, 10, 0.1],
  "color-angle": [0, 360, 5],
};

const rounded = (number) => Number(number.toFixed(3));

// For a key that the table lacks: the bounds of its schema or, where these are far, some times its value.
function reachOf(name, schema, value) {
  if (REACH[name]) return REACH[name];
  const { minimum = 0, maximum = Math.max(4, 4 * Math.abs(value)) } = schema;
  const step = schema.type === "integer" ? 1 : rounded(Math.min(1, (maximum - minimum) / 100));
  return [minimum, maximum, step];
}

export function numberControl(name, schema, value, label, writing) {
  const now = Number(value);
  const number = value === undefined || value === null || Number.isNaN(now) ? null : now;
  const [least, most, step] = reachOf(name, schema, number ?? 0);
  return sliding({ number, least, most, step, label, unit: null, writing, read: (given) => given });
}

// `bounds` are lengths that the slider stays within.
export function lengthControl(name, schema, value, label, bounds, writing) {
  const [, written = "0", unit = "pt"] = LENGTH.exec(String(value ?? "")) ?? [];
  const [least, most, step] = reachOf(name, schema, Number(written));
  const inUnit = (points) => points / POINTS[unit];
  const within = (length, other) => {
    const match = LENGTH.exec(String(length ?? ""));
    return match ? (Number(match[1]) * POINTS[match[2]]) / POINTS[unit] : inUnit(other);
  };
  const from = Math.max(inUnit(least), bounds.least ? within(bounds.least, least) : -Infinity);
  const to = Math.min(inUnit(most), bounds.most ? within(bounds.most, most) : Infinity);
  const fine = { pt: step, mm: 0.05, cm: 0.01, in: 0.005 }[unit];
  return sliding({
    number: Number(written),
    least: rounded(from),
    most: rounded(Math.max(to, from + fine)),
    step: fine,
    label,
    unit,
    writing,
    read: (given, its) => `${given}${its}`,
  });
}

function sliding({ number, least, most, step, label, unit, writing, read }) {
  const units =
    unit &&
    make(
      "select",
      { class: "unit", "aria-label": `Unit of ${label}`, change: () => converted() },
      ...Object.keys(POINTS).map((each) => make("option", { value: each }, each)),
    );
  if (units) units.value = unit;
  const typed = make("input", {
    type: "text",
    inputmode: "decimal",
    class: "number",
    value: number ?? "",
    "aria-label": label,
    autocomplete: "off",
    input: () => {
      const given = numberIn(typed.value);
      if (given !== null) {
        slider.value = given;
        writing.live(read(given, units?.value));
      }
    },
    change: () => {
      const given = numberIn(typed.value);
      if (given === null) typed.value = number ?? "";
      else writing.now(read(given, units?.value));
    },
    keydown: (event) => event.key === "Enter" && typed.blur(),
  });
  const slider = make("input", {
    type: "range",
    min: Math.min(least, number ?? least),
    max: Math.max(most, number ?? most),
    step,
    "aria-label": `${label}, slider`,
    input: () => {
      typed.value = rounded(Number(slider.value));
      writing.live(read(Number(typed.value), units?.value));
    },
    change: () => writing.soon(read(rounded(Number(slider.value)), units?.value)),
  });
  slider.value = number ?? least;
  function converted() {
    const given = rounded(((numberIn(typed.value) ?? 0) * POINTS[unit]) / POINTS[units.value]);
    writing.now(read(given, units.value));
  }
  return make(
    "span",
    { class: `sliding${number === null ? " unset" : ""}` },
    slider,
    typed,
    units ?? make("span", { class: "unit" }),
  );
}

function numberIn(text) {
  const plain = text.trim().replace(",", ".");
  return /^-?\d{0,6}\.?\d{1,6}$/.test(plain) ? Number(plain) : null;
}

// The colors of the palette, and any other one.
export function colorControl(value, label, palette, writing) {
  const names = Object.keys(palette);
  const isNamed = names.includes(value);
  const well = make("input", {
    type: "color",
    value: sixDigits(isNamed ? palette[value] : value),
    "aria-label": `${label}: another color`,
    title: "Another color",
    input: () => writing.live(well.value),
    change: () => writing.now(well.value),
  });
  const swatch = (name) => {
    const button = make("button", {
      type: "button",
      class: "swatch",
      title: name,
      "aria-label": `${label}: ${name}`,
      "aria-pressed": String(name === value),
      click: () => name !== value && writing.now(name),
    });
    button.style.background = sixDigits(palette[name]);
    return button;
  };
  return make(
    "span",
    { class: "coloring" },
    ...names.map(swatch),
    make("span", { class: `other${isNamed || !value ? "" : " chosen"}` }, well),
    make("span", { class: "colornamed" }, value ?? ""),
  );
}
