// Draws over the face: the edges of the card, rulers, the elements to be pointed at, and what is chosen.

import { apply, cornersOf, frameOf, middleOf, outlineOf, shown } from "./canvasmath.js";
import { chosenSpots, isHidden, keyOf, state } from "./canvasscene.js";
import { $ } from "./edits.js";

const NS = "http://www.w3.org/2000/svg";
export const MARGIN = 9; // millimetres around the bleed, for rulers and handles
export const HANDLES = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
];
const GROUPS = ["g", "a", "switch"];

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const points = (corners) => corners.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
export const scale = () => $("overlay").getScreenCTM()?.a || 1; // pixels in a millimetre

// Everything, after a new scene or another zoom.
export function drawAll() {
  const { scene } = state;
  if (!scene) return $("overlay").replaceChildren();
  const { width, height, bleed, safe } = scene,
    out = bleed + MARGIN;
  $("overlay").setAttribute("viewBox", `${-out} ${-out} ${width + 2 * out} ${height + 2 * out}`);
  $("overlay").replaceChildren(
    svg(
      "g",
      { class: "edges" },
      edge("bleed", -bleed, scene),
      edge("trim", 0, scene),
      edge("safe", safe, scene),
    ),
    rulers(scene),
    svg("g", { id: "spots" }, ...scene.elements.flatMap(spotsOf)),
    svg("g", { id: "chosen" }),
    $("guides") ?? svg("g", { id: "guides" }), // which stays in the middle of a drag
  );
  document.dispatchEvent(new CustomEvent("canvas:drawn"));
  drawChosen();
  const led = document.activeElement?.closest(".bindings [data-path]"); // to, by a finding
  if (led) point(led.dataset.path);
}

const edge = (name, inset, { width, height }) =>
  svg("rect", { class: name, x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset });

function spotsOf(element) {
  // What is locked or hidden is not in the way.
  if (GROUPS.includes(element.tag) || element.is_locked || isHidden(element)) return [];
  return element.spots.flatMap((spot, number) => {
    if (!spot.reach && !spot.box) return [];
    const polygon = svg("polygon", {
      class: element.attributes["n:text"] || element.attributes["n:image"] ? "spot frame" : "spot",
      points: points(outlineOf(spot)),
      "data-spot": keyOf({ path: element.path, spot: number }),
      "data-path": element.path.join("."),
    });
    polygon.append(svg("title", {}, element.name));
    return [polygon];
  });
}

// What is chosen, as it would be after a movement, another frame or a turn.
export function drawChosen({ by = [0, 0], frame = null, turn = null } = {}) {
  if (!$("chosen")) return;
  const spots = chosenSpots();
  const move = ([x, y]) => (turn ? turned([x, y], turn) : [x + by[0], y + by[1]]);
  const own = frameOf(spots.map(({ seen }) => seen));
  const box = frame ?? own?.box;
  const pixel = 1 / scale();
  const marks = spots.map(({ seen }) =>
    svg("polygon", { class: "one", points: points(outlineOf(seen).map(move)) }),
  );
  if (box) {
    const place = (point) => move(apply(own.matrix, point));
    const corners = cornersOf(box).map(place);
    marks.push(svg("polygon", { class: "frame", points: points(corners) }));
    if (canResize(spots)) marks.push(...HANDLES.map((handle) => handleAt(handle, box, place, pixel)));
    marks.push(turnHandle(box, place, pixel));
  }
  $("chosen").replaceChildren(...marks);
}

export const canResize = (spots) => spots.length > 0 && spots.every(({ seen }) => seen.box);

const turned = ([x, y], { degrees, about: [cx, cy] }) => {
  const angle = (degrees * Math.PI) / 180,
    [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
};

function handleAt([across, down], [x, y, width, height], place, pixel) {
  const [cx, cy] = place([x + ((across + 1) / 2) * width, y + ((down + 1) / 2) * height]);
  const size = 8 * pixel;
  return svg("rect", {
    class: `handle h${across}${down}`,
    "data-handle": `${across} ${down}`,
    x: cx - size / 2,
    y: cy - size / 2,
    width: size,
    height: size,
  });
}

function turnHandle([x, y, width, height], place, pixel) {
  const [top, middle] = [place([x + width / 2, y]), place(middleOf([x, y, width, height]))];
  const away = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
  const far = 22 * pixel;
  const at = [0, 1].map((axis) => top[axis] + ((top[axis] - middle[axis]) / away) * far);
  return svg(
    "g",
    {},
    svg("line", { class: "stem", x1: top[0], y1: top[1], x2: at[0], y2: at[1] }),
    svg("circle", { class: "turner", "data-turn": "", cx: at[0], cy: at[1], r: 5 * pixel }),
  );
}

// Guides: lines where something rests, the distance that is kept there, and what is dragged in numbers.
export function drawGuides(lines = [], words = "", at = [0, 0]) {
  if (!$("guides")) return;
  const pixel = 1 / scale();
  const guides = lines.map(({ axis, line, says }) => guide(axis, line, says, pixel));
  if (words) guides.push(label(words, at[0] + 14 * pixel, at[1] + 22 * pixel, pixel));
  $("guides").replaceChildren(...guides);
}

function guide(axis, line, says, pixel) {
  const { width, height, bleed } = state.scene;
  const ends = axis
    ? { x1: -bleed, x2: width + bleed, y1: line, y2: line }
    : { x1: line, x2: line, y1: -bleed, y2: height + bleed };
  const at = axis ? [width + bleed - 2 * pixel, line - 4 * pixel] : [line + 5 * pixel, -bleed + 14 * pixel];
  return svg(
    "g",
    { class: "guide" },
    svg("line", ends),
    label(says, at[0], at[1], pixel, axis ? "end" : "start"),
  );
}

const label = (words, x, y, pixel, anchor = "start") =>
  svg(
    "text",
    { class: "says", x, y, "font-size": 11 * pixel, "stroke-width": 3 * pixel, "text-anchor": anchor },
    words,
  );

export function drawBand(box) {
  const band = box && svg("rect", { class: "band", x: box[0], y: box[1], width: box[2], height: box[3] });
  $("guides")?.replaceChildren(...(band ? [band] : []));
}

// A ruler above the card and one at its left: a mark each millimetre where there is room, and a number at
// each tenth.
function rulers({ width, height, bleed }) {
  const pixel = 1 / scale(),
    step = pixel < 0.12 ? 1 : 5;
  const marks = [width, height].flatMap((size, axis) =>
    Array.from({ length: Math.floor(size / step) + 1 }, (_, at) =>
      mark(axis, at * step, -bleed - 1.2, pixel),
    ),
  );
  return svg("g", { class: "ruler" }, ...marks.flat());
}

function mark(axis, at, edge, pixel) {
  const isNamed = at % 10 === 0;
  const length = (isNamed ? 9 : 4 + 2 * (at % 5 === 0)) * pixel;
  const [along, across] = axis ? ["y", "x"] : ["x", "y"];
  const ends = { [`${along}1`]: at, [`${along}2`]: at, [`${across}1`]: edge - length, [`${across}2`]: edge };
  if (!isNamed) return [svg("line", ends)];
  const place = { [along]: at + 3.5 * pixel * axis, [across]: edge - 11 * pixel };
  const look = { "font-size": 10 * pixel, "text-anchor": axis ? "end" : "middle" };
  return [svg("line", ends), svg("text", { ...place, ...look }, shown(at, 0))];
}

// The hovered element, in the structure and on the canvas.
export function point(path) {
  for (const each of document.querySelectorAll(
    "#spots [data-path], #structure [data-path], .bindings [data-path]",
  ))
    each.classList.toggle("pointed", path !== null && each.dataset.path === path);
}
