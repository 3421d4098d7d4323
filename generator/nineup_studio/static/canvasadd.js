// New elements, as an expert would write them: in the middle of the card, or where a field is dropped.

import { shown } from "./canvasmath.js";
import { act, state } from "./canvasscene.js";

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

// The box of a new element of a size in millimetres, no larger than the card allows, in the drawing's units.
function box([width, height], middle) {
  const { scene } = state;
  const size = [Math.min(width, 0.8 * scene.width), Math.min(height, 0.8 * scene.height)];
  const [cx, cy] = middle ?? [scene.width / 2, scene.height / 2];
  const at = [cx - size[0] / 2, cy - size[1] / 2, ...size];
  const [x, y, wide, high] = at.map((value) => shown(Math.round(value * 10) / 10 / scene.unit));
  return { x, y, wide, high };
}

const place = ({ x, y, wide, high }) => `x="${x}" y="${y}" width="${wide}" height="${high}"`;
const frame = (at, more) => `<rect ${place(at)} fill="none" ${more}/>`;

function textFrame(at, more) {
  const [first] = state.scene.styles;
  return `<rect ${place(at)}${first ? ` class="${first}"` : ""} fill="none" ${more}/>`;
}

// What an editor shows in place of a text, and no card: it moves with the frame before it.
function sample({ x, y }, words) {
  const { styles, types, unit } = state.scene;
  const [font, size] = types[styles[0]] ?? [];
  if (!font) return [];
  const high = shown(size / unit);
  const look = `font-family="${quoted(font)}" font-size="${high}"`;
  return [`<text x="${x}" y="${shown(+y + +high)}" ${look} n:if="false">${quoted(words)}</text>`];
}

const SHAPES = {
  text: (at) => textFrame(at, 'n:text="Text"'),
  picture: (at) => frame(at, 'n:image="" n:fit="cover"'),
  code: ({ x, y, wide, high }) => `<rect ${place({ x, y, wide, high })} fill="#ffffff" n:qr="https://"/>`,
  rectangle: (at) => `<rect ${place(at)} fill="#cccccc"/>`,
  ellipse({ x, y, wide, high }) {
    const [rx, ry] = [wide / 2, high / 2];
    return `<ellipse cx="${shown(+x + rx)}" cy="${shown(+y + ry)}" rx="${shown(rx)}" ry="${shown(ry)}" fill="#cccccc"/>`;
  },
  line({ x, y, wide }) {
    const stroke = shown(0.5 / state.scene.unit);
    return `<line x1="${x}" y1="${y}" x2="${shown(+x + +wide)}" y2="${y}" stroke="#000000" stroke-width="${stroke}"/>`;
  },
};
const SIZES = {
  text: [40, 8],
  picture: [40, 30],
  code: [20, 20],
  rectangle: [30, 20],
  ellipse: [20, 20],
  line: [30, 0],
};

export const add = (kind) => paste([SHAPES[kind](box(SIZES[kind]))], `add ${kind}`);
const paste = (sources, says) => act({ type: "paste", sources }, says);

// Fields

const FIELD_SIZES = {
  rich: [50, 24],
  number: [12, 8],
  picture: [40, 30],
  symbol: [7, 7],
  color: [20, 12],
  list: [6, 6],
  names: [40, 6],
};
const namesItem = ({ parts }) => parts.some(([name]) => name === "name");
const kindOf = ({ kind, many }) => {
  if (!many) return kind;
  return kind === "symbol" ? "list" : "names";
};

export const sizeOfField = (field) => FIELD_SIZES[kindOf(field)] ?? [40, 8];

// The sources of a field: a picture is a frame for pictures, a list is a row of its items, and what may be
// empty is shown only where it isn't.
function sourcesOf(field, at) {
  const { path, item, many, folder } = field;
  const when = field.is_optional ? `n:if="${path}" ` : "";
  switch (kindOf(field)) {
    case "picture":
      return [frame(at, `${when}n:image="${folder}{{ ${path} }}" n:fit="cover"`)];
    case "symbol":
      return [frame(at, `${when}n:symbol="{{ ${path} }}"`)];
    case "color":
      return [
        `<rect ${place(at)} fill="${quoted(field.sample || "#cccccc")}" ${when}n:fill="{{ ${path} }}"/>`,
      ];
    case "list":
      return [frame(at, `n:each="${item} in ${many}" n:row="1mm" n:symbol="{{ ${item} }}"`)];
    case "names": {
      const shows = namesItem(field) ? `${item}.name` : item;
      return [textFrame(at, `n:each="${item} in ${many}" n:column="1mm" n:text="{{ ${shows} }}"`)];
    }
    default: {
      const shows = field.kind === "item" ? `${path}.name` : path;
      return [textFrame(at, `${when}n:text="{{ ${shows} }}"`), ...sample(at, wordsOf(field.sample))];
    }
  }
}

const wordsOf = (text) =>
  text
    .split("\n")[0]
    .replace(/[*_{}[\]]/g, "")
    .slice(0, 40)
    .trim() || "Text";

export const addField = (field, middle) =>
  paste(sourcesOf(field, box(sizeOfField(field), middle)), `add ${field.says}`);

// Drawings

export const addDrawing = (href) =>
  paste([`<image href="${quoted(href)}" ${place(box([20, 20]))}/>`], "add a drawing");
export const addPart = (href) => paste([`<use href="${quoted(href)}"/>`], "add a part");

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-add]");
  if (button && state.scene) add(button.dataset.add);
});
