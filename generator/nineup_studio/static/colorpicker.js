// Picks a color: a button that shows it, and below it the palette, what else may color it, and any other color.

import { make } from "./edits.js";

const GAP = 4; // pixels between the button and its list
let count = 0;

const swatch = (value) => {
  const spot = make("span", { class: value ? "paint" : "paint none", "aria-hidden": "true" });
  if (value) spot.style.setProperty("--paint", value);
  return spot;
};

// `pick` is called with a color, with `palette:` or `field:` and a name, or with nothing. What it returns has
// the `element`, and `show` with `{ value, says, name, colors, fields, disabled }`: `colors` are
// pairs of a name and a color, `fields` have a path, a label and their color now.
export function colorPicker(label, pick) {
  const id = `colors-${++count}`;
  const button = make("button", { type: "button", class: "colorbutton", popovertarget: id });
  const other = make("input", { type: "color", "aria-label": `${label}: any other color` });
  const list = make("div", { id, class: "colorlist", popover: "auto", role: "group", "aria-label": label });
  const choose = (value) => {
    list.hidePopover();
    button.focus();
    pick(value);
  };
  other.addEventListener("change", () => choose(other.value));
  list.addEventListener("toggle", () => list.matches(":popover-open") && place(list, button));

  const item = (value, name, color, isChosen) =>
    make(
      "button",
      { type: "button", "aria-pressed": String(isChosen), click: () => choose(value) },
      swatch(color),
      make("span", {}, name),
    );

  function show({ value = "", says, name = "", colors = [], fields = [], disabled = false }) {
    button.disabled = disabled;
    button.replaceChildren(swatch(value === "none" ? "" : value), make("span", { class: "says" }, says));
    button.setAttribute("aria-label", `${label}: ${says}`);
    if (/^#[0-9a-f]{6}$/i.test(value)) other.value = value;
    list.replaceChildren(
      ...colors.map(([key, color]) => item(`palette:${key}`, key, color, name === `palette:${key}`)),
      ...fields.map(([key, words, color]) => item(`field:${key}`, words, color, name === `field:${key}`)),
      item("none", "None", "", !name && value === "none"),
      item("", "Not set here", "", !name && !value),
      make("label", {}, other, make("span", {}, "Any other color")),
    );
  }
  return { element: make("span", { class: "colorpicker" }, button, list), show };
}

// Below its button, or above it where there is more room.
function place(list, button) {
  const { left, top, bottom } = button.getBoundingClientRect();
  const isAbove = bottom + GAP + list.offsetHeight > innerHeight && top > innerHeight - bottom;
  const at = {
    left: Math.min(left, innerWidth - list.offsetWidth - 8),
    top: isAbove ? top - GAP - list.offsetHeight : bottom + GAP,
  };
  for (const [name, value] of Object.entries(at)) list.style.setProperty(name, `${Math.max(4, value)}px`);
}
