// The structure of a layout: what is in front comes first, as in every drawing program. Elements are chosen,
// locked, hidden, and dragged to another place or into a group.

import { point, svg } from "./canvasdraw.js";
import { act, choose, elementAt, keyOf, state } from "./canvasscene.js";
import { $, isPressed, make, say } from "./edits.js";

const STILL = 4; // pixels that a click may move
const HOLDERS = ["g", "a", "switch", "svg"];
const ICONS = {
  locked: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  open: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1",
  seen: "M1 8c2-3.3 4.4-5 7-5s5 1.7 7 5c-2 3.3-4.4 5-7 5S3 11.3 1 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  hidden: "M1 8c2 3.3 4.4 5 7 5s5-1.7 7-5M3.5 11 2 13M8 13v2M12.5 11l1.5 2",
  unprinted: "M4 6V2h8v4M4 12H2V6h12v6h-2M4 10h8v4H4zM1 15 15 1",
};

const within = (path, group) => group.every((step, at) => path[at] === step);
const ofPath = (text) => elementAt(text.split(".").map(Number));

// The elements as a tree: each with the nearest one around it. A group comes before what is in it.
function rows() {
  const elements = state.scene?.elements ?? [];
  const inside = new Map([[null, []]]);
  const around = [];
  for (const element of elements) {
    while (around.length && !within(element.path, around.at(-1).path)) around.pop();
    inside.get(around.at(-1) ?? null).push({ element, depth: around.length });
    inside.set(element, []);
    around.push(element);
  }
  const listed = (parent) =>
    inside
      .get(parent)
      .reverse()
      .flatMap((each) => [each, ...listed(each.element)]);
  return listed(null);
}

let led = null; // what alone was chosen when the structure was last drawn

export function drawStructure() {
  const list = $("structure");
  if (isPressed(list)) return;
  const chosen = new Set(state.chosen.map(({ path }) => path.join(".")));
  const focused = document.activeElement?.closest("#structure [data-control]");
  const { row, control } = { row: focused?.closest("li").dataset.row, control: focused?.dataset.control };
  const only = chosen.size === 1 ? [...chosen][0] : null;
  const isMoved = only !== null && row === led && only !== led; // the focus goes with its element
  list.replaceChildren(...rows().map(({ element, depth }) => item(element, depth, chosen)));
  led = only;
  if (focused) control_(isMoved ? only : row, control)?.focus({ preventScroll: true });
}

const control_ = (row, control) =>
  $("structure").querySelector(`[data-row="${CSS.escape(row)}"] [data-control="${control}"]`);

function item(element, depth, chosen) {
  const path = element.path.join(".");
  const isSeen = element.spots.length > 0;
  const name = make(
    "button",
    {
      type: "button",
      "data-path": path,
      "data-control": "name",
      "aria-pressed": String(chosen.has(path)),
      class: `name${isSeen ? "" : " unseen"}`,
      title: isSeen ? null : "This card doesn't show it",
    },
    element.name,
  );
  const classes = [element.is_locked ? "locked" : "", element.hidden ? "hiding" : ""].filter(Boolean);
  const line = make("li", { "data-row": path, class: classes.join(" ") }, name, lock(element), eye(element));
  line.style.setProperty("--depth", depth);
  return line;
}

function toggle(control, element, { icon, says, isOn, gesture, done }) {
  const button = make("button", {
    type: "button",
    class: "toggle",
    "data-control": control,
    "aria-pressed": String(isOn),
    "aria-label": `${says}: ${element.name}`,
    title: says,
    click: () => act({ type: "mark", targets: [{ path: element.path }], ...gesture }, done),
  });
  button.append(svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[icon] })));
  return button;
}

const lock = (element) =>
  toggle("lock", element, {
    icon: element.locks ? "locked" : "open",
    says: element.locks ? "Unlock" : "Lock",
    isOn: element.locks,
    gesture: { lock: !element.locks },
    done: element.locks ? "unlock" : "lock",
  });

const EYES = {
  "": { icon: "seen", says: "Hide here, still printed", done: "hide" },
  here: { icon: "hidden", says: "Show (hidden here, printed)", done: "show" },
  printed: { icon: "unprinted", says: "Show and print (not printed now)", done: "show and print" },
};
const eye = (element) =>
  toggle("eye", element, {
    ...EYES[element.hidden],
    isOn: element.hidden !== "",
    gesture: { hide: !element.hidden },
  });

// Dragging: what is chosen, or the row itself, goes before or behind another row, or into a group.
let drag = null;

function down(event) {
  const name = event.target.closest(".name");
  if (!name || event.button || event.pointerType === "touch") return; // which scrolls
  drag = { path: name.dataset.path, y: event.clientY, goal: null, isMoved: false };
}

function move(event) {
  if (!drag) return;
  if (!drag.isMoved && Math.abs(event.clientY - drag.y) < STILL) return;
  if (!drag.isMoved) $("structure").setPointerCapture(event.pointerId);
  drag.isMoved = true;
  drag.goal = goalAt(event);
  mark(drag.goal);
}

function goalAt({ clientX, clientY }) {
  const line = document.elementFromPoint(clientX, clientY)?.closest("#structure li");
  if (!line) return null;
  const { top, height } = line.getBoundingClientRect();
  const share = (clientY - top) / height;
  const { path, tag } = ofPath(line.dataset.row);
  const holds = HOLDERS.includes(tag);
  if (share < (holds ? 0.3 : 0.5)) return { line, where: "before", ...beside(path, 1) };
  if (holds) return { line, where: "into", into: path, at: -1 };
  return { line, where: "behind", ...beside(path, 0) };
}

const beside = (path, step) => ({ into: path.slice(0, -1), at: path.at(-1) + step });

function mark(goal) {
  for (const each of $("structure").children) each.classList.remove("before", "behind", "into");
  goal?.line.classList.add(goal.where);
}

function up() {
  const done = drag;
  drag = null;
  mark(null);
  if (!done?.isMoved) return;
  document.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
  setTimeout(() => document.body.dispatchEvent(new Event("click"))); // which ends that, if no click follows
  const { path } = ofPath(done.path);
  const isChosen = state.chosen.some((each) => `${each.path}` === `${path}`);
  if (done.goal) put(isChosen ? state.chosen.map((each) => each.path) : [path], done.goal);
}

const put = (paths, { into, at }) =>
  act({ type: "place", targets: paths.map((each) => ({ path: each })), into, at }, "move in the structure");

// The keys of a row: arrows go to other rows; with Alt they move its element, and into and out of groups.
const KEYS = {
  ArrowUp: (_, names, at) => names[at - 1]?.focus(),
  ArrowDown: (_, names, at) => names[at + 1]?.focus(),
  "Alt+ArrowUp": (element) => arrange(element, 1),
  "Alt+ArrowDown": (element) => arrange(element, -1),
  "Alt+ArrowRight": (element) => enter(element),
  "Alt+ArrowLeft": (element) => leave(element),
};

const arrange = ({ path }, way) =>
  act({ type: "arrange", targets: [{ path }], way }, way > 0 ? "bring forward" : "send backward");

function leave({ path }) {
  if (path.length < 2) return say("It is in no group");
  return put([path], beside(path.slice(0, -1), 1));
}

function enter({ path }) {
  const near = (step) => elementAt([...path.slice(0, -1), path.at(-1) + step]);
  const group = [near(-1), near(1)].find((each) => HOLDERS.includes(each?.tag));
  if (!group) return say("There is no group beside it");
  return put([path], { into: group.path, at: -1 });
}

function pressed(event) {
  const name = event.target.closest(".name");
  const does = name && !event.ctrlKey && !event.metaKey && KEYS[`${event.altKey ? "Alt+" : ""}${event.key}`];
  if (!does) return;
  event.preventDefault();
  const element = ofPath(name.dataset.path);
  if (event.altKey) choose([{ path: element.path, spot: 0 }]);
  const names = [...$("structure").querySelectorAll(".name")];
  does(element, names, names.indexOf(name));
}

const tree = $("structure");
if (tree) document.addEventListener("studio:released", drawStructure);
tree?.addEventListener("pointerdown", down);
tree?.addEventListener("pointermove", move);
tree?.addEventListener("pointerup", up);
tree?.addEventListener("pointercancel", () => {
  drag = null;
  mark(null);
});
tree?.addEventListener("keydown", pressed);
tree?.addEventListener("click", (event) => {
  const name = event.target.closest(".name");
  if (name) choose([{ path: ofPath(name.dataset.path).path, spot: 0 }], event.shiftKey);
});
const rowAt = ({ target }) => target.closest("[data-row]")?.dataset.row ?? null;
tree?.addEventListener("pointerover", (event) => point(rowAt(event)));
tree?.addEventListener("pointerleave", () => point(null));
tree?.addEventListener("focusin", (event) => point(rowAt(event)));

// What was chosen is shown in the structure, if it is out of sight.
export function reveal() {
  const first = state.chosen[0] && keyOf(state.chosen[0]).split("@")[0];
  const name = first && control_(first, "name");
  if (name && document.activeElement !== name) name.scrollIntoView({ block: "nearest" });
}
