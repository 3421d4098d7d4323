// The pointer on the canvas: chooses, moves, resizes and turns, and makes one edit when it is let go.

import { canResize, drawBand, drawChosen, drawGuides, point, scale } from "./canvasdraw.js";
import { endTrial, tryOut } from "./canvasfits.js";
import { gridStep, guideGoal, setGuide } from "./canvasguides.js";
import {
  apply,
  around,
  contains,
  frameOf,
  inverse,
  isUpright,
  middleOf,
  outlineOf,
  resized,
  shown,
} from "./canvasmath.js";
import { act, choose, chosenSpots, elementAt, keyOf, outermost, reachable, state } from "./canvasscene.js";
import { gap, linesOf, nearest, snapped } from "./canvassnap.js";
import { pan } from "./canvaszoom.js";
import { $ } from "./edits.js";

const SNAP = 6, // pixels
  STILL = 3; // pixels that a click may move
const STEP = 15; // degrees
let drag = null;
export const keys = { space: false };

const mm = ({ clientX, clientY }) => {
  const at = new DOMPoint(clientX, clientY).matrixTransform($("overlay").getScreenCTM().inverse());
  return [at.x, at.y];
};
const spotOf = (node) => {
  const [path, spot] = node.dataset.spot.split("@");
  return { path: path.split(".").map(Number), spot: Number(spot) };
};
const isChosen = (target) => state.chosen.some((each) => keyOf(each) === keyOf(target));

// A background as large as the card is chosen by a click, but dragging on it draws a band.
function isBackground({ path, spot }) {
  const { reach } = elementAt(path).spots[spot],
    { width, height } = state.scene;
  return reach && contains(reach, [0.1 * width, 0.1 * height, 0.8 * width, 0.8 * height]);
}

function begin(event) {
  const { handle, turn, ruler, guide, axis } = event.target.dataset;
  const node = event.target.closest("[data-spot]");
  const at = mm(event);
  if (keys.space || event.button === 1) return { kind: "pan", at };
  if (handle) return { kind: "resize", handle: handle.split(" ").map(Number), at };
  if (turn !== undefined) return { kind: "turn", at };
  if (ruler !== undefined) return { kind: "guide", axis: Number(ruler), at };
  if (guide !== undefined) return { kind: "guide", axis: Number(axis), number: Number(guide), at };
  if (!node) return { kind: "band", at, adds: event.shiftKey };
  const target = spotOf(node);
  if (event.shiftKey) return { kind: "add", target, at };
  if (!isChosen(target) && isBackground(target)) return { kind: "band", at, target };
  const was = isChosen(target);
  if (!was) choose([target]);
  return { kind: "move", at, target, was };
}

function down(event) {
  if (event.button > 1 || !state.scene) return;
  $("stage").focus({ preventScroll: true });
  drag = { ...begin(event), from: [event.clientX, event.clientY], isMoved: false };
  const spots = chosenSpots(),
    moving = new Set(spots.map(({ element }) => element));
  drag.frame = frameOf(spots.map(({ seen }) => seen));
  drag.lines = linesOf(state.scene, moving, gridStep());
  drag.box = spots.length ? around(spots.flatMap(({ seen }) => outlineOf(seen))) : null;
  $("overlay").setPointerCapture(event.pointerId);
  event.preventDefault();
}

function move(event) {
  if (!drag) return hover(event);
  const [x, y] = drag.from;
  if (!drag.isMoved && Math.hypot(event.clientX - x, event.clientY - y) < STILL) return undefined;
  drag.isMoved = true;
  drag.now = mm(event);
  return MOVES[drag.kind]?.(event);
}

const hover = ({ target }) => point(target.closest?.("[data-path]")?.dataset.path ?? null);

const MOVES = {
  pan,
  guide(event) {
    const within = event.ctrlKey || event.metaKey ? 0 : SNAP / scale();
    drag.goal = guideGoal(drag, drag.now, within);
    const { at, isOut, says } = drag.goal;
    drawGuides(isOut ? [] : [{ axis: drag.axis, line: at, says }], isOut ? "no guide" : "", drag.now);
  },
  band() {
    drawBand(around([drag.at, drag.now]));
  },
  move(event) {
    const by = drag.now.map((value, axis) => value - drag.at[axis]);
    const within = event.ctrlKey || event.metaKey ? 0 : SNAP / scale();
    const snap = snapped(drag.lines, drag.box, by, within);
    drag.by = snap.by;
    drag.copies = event.altKey;
    drawChosen({ by: drag.by });
    const box = [drag.box[0] + drag.by[0], drag.box[1] + drag.by[1], drag.box[2], drag.box[3]];
    drawGuides(rests(snap.rests, box), `${shown(box[0])}, ${shown(box[1])} mm`, drag.now);
    tryOut(GESTURES.move(drag));
  },
  resize(event) {
    const { matrix, box } = drag.frame;
    const round = chosenSpots().some(({ element }) => element.tag === "circle");
    let at = drag.now;
    const lines = [];
    if (isUpright(matrix)) {
      at = at.map((value, axis) => {
        const snap = drag.handle[axis] && nearest(drag.lines[axis], [value], SNAP / scale());
        if (snap) lines.push({ axis, line: snap.line.at, says: snap.line.what });
        return snap ? value + snap.by : Math.round(value * 10) / 10;
      });
    }
    const how = { keeps: event.shiftKey || round, fromMiddle: event.altKey };
    drag.to = resized(box, drag.handle, apply(inverse(matrix), at), how);
    drawChosen({ frame: drag.to });
    const size = [
      Math.hypot(matrix[0], matrix[1]) * drag.to[2],
      Math.hypot(matrix[2], matrix[3]) * drag.to[3],
    ];
    drawGuides(lines, `${shown(size[0])} × ${shown(size[1])} mm`, drag.now);
    const gesture = GESTURES.resize(drag);
    if (gesture) tryOut(gesture);
  },
  turn(event) {
    const about = apply(drag.frame.matrix, middleOf(drag.frame.box));
    const angle = ([x, y]) => (Math.atan2(y - about[1], x - about[0]) * 180) / Math.PI;
    const free = angle(drag.now) - angle(drag.at);
    const degrees = event.altKey ? Math.round(free) : Math.round(free / STEP) * STEP;
    drag.turn = { degrees: ((degrees + 540) % 360) - 180, about };
    drawChosen({ turn: drag.turn });
    drawGuides([], `${drag.turn.degrees}°`, drag.now);
    tryOut(GESTURES.turn(drag));
  },
};

const rests = (lines, box) =>
  lines.flatMap((line, axis) => {
    if (!line) return [];
    const away = line.box ? gap(box, line.box, axis) : 0;
    return [{ axis, line: line.at, says: away ? `${line.what}, ${shown(away)} mm away` : line.what }];
  });

function up(event) {
  if (!drag) return;
  const done = drag;
  drag = null;
  drawGuides();
  if (!done.isMoved) return void clicked(done, event);
  ENDS[done.kind]?.(done);
}

// A click chooses; another one on the same place chooses what is below.
function clicked({ kind, target, was, adds }, event) {
  if (kind === "add") return choose([target], true);
  if (kind === "band") return adds ? undefined : choose(target ? [target] : []);
  if (kind === "move" && was) {
    const below = document
      .elementsFromPoint(event.clientX, event.clientY)
      .filter((node) => node.dataset?.spot)
      .map(spotOf);
    const at = below.findIndex((each) => keyOf(each) === keyOf(target));
    if (below.length) choose([below[(at + 1) % below.length]]);
  }
  return undefined;
}

const ENDS = {
  guide: (done) => done.goal && setGuide(done, done.goal.isOut ? null : done.goal.at),
  add: ({ target }) => choose([target], true),
  band({ at, now, adds }) {
    const box = around([at, now]);
    const inside = reachable().flatMap((element) =>
      element.spots.flatMap((spot, number) =>
        spot.reach && contains(box, around(outlineOf(spot))) ? [{ path: element.path, spot: number }] : [],
      ),
    );
    choose(inside, adds);
  },
  move: (done) => finish(done.by?.some(Boolean) && GESTURES.move(done), done.copies ? "copy" : "move"),
  resize: (done) => finish(done.to && GESTURES.resize(done), "resize"),
  turn: (done) => finish(done.turn?.degrees && GESTURES.turn(done), "turn"),
};

const GESTURES = {
  move({ by, copies }) {
    const targets = outermost();
    return { type: "move", targets, by: targets.map(() => by), copy: copies };
  },
  resize: ({ to, frame }) => resizing(frame, to),
  turn: ({ turn }) => ({ type: "turn", targets: outermost(), ...turn }),
};

// Makes the edit of a gesture that was tried; without one, or if it is refused, all is as it was.
export async function finish(gesture, says) {
  const giveUp = endTrial();
  if (gesture && (await act(gesture, says))) return;
  giveUp();
  drawChosen();
}

// The gesture that gives what is chosen the part of another frame that it had of the old one.
function resizing({ box }, to) {
  const spots = chosenSpots();
  if (!canResize(spots)) return null;
  const boxes = spots.map(({ seen }) => (spots.length === 1 ? to : shared(seen, box, to)));
  return { type: "resize", targets: spots.map(({ path, spot }) => ({ path, spot })), boxes };
}

export function resize(frame, to) {
  const gesture = resizing(frame, to);
  return gesture ? act(gesture, "resize") : undefined;
}

function shared(seen, [x, y, width, height], to) {
  const back = inverse(seen.matrix);
  const place = ([px, py]) => [
    to[0] + (width ? ((px - x) / width) * to[2] : 0),
    to[1] + (height ? ((py - y) / height) * to[3] : 0),
  ];
  return around(outlineOf(seen).map((corner) => apply(back, place(corner))));
}

export function cancel() {
  if (!drag) return false;
  drag = null;
  endTrial()();
  drawGuides();
  drawChosen();
  return true;
}

const overlay = $("overlay");
overlay?.addEventListener("pointerdown", down);
overlay?.addEventListener("pointermove", move);
overlay?.addEventListener("pointerup", up);
overlay?.addEventListener("pointercancel", cancel);
overlay?.addEventListener("pointerleave", () => !drag && point(null));
