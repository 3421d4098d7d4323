// The layout on the canvas, what is chosen in it, and the gestures that change its file.

import { $, address, edit, inTurn } from "./edits.js";
import { ask, faceAddress } from "./here.js";

export const state = { scene: null, chosen: [] };

const page = () => $("canvas").dataset;
export const place = (what) => `${what}/${page().layout}?card=${encodeURIComponent($("layoutcard").value)}`;

export const keyOf = ({ path, spot }) => `${path.join(".")}@${spot}`;
export const elementAt = (path) => state.scene?.elements.find((each) => `${each.path}` === `${path}`);

// Whether an element, or a group around it, is hidden here.
export const isHidden = ({ path }) =>
  path.some((_, at) => elementAt(path.slice(0, at + 1))?.hidden === "here");

// What can be chosen on the canvas: what is neither a group, nor locked, nor hidden.
export const reachable = () =>
  state.scene.elements.filter(
    (each) => !["g", "a", "switch"].includes(each.tag) && !each.is_locked && !isHidden(each),
  );

// What an element at a path can show: the fields, and before them the items of the lists that it, or a group
// around it, is repeated for.
export function fieldsAt(path) {
  const items = path.flatMap((_, at) => {
    const { field, item } = elementAt(path.slice(0, at + 1))?.repeat ?? {};
    const list = field && state.scene.fields.find((each) => each.path === field);
    return list ? itemsOf(list, item) : [];
  });
  return [...items, ...(state.scene?.fields ?? [])];
}

const itemsOf = ({ says, kind, choices, parts }, item) => [
  { path: item, says: "the item itself", group: `Each of “${says}”`, kind, choices, folder: "", many: "" },
  ...parts.map(([name, of]) => ({
    path: `${item}.${name}`,
    says: name.replaceAll("_", " "),
    group: `Each of “${says}”`,
    kind: of,
    choices: [],
    folder: "",
    many: "",
  })),
];

// The spots of what is chosen, each with its element.
export const chosenSpots = () =>
  state.chosen
    .map((each) => ({ ...each, element: elementAt(each.path) }))
    .map((each) => ({ ...each, seen: each.element?.spots[each.spot] }))
    .filter((each) => each.seen);

let choices = 0; // how often something was chosen

export function choose(targets, adds = false) {
  const known = new Map(adds ? state.chosen.map((each) => [keyOf(each), each]) : []);
  for (const each of targets) {
    const key = keyOf(each);
    if (adds && known.has(key)) known.delete(key);
    else known.set(key, each);
  }
  state.chosen = [...known.values()];
  choices += 1;
  changed();
}

const changed = () => document.dispatchEvent(new CustomEvent("canvas:changed"));

// What is chosen without what is inside of something else that is chosen.
export const outermost = () =>
  state.chosen.filter(
    ({ path }) =>
      !state.chosen.some((other) => other.path.length < path.length && startsWith(path, other.path)),
  );

const startsWith = (path, start) => start.every((step, at) => path[at] === step);

let asked = 0,
  answered = 0; // numbers of the requests for the scene

let sending = 0; // edits without an answer, which says where what is chosen is in the scene after it

// Asks for the scene again; what is chosen stays if it is still there. After an edit it is asked for anyway.
export async function load() {
  asked += 1;
  const number = asked;
  const response = await ask(address(place("canvas")));
  if (!response) return;
  const scene = await response.json();
  if (number < answered || sending) return; // a later request had its answer first
  answered = number;
  state.scene = scene.refused ? null : scene;
  $("canvas").classList.toggle("unread", !state.scene);
  $("unreadable").textContent = scene.refused ?? "";
  state.chosen = state.chosen.filter(({ path }) => elementAt(path));
  changed();
  if (scene.face) showFace(scene.face);
}

// The face without what is hidden here, until the page shows the printed one again.
function showFace(digest) {
  const { side } = page();
  const image = document.querySelector(`#drawing .face.${side} .ink`);
  if (image && image.getAttribute("src") !== faceAddress(digest)) image.src = faceAddress(digest);
}

// Makes the edit of a gesture: one step that can be undone. Whether it was made.
export const act = (gesture, says) => inTurn(() => send(gesture, says)).catch(() => false);

async function send(gesture, says, base = state.scene.base) {
  const before = choices;
  const again = (conflict) => send(gesture, says, conflict.digest);
  sending += 1;
  const result = await edit(place("canvas"), { base, gesture, says }, again);
  sending -= 1;
  if (!result.done) {
    await load();
    return false;
  }
  answered = asked + 1; // A scene that was asked for before may lack what is chosen now.
  const isChosenAnew = choices !== before;
  if (!isChosenAnew) state.chosen = result.chosen.map((path) => ({ path, spot: spotOf(gesture, path) }));
  document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
  await load();
  return true;
}

const spotOf = (gesture, path) => gesture.targets?.find((each) => `${each.path}` === `${path}`)?.spot ?? 0;

// The sources of what is chosen, for this layout or another one.
export async function copied() {
  const paths = outermost().map(({ path }) => path);
  const result = await edit(place("canvas-source"), { paths });
  return result.sources ?? [];
}
