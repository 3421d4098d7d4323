// Beside the canvas: what is chosen in numbers and words, and the structure of the layout.

import { resize } from "./canvasdrag.js";
import { point } from "./canvasdraw.js";
import { angleOf, apply, around, frameOf, isUpright, middleOf, outlineOf, shown } from "./canvasmath.js";
import { act, choose, chosenSpots, elementAt, keyOf, outermost, state } from "./canvasscene.js";
import { $, isPressed, make } from "./edits.js";

const CONTENT = ["n:text", "n:image", "n:symbol"];
const FRAMES = ["rect", "circle", "ellipse", "path", "polygon", "text", "image"];

// Structure: what is in front comes first, as in every drawing program.
export function drawStructure() {
  const list = $("structure");
  if (isPressed(list)) return;
  const chosen = new Set(state.chosen.map(({ path }) => path.join(".")));
  const items = (state.scene?.elements ?? []).map((element) => item(element, chosen));
  const focused = document.activeElement?.closest("#structure [data-path]")?.dataset.path;
  list.replaceChildren(...items.reverse());
  if (focused) list.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function item(element, chosen) {
  const path = element.path.join("."),
    isSeen = element.spots.length > 0;
  const button = make(
    "button",
    {
      type: "button",
      "data-path": path,
      "aria-pressed": String(chosen.has(path)),
      class: isSeen ? "" : "unseen",
      title: isSeen ? null : "This card doesn't show it",
      click: (event) => choose([{ path: element.path, spot: 0 }], event.shiftKey),
    },
    element.name,
  );
  const line = make("li", {}, button);
  line.style.setProperty("--depth", element.path.length - 1);
  return line;
}

// Fields of what is chosen. What is typed is written when its field is left, or with Enter.
export function drawInspector() {
  const spots = chosenSpots();
  const only = state.chosen.length === 1 ? elementAt(state.chosen[0].path) : null;
  $("inspector").classList.toggle("none", !state.chosen.length);
  $("chosenname").textContent = title(only);
  numbers(spots);
  words(only);
  const isSeen = !only || only.spots.length;
  const from = only?.comes_from && `This comes from ${only.comes_from}: open that to change what is in it.`;
  $("chosenhint").textContent = from || (isSeen ? "" : "This card doesn't show it.");
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

function words(only) {
  const has = only?.attributes ?? {};
  const holds = FRAMES.includes(only?.tag);
  field("shows", holds ? (has[contentOf(only)] ?? "") : null);
  field("when", only ? (has["n:if"] ?? "") : null);
  field("fill", only ? (has.fill ?? "") : null);
}

const contentOf = ({ attributes }) => CONTENT.find((name) => attributes[name] !== undefined);

const title = (only) =>
  only?.name ?? (state.chosen.length ? `${state.chosen.length} elements` : "Nothing is chosen");

function number(name, value) {
  const input = $(`chosen-${name}`);
  input.disabled = value === undefined;
  if (document.activeElement !== input || !("typed" in input.dataset))
    input.value = input.disabled ? "" : shown(value);
}

function field(name, value) {
  const input = $(`chosen-${name}`);
  input.disabled = value === null;
  if (document.activeElement !== input || !("typed" in input.dataset)) input.value = value ?? "";
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

const VALUES = {
  when: (value) => ({ "n:if": value }),
  fill: (value) => ({ fill: value }),
  shows(value, only) {
    return { [contentOf(only) ?? (only.tag === "image" ? "n:image" : "n:text")]: value };
  },
};

function written({ target }) {
  delete target.dataset.typed;
  const { name, value } = target;
  if (WRITES[name]) {
    const box = around(chosenSpots().flatMap(({ seen }) => outlineOf(seen)));
    const wanted = Number(value.replace(",", "."));
    if (value.trim() && Number.isFinite(wanted)) WRITES[name](wanted, box);
    else drawInspector();
    return;
  }
  const only = elementAt(state.chosen[0].path);
  act({ type: "values", targets: state.chosen, values: VALUES[name](value.trim(), only) }, LABELS[name]);
}
const LABELS = { shows: "what it shows", when: "when it shows", fill: "fill" };

$("inspector")?.addEventListener("change", written);
$("inspector")?.addEventListener("input", ({ target }) => {
  target.dataset.typed = "";
});
if ($("structure")) document.addEventListener("studio:released", drawStructure);
$("structure")?.addEventListener("pointerover", ({ target }) =>
  point(target.closest("[data-path]")?.dataset.path ?? null),
);
$("structure")?.addEventListener("pointerleave", () => point(null));
$("structure")?.addEventListener("focusin", ({ target }) => point(target.dataset.path ?? null));

// What was chosen is shown in the structure, if it is out of sight.
export function reveal() {
  const first = state.chosen[0] && keyOf(state.chosen[0]).split("@")[0];
  const button = first && $("structure").querySelector(`[data-path="${CSS.escape(first)}"]`);
  if (button && document.activeElement !== button) button.scrollIntoView({ block: "nearest" });
}
