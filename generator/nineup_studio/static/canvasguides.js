// Guides, which are kept in the file as Inkscape keeps them, and a grid, which each browser has for itself.

import { MARGIN, scale, svg } from "./canvasdraw.js";
import { shown } from "./canvasmath.js";
import { act, state } from "./canvasscene.js";
import { linesOf, nearest } from "./canvassnap.js";
import { $, make } from "./edits.js";

const KEPT = "nineup-grid";
const FINEST = 0.5; // millimetres between two lines
const SIDES = ["Left", "Top"];
const NARROWEST = 5; // pixels between two lines that are shown
const grid = { isOn: false, step: 5, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };

// The distance of the grid's lines in millimetres; 0 while there is no grid.
export const gridStep = () => (grid.isOn ? grid.step : 0);

function keepGrid(change) {
  Object.assign(grid, change);
  localStorage.setItem(KEPT, JSON.stringify(grid));
  show();
}

// Draws the grid below what can be chosen, the guides above, and the strips that guides are dragged out of.
function draw() {
  const { width, height, bleed, guides } = state.scene;
  const sides = [width, height];
  const strip = MARGIN - 1;
  const whole = [0, 1].map((axis) => sides[axis] + 2 * bleed);
  const strips = [
    { x: -bleed - strip, y: -bleed, width: strip, height: whole[1], "data-ruler": 0 },
    { x: -bleed, y: -bleed - strip, width: whole[0], height: strip, "data-ruler": 1 },
  ];
  const lines =
    grid.isOn && grid.step * scale() >= NARROWEST ? [0, 1].flatMap((axis) => gridLines(axis)) : [];
  $("spots").before(
    svg("g", { class: "grid" }, ...lines),
    svg("g", { class: "strips" }, ...strips.map((each) => svg("rect", each))),
  );
  $("spots").after(svg("g", { class: "keptguides" }, ...guides.flatMap(guideAt)));
}

function gridLines(axis) {
  const { width, height } = state.scene;
  const size = axis ? height : width;
  const count = Math.floor(size / grid.step + 1e-6) + 1;
  return Array.from({ length: count }, (_, number) => svg("line", ends(axis, number * grid.step, 0)));
}

function ends(axis, at, beyond) {
  const { width, height } = state.scene;
  return axis
    ? { x1: -beyond, x2: width + beyond, y1: at, y2: at }
    : { x1: at, x2: at, y1: -beyond, y2: height + beyond };
}

function guideAt({ axis, at }, number) {
  const beyond = state.scene.bleed + MARGIN - 1;
  const grip = svg("line", {
    class: "grip",
    "data-guide": number,
    "data-axis": axis,
    ...ends(axis, at, beyond),
  });
  grip.append(svg("title", {}, `Guide at ${shown(at)} mm: drag it back into the ruler to remove it`));
  return [svg("line", ends(axis, at, beyond)), grip];
}

// Where a guide that is dragged comes to be: its place, what it rests at, and whether it is out of the card.
export function guideGoal({ axis, number }, now, within) {
  const { scene } = state;
  const guides = scene.guides.filter((_, each) => each !== number);
  const lines = linesOf({ ...scene, guides }, new Set(), gridStep())[axis];
  const snap = nearest(lines, [now[axis]], within);
  const at = snap ? snap.line.at : Math.round(now[axis] * 10) / 10;
  const size = axis ? scene.height : scene.width;
  const isOut = at < -scene.bleed - 0.5 || at > size + scene.bleed + MARGIN;
  return { at, isOut, says: snap ? `${snap.line.what}, ${shown(at)} mm` : `${shown(at)} mm` };
}

// Adds, moves or removes a guide; `at` is null for one that goes.
export function setGuide({ axis, number }, at) {
  const path = state.scene.guides[number]?.path ?? null;
  if (at === null && !path) return undefined;
  const verb = path ? "move" : "add";
  return act({ type: "guide", axis, at, path }, `${at === null ? "remove" : verb} a guide`);
}

// The panel: the grid's distance, and each guide as a number, for exact places and for the keyboard.
function show() {
  $("gridshown").checked = grid.isOn;
  if (document.activeElement !== $("gridstep")) $("gridstep").value = grid.step;
  const focused = document.activeElement?.closest?.("#guidelist [data-number]")?.dataset.number;
  $("guidelist").replaceChildren(...(state.scene?.guides ?? []).map(row));
  if (focused) $("guidelist").querySelector(`[data-number="${focused}"]`)?.focus();
  if (!state.scene || !$("spots")) return;
  for (const each of document.querySelectorAll("#overlay :is(.grid, .strips, .keptguides)")) each.remove();
  draw();
}

function row({ axis, at }, number) {
  const input = make("input", {
    type: "text",
    inputmode: "decimal",
    value: shown(at),
    "data-number": number,
    "aria-label": `Guide, ${SIDES[axis].toLowerCase()}, in mm`,
    change: ({ target }) => {
      const value = Number(target.value.replace(",", "."));
      if (target.value.trim() && Number.isFinite(value)) setGuide({ axis, number }, value);
      else target.value = shown(at);
    },
  });
  const remove = make(
    "button",
    {
      type: "button",
      "aria-label": `Remove the guide at ${shown(at)} mm`,
      click: () => setGuide({ axis, number }, null),
    },
    "Remove",
  );
  return make("li", {}, make("span", {}, SIDES[axis]), input, make("span", { class: "unit" }, "mm"), remove);
}

const add = (axis) => {
  const { width, height } = state.scene;
  setGuide({ axis }, Math.round(5 * (axis ? height : width)) / 10);
};

document.addEventListener("canvas:drawn", show);
$("gridshown")?.addEventListener("change", ({ target }) => keepGrid({ isOn: target.checked }));
$("gridstep")?.addEventListener("change", ({ target }) => {
  const step = Number(target.value.replace(",", "."));
  keepGrid(step >= FINEST ? { step: Math.min(step, 100) } : {});
  target.value = grid.step;
});
document.addEventListener("click", ({ target }) => {
  const axis = target.closest("[data-addguide]")?.dataset.addguide;
  if (axis && state.scene) add(Number(axis));
});
