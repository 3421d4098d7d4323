// The keys and the buttons of the canvas; each gesture is one step that can be undone.

import { cancel, finish, keys } from "./canvasdrag.js";
import { drawChosen, drawGuides } from "./canvasdraw.js";
import { tryOut } from "./canvasfits.js";
import { around, outlineOf } from "./canvasmath.js";
import { act, choose, chosenSpots, copied, elementAt, outermost, reachable, state } from "./canvasscene.js";
import { zooms } from "./canvaszoom.js";
import { $, afterEdits, say } from "./edits.js";

const CLIPBOARD = "nineup-elements";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const with_ = (gesture, says) => {
  const targets = outermost();
  return targets.length ? act({ targets, ...gesture }, says) : say("Choose something first");
};
const boxOf = ({ seen }) => around(outlineOf(seen));

// Moves each of what is chosen by its own distance.
function moveEach(distance, says) {
  const spots = outermost().flatMap(({ path, spot }) => {
    const seen = elementAt(path)?.spots[spot];
    return seen?.reach ? [{ path, spot, seen }] : [];
  });
  if (!spots.length) return say("Choose something first");
  const by = distance(spots.map(boxOf)).map((pair) => pair.map((value) => Math.round(value * 1e4) / 1e4));
  const moved = spots.map((each, at) => [each, by[at]]).filter(([, [x, y]]) => x || y);
  if (!moved.length) return undefined;
  const targets = moved.map(([{ path, spot }]) => ({ path, spot }));
  return act({ type: "move", targets, by: moved.map(([, each]) => each) }, says);
}

// One element is aligned with the card, several with each other.
const align = (axis, share) =>
  moveEach((boxes) => {
    const card = [0, 0, state.scene.width, state.scene.height];
    const whole =
      boxes.length > 1
        ? around(
            boxes.flatMap(([x, y, w, h]) => [
              [x, y],
              [x + w, y + h],
            ]),
          )
        : card;
    return boxes.map((box) => {
      const by = whole[axis] + share * whole[axis + 2] - (box[axis] + share * box[axis + 2]);
      return axis ? [0, by] : [by, 0];
    });
  }, "align");

// Equal gaps between three or more.
const distribute = (axis) =>
  moveEach((boxes) => {
    const order = boxes.map((box, at) => [box, at]).sort(([a], [b]) => a[axis] - b[axis]);
    const first = order[0][0],
      last = order.at(-1)[0];
    const filled = boxes.reduce((sum, box) => sum + box[axis + 2], 0);
    const room = (last[axis] + last[axis + 2] - first[axis] - filled) / (boxes.length - 1 || 1);
    const by = boxes.map(() => [0, 0]);
    let at = first[axis];
    for (const [box, number] of order) {
      by[number][axis] = at - box[axis];
      at += box[axis + 2] + room;
    }
    return by;
  }, "distribute");

async function copy(cuts) {
  const sources = await copied();
  if (!sources.length) return;
  localStorage.setItem(CLIPBOARD, JSON.stringify(sources));
  if (cuts) await with_({ type: "remove" }, "cut");
  else say(sources.length > 1 ? `${sources.length} elements copied` : "Copied");
}

function paste() {
  const sources = JSON.parse(localStorage.getItem(CLIPBOARD) ?? "[]");
  if (!sources.length) return say("Nothing was copied");
  return act({ type: "paste", sources, targets: outermost().slice(-1) }, "paste");
}

const duplicate = () => with_({ type: "move", copy: true, by: outermost().map(() => [2, 2]) }, "duplicate");

// The group around what is chosen, or the first element in it.
function level(outwards) {
  const [first] = state.chosen;
  if (!first) return undefined;
  const { path, spot } = first;
  if (outwards) return path.length > 1 ? choose([{ path: path.slice(0, -1), spot }]) : undefined;
  const inner = state.scene.elements.find(
    (each) => each.path.length === path.length + 1 && path.every((step, at) => each.path[at] === step),
  );
  return inner ? choose([{ path: inner.path, spot: 0 }]) : undefined;
}

// The element before or behind what is chosen.
function next(way) {
  const shownOnes = state.scene.elements.filter(({ spots }) => spots.some(({ reach }) => reach));
  const at = shownOnes.findIndex(({ path }) => `${path}` === `${state.chosen[0]?.path}`);
  const element = shownOnes.at((at + way + shownOnes.length) % shownOnes.length);
  if (element) choose([{ path: element.path, spot: 0 }]);
}

export const ACTIONS = {
  remove: () => with_({ type: "remove" }, "delete"),
  duplicate,
  copy: () => copy(false),
  cut: () => copy(true),
  paste,
  group: () => with_({ type: "group" }, "group"),
  ungroup: () => with_({ type: "ungroup" }, "ungroup"),
  front: () => with_({ type: "arrange", way: 2 }, "bring to front"),
  forward: () => with_({ type: "arrange", way: 1 }, "bring forward"),
  backward: () => with_({ type: "arrange", way: -1 }, "send backward"),
  back: () => with_({ type: "arrange", way: -2 }, "send to back"),
  left: () => align(0, 0),
  center: () => align(0, 0.5),
  right: () => align(0, 1),
  top: () => align(1, 0),
  middle: () => align(1, 0.5),
  bottom: () => align(1, 1),
  across: () => distribute(0),
  down: () => distribute(1),
  fit: zooms.fit,
  true: zooms.true,
  in: zooms.in,
  out: zooms.out,
  all: () =>
    choose(
      reachable()
        .filter(({ spots }) => spots.some(({ reach }) => reach))
        .map(({ path }) => ({ path, spot: 0 })),
    ),
};

const PLAIN = {
  Delete: "remove",
  Backspace: "remove",
  "+": "in",
  "-": "out",
  0: "fit",
  1: "true",
  "]": "forward",
  "[": "backward",
  "}": "front",
  "{": "back",
};
const WITH_CONTROL = { d: "duplicate", c: "copy", x: "cut", v: "paste", g: "group", a: "all" };

// Arrow keys move at once what is drawn over the face; the file follows when the key is let go.
let nudge = null;
function nudgeBy([x, y], far) {
  if (!chosenSpots().length) return;
  nudge ??= [0, 0];
  nudge = [nudge[0] + x * far, nudge[1] + y * far].map((value) => Math.round(value * 10) / 10);
  drawChosen({ by: nudge });
  if (nudge.some(Boolean)) tryOut(nudged(nudge));
}
function nudged(by) {
  const targets = outermost();
  return { type: "move", targets, by: targets.map(() => by) };
}
function endNudge() {
  const by = nudge;
  nudge = null;
  if (by) finish(by.some(Boolean) && nudged(by), "move");
}

function pressed(event) {
  const control = event.ctrlKey || event.metaKey;
  if (event.key in ARROWS && event.altKey)
    return () => next(event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1);
  if (event.key in ARROWS && !control) return () => nudgeBy(ARROWS[event.key], event.shiftKey ? 1 : 0.1);
  if (control && event.shiftKey && event.key.toLowerCase() === "g") return ACTIONS.ungroup;
  if (control) return ACTIONS[WITH_CONTROL[event.key.toLowerCase()]];
  if (event.key === " ")
    return () => {
      keys.space = true;
      $("stage").classList.add("panning");
    };
  if (event.key === "Enter") return () => level(event.shiftKey);
  if (event.key === "Escape") return () => cancel() || choose([]);
  return ACTIONS[PLAIN[event.key]];
}

$("stage")?.addEventListener("keydown", (event) => {
  const does = state.scene && pressed(event);
  if (!does) return;
  event.preventDefault();
  afterEdits(does); // What is pressed meanwhile is meant for what they leave.
});
function released({ key }) {
  if (key === " ") {
    keys.space = false;
    $("stage")?.classList.remove("panning");
  }
  if (key in ARROWS) endNudge();
}
addEventListener("keyup", (event) => afterEdits(() => released(event)));
$("stage")?.addEventListener("blur", () => {
  endNudge();
  drawGuides();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action]");
  if (button && state.scene) afterEdits(ACTIONS[button.dataset.action]);
});
