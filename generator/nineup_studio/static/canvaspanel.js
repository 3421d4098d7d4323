// Beside the canvas: what is chosen in numbers and words.

import { resize } from "./canvasdrag.js";
import { angleOf, apply, around, frameOf, isUpright, middleOf, outlineOf, shown } from "./canvasmath.js";
import { act, chosenSpots, elementAt, outermost, state } from "./canvasscene.js";
import { $, address, make } from "./edits.js";

// Fields of what is chosen. What is typed is written when its field is left, or with Enter.
export function drawInspector() {
  const spots = chosenSpots();
  const only = state.chosen.length === 1 ? elementAt(state.chosen[0].path) : null;
  $("inspector").classList.toggle("none", !state.chosen.length);
  $("chosenname").textContent = title(only);
  numbers(spots);
  const isSeen = !only || only.spots.length;
  $("chosenhint").replaceChildren(...origin(only ?? {}), isSeen ? "" : "This card doesn't show it.");
}

// What is shown of another file is changed there.
function origin({ comes_from: file, opens } = {}) {
  if (!file) return [];
  const link = opens && make("a", { href: address(`layouts/${opens}`) }, "open it");
  return [`This comes from ${file}`, ...(link ? [": ", link, " to change what is in it. "] : [". "])];
}

function numbers(spots) {
  const box = spots.length ? around(spots.flatMap(({ seen }) => outlineOf(seen))) : [];
  const canSize = spots.length > 0 && spots.every(({ seen }) => seen.box && isUpright(seen.matrix));
  number("left", box[0]);
  number("top", box[1]);
  number("wide", canSize ? box[2] : undefined);
  number("high", canSize ? box[3] : undefined);
  number("angle", spots.length ? turnOf(spots) : undefined);
}

const turnOf = (spots) => (spots.length === 1 && spots[0].seen.box ? angleOf(spots[0].seen.matrix) : 0);

const title = (only) =>
  only?.name ?? (state.chosen.length ? `${state.chosen.length} elements` : "Nothing is chosen");

function number(name, value) {
  const input = $(`chosen-${name}`);
  input.disabled = value === undefined;
  if (document.activeElement !== input || !("typed" in input.dataset))
    input.value = input.disabled ? "" : shown(value);
}

const WRITES = {
  left: (value, box) => moveBy(value - box[0], 0),
  top: (value, box) => moveBy(0, value - box[1]),
  wide: (value, box) => sized([box[0], box[1], value, box[3]]),
  high: (value, box) => sized([box[0], box[1], box[2], value]),
  angle(value) {
    const spots = chosenSpots();
    const frame = frameOf(spots.map(({ seen }) => seen));
    const about = apply(frame.matrix, middleOf(frame.box));
    return act({ type: "turn", targets: outermost(), degrees: value - turnOf(spots), about }, "turn");
  },
};

const moveBy = (x, y) => {
  const targets = outermost();
  const by = [x, y].map((value) => Math.round(value * 1e4) / 1e4);
  return by[0] || by[1] ? act({ type: "move", targets, by: targets.map(() => by) }, "move") : undefined;
};

// Another upright box on the face, in the space of the frame that is resized.
function sized(box) {
  const frame = frameOf(chosenSpots().map(({ seen }) => seen));
  const [a, , , d, e, f] = frame.matrix;
  const corners = [
    [(box[0] - e) / a, (box[1] - f) / d],
    [(box[0] + box[2] - e) / a, (box[1] + box[3] - f) / d],
  ];
  return resize(frame, around(corners));
}

function written({ target }) {
  const { name, value } = target;
  if (!WRITES[name]) return;
  delete target.dataset.typed;
  const box = around(chosenSpots().flatMap(({ seen }) => outlineOf(seen)));
  const wanted = Number(value.replace(",", "."));
  if (value.trim() && Number.isFinite(wanted)) WRITES[name](wanted, box);
  else drawInspector();
}

$("inspector")?.addEventListener("change", written);
$("inspector")?.addEventListener("input", ({ target }) => {
  target.dataset.typed = "";
});
