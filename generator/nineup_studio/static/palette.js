// The palette: colors are changed, renamed, added and removed; what names one follows.

import { make, say } from "./edits.js";

const HEX = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})/i;

// `#abc` as `#aabbcc`, without the ink behind it.
export function sixDigits(value) {
  const hex = HEX.exec(String(value))?.[0].toLowerCase() ?? "#000000";
  return hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join("")}` : hex;
}

let adder = null; // stays as it is while the colors are shown again, with what is typed in it

export function palette(page, actions) {
  const { look } = page;
  const colors = look.form.value.palette ?? {};
  adder ??= adding(page, actions);
  return [
    make(
      "ul",
      { class: "colors" },
      ...Object.entries(colors).map(([name, value]) => color(name, value, look, actions)),
    ),
    adder,
  ];
}

function color(name, value, look, actions) {
  const path = ["palette", name];
  const changes = (now) => [{ type: "set", path, value: now }];
  const says = `the color ${name}`;
  const field = make("input", {
    type: "text",
    value,
    class: "hex",
    spellcheck: "false",
    "aria-label": `${name}, as text`,
    change: () => actions.commit(changes(field.value.trim()), says),
  });
  const ink = String(value).replace(HEX, "");
  const well = make("input", {
    type: "color",
    value: sixDigits(value),
    "aria-label": `Choose ${name}`,
    input: () => {
      field.value = well.value + ink;
      actions.preview(changes(field.value));
    },
    change: () => actions.commit(changes(well.value + ink), says),
  });
  return make(
    "li",
    { "data-path": JSON.stringify(path), "data-key": name },
    well,
    title(name, actions),
    field,
    used(name, look.uses),
    contrast(value, look.texts),
    make(
      "button",
      {
        type: "button",
        class: "small",
        title: `Remove ${name}`,
        "aria-label": `Remove ${name}`,
        click: () => actions.renamed(name, ""),
      },
      "×",
    ),
    ink.trim() && make("small", { class: "says" }, `A press prints${ink}: change that, too.`),
  );
}

// The name, which is typed over to rename the color wherever it is named.
function title(name, actions) {
  const field = make("input", {
    type: "text",
    value: name,
    class: "colorname",
    spellcheck: "false",
    "aria-label": `Name of the color ${name}`,
    title: "Rename it wherever it is named",
    keydown: (event) => {
      if (event.key === "Enter") field.blur();
      if (event.key === "Escape") field.value = name;
    },
    change: () => {
      const to = field.value.trim();
      if (to && to !== name) actions.renamed(name, to);
      else field.value = name;
    },
  });
  return field;
}

function used(name, uses) {
  const known = uses[name] ?? { count: 0, places: [] };
  const perhaps = uses[""]?.count ? `, and perhaps ${uses[""].count} more` : "";
  const times = `${known.count} ${known.count === 1 ? "use" : "uses"}${perhaps}`;
  if (!known.count) return make("span", { class: "uses none" }, perhaps ? times : "not used");
  return make(
    "details",
    { class: "uses" },
    make("summary", { "aria-label": `${times} of ${name}` }, times),
    make(
      "ul",
      {},
      ...known.places.map(({ place, address }) => make("li", {}, make("a", { href: address }, place))),
      known.count > known.places.length && make("li", {}, `and ${known.count - known.places.length} more`),
    ),
  );
}

// The lowest contrast of texts in a color on this card, as the check of all cards has it.
function contrast(value, texts) {
  const mine = texts.map((each) => each.contrast).filter((each) => each && each.ink === sixDigits(value));
  if (!mine.length) return make("span", { class: "contrast" });
  return badge(
    mine.reduce((one, other) => (one.ratio / one.wanted < other.ratio / other.wanted ? one : other)),
  );
}

export function badge({ ratio, wanted, ground, is_enough: isEnough }) {
  const title = `Text in this color has a contrast of ${ratio} on ${ground}; it needs ${wanted}`;
  return make(
    "span",
    { class: `contrast ${isEnough ? "good" : "bad"}`, title },
    make("span", { "aria-hidden": "true" }, isEnough ? "✓ " : "⚠ "),
    `${ratio} : 1`,
    make("span", { class: "hidden" }, ` contrast, ${isEnough ? "enough" : `less than ${wanted}`}`),
  );
}

function adding(page, actions) {
  const name = make("input", {
    type: "text",
    placeholder: "new color",
    "aria-label": "Name of a new color",
    keydown: (event) => event.key === "Enter" && add(),
  });
  const well = make("input", { type: "color", value: "#3f7f93", "aria-label": "The new color" });
  const add = () => {
    const { form } = page.look;
    const colors = form.value.palette ?? {};
    const id = name.value.trim();
    if (!/^[A-Za-z][\w-]*$/.test(id))
      return say("A color's name has letters, digits and hyphens, a letter first.", "bad");
    if (id in colors) return say(`There is a \`${id}\` already.`, "bad");
    const fresh = Object.keys(colors).length
      ? { type: "set", path: ["palette", id], value: well.value }
      : { type: "set", path: ["palette"], value: { [id]: well.value }, order: form.section.order };
    name.value = "";
    return actions.commit([fresh], `add the color ${id}`);
  };
  return make(
    "p",
    { class: "adding", "data-path": JSON.stringify(["palette"]) },
    well,
    name,
    make("button", { type: "button", class: "small", click: add }, "+ Color"),
  );
}
