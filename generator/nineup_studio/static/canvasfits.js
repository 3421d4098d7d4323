// What a layout would be like: the face is drawn by the engine while something is dragged, then it is counted for
// how many cards the texts don't fit. Nothing is written, and a late answer never replaces a newer one.

import { elementAt, place, state } from "./canvasscene.js";
import { $, make, post } from "./edits.js";
import { faceAddress } from "./here.js";

const REST = 150; // milliseconds without a movement, after which cards are counted
const SHOWN = 4; // cards that are named
const POINT = 25.4 / 72; // millimetres
let age = 0, // of the drag: answers of an earlier one are dropped
  next = null,
  isAsking = false,
  before = null, // the face as it was, for a drag that is given up
  tried = "", // the face that is shown instead
  counting = null,
  rest = 0;

const face = () => document.querySelector("#drawing .face img");

// Draws the face as it would be after a gesture; of several that come meanwhile only the last.
export function tryOut(gesture) {
  next = gesture;
  stopCounting();
  if (!isAsking) ask();
}

async function ask() {
  isAsking = true;
  const { base } = state.scene;
  while (next) {
    const [gesture, at] = [next, age];
    next = null;
    const result = await post(place("canvas-trial"), { base, gesture }).catch(() => ({}));
    if (at === age && result.face) await show(result.face, at);
    if (at === age && !next) countSoon(gesture);
  }
  isAsking = false;
}

async function show(digest, at) {
  const image = new Image();
  image.src = faceAddress(digest);
  await image.decode().catch(() => {});
  if (at !== age) return;
  before ??= face().getAttribute("src");
  tried = image.getAttribute("src");
  face().setAttribute("src", tried);
  $("canvas").dataset.tried = digest;
}

// The page came again, with the face that the file gives: the drag goes on with its own.
document.addEventListener("studio:updated", () => {
  if (before === null || !face()) return;
  const given = face().getAttribute("src");
  if (given === tried) return;
  before = given;
  face().setAttribute("src", tried);
});

// The drag ends: the face stays until the page has the one that was written. What this returns makes it what it
// was before the drag.
export function endTrial() {
  const was = before;
  age += 1;
  next = before = null;
  stopCounting();
  counted = "";
  return () => {
    if (was) face().setAttribute("src", was);
    countChosen();
  };
}

// Counting

function stopCounting() {
  counting?.abort();
  counting = null;
  clearTimeout(rest);
}

function countSoon(gesture) {
  stopCounting();
  const paths = state.chosen.map(({ path }) => path).filter(hasText);
  if (!paths.length) return $("fits").replaceChildren();
  rest = setTimeout(() => count(paths, gesture), REST);
}

// Whether texts of cards are in an element.
const hasText = (path) =>
  state.scene.elements.some(
    (each) =>
      path.every((step, at) => each.path[at] === step) &&
      /\{/.test(each.attributes["n:text"] ?? each.attributes["n:micro"]),
  );

async function count(paths, gesture) {
  const stop = new AbortController();
  counting = stop;
  const { base } = state.scene;
  const fits = [];
  for (let start = 0; start !== null; ) {
    const asked = { base, paths, start, gesture };
    const part = await post(place("canvas-fits"), asked, stop.signal).catch(() => null);
    if (stop.signal.aborted || !part?.fits) return;
    fits.push(...part.fits);
    start = part.next ?? null;
    say(fits, start);
  }
}

// The worst first: by how far a text is outside, then by how small it is.
const worst = (a, b) => b.overflow - a.overflow || a.shrunk - b.shrunk;
const cards = (number) => `${number} card${number === 1 ? "" : "s"}`;

function say(fits, start) {
  const total = $("layoutcard").options.length;
  const over = fits.filter(({ overflow }) => overflow);
  const small = fits.length - over.length;
  const counted = start === null ? "" : ` of the first ${start}`;
  const kinds = [
    over.length && `is too large on ${cards(over.length)}`,
    small && `shrinks on ${cards(small)}`,
  ];
  const what = kinds.filter(Boolean).join(", ");
  const name = state.chosen.length === 1 ? (elementAt(state.chosen[0].path)?.name ?? "") : "";
  const subject = name ? `${name}: the text` : "The text";
  const rows = fits.toSorted(worst).slice(0, SHOWN).map(item);
  const more = fits.length > SHOWN ? [make("li", {}, `and ${fits.length - SHOWN} more`)] : [];
  $("fits").className = over.length ? "fits bad" : "fits";
  $("fits").replaceChildren(
    make(
      "p",
      {},
      `${subject} ${what || `fits on ${total === 1 ? "this card" : `all ${total} cards`}`}${counted}`,
    ),
    make("ul", {}, ...rows, ...more),
  );
}

function item({ card, name, overflow, shrunk }) {
  const by = overflow
    ? `${Math.max(0.1, Math.round(overflow * POINT * 10) / 10)} mm too large`
    : `at ${Math.round(shrunk * 100)} %`;
  const show = () => {
    $("layoutcard").value = card;
    $("layoutcard").dispatchEvent(new Event("change"));
  };
  return make("li", {}, make("button", { type: "button", click: show }, name, make("span", {}, by)));
}

let counted = "";

// Of what is chosen, as the file has it.
export function countChosen() {
  const key = JSON.stringify([state.scene?.base, state.chosen.map(({ path }) => path)]);
  if (key === counted || !state.scene) return;
  counted = key;
  countSoon(null);
}
