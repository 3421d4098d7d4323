// The gallery: search, filters, order, size, sides and overlays. What was chosen outlasts the page in this
// browser.

import { usesKey } from "./edits.js";
import { withoutRoot } from "./here.js";

const $ = (id) => document.getElementById(id);
const root = document.documentElement;
const tools = $("tools");
const ALL = "nineup-gallery";
const MINE = `nineup-gallery${withoutRoot(location.pathname)}`;

const pieces = () => document.querySelectorAll(".piece");
const boxes = (name) => [...tools.querySelectorAll(`input[name="${name}"]`)];

// Sizes

const kept = JSON.parse(localStorage.getItem(ALL) ?? "{}");
$("size").value = kept.size ?? (innerWidth < 600 ? 44 : 50); // three poker cards side by side on a telephone
$("millimetre").value = kept.millimetre ?? 96 / 25.4;
for (const box of boxes("show")) box.checked = kept.show?.includes(box.value) ?? false;

function resize() {
  const millimetre = Number($("millimetre").value);
  root.style.setProperty("--scale", `${(millimetre * $("size").value) / 100}px`);
  $("percent").textContent = `${$("size").value} %`;
  $("bankcard").style.setProperty("width", `${85.6 * millimetre}px`);
  $("bankcard").style.setProperty("height", `${53.98 * millimetre}px`);
}

function overlay() {
  for (const box of boxes("show")) root.classList.toggle(`show-${box.value}`, box.checked);
}

function keep() {
  const show = boxes("show")
    .filter((box) => box.checked)
    .map((box) => box.value);
  localStorage.setItem(
    ALL,
    JSON.stringify({ size: $("size").value, millimetre: $("millimetre").value, show }),
  );
  const filters = [...tools.querySelectorAll(".sheet input:checked")].map((box) => [box.name, box.value]);
  sessionStorage.setItem(MINE, JSON.stringify({ search: $("search").value, sort: $("sort").value, filters }));
}

// Keeps in place what is in the middle of the window while sizes change.
function zoom(percent) {
  const middle = [...pieces()].find(
    (piece) => !piece.hidden && piece.getBoundingClientRect().bottom > innerHeight / 2,
  );
  const before = middle?.getBoundingClientRect().top;
  $("size").value = percent;
  resize();
  if (middle) scrollBy(0, middle.getBoundingClientRect().top - before);
  keep();
}

// Search, filters and order

function fits(piece, words, only, facets) {
  const text = piece.dataset.words.toLowerCase();
  if (!words.every((word) => text.includes(word))) return false;
  if (only.has("changed") && !("changed" in piece.dataset)) return false;
  if (only.has("findings") && !("findings" in piece.dataset)) return false;
  if (!facets.size) return true;
  const values = JSON.parse(piece.dataset.facets);
  return [...facets].every(([facet, wanted]) => values[facet]?.some((value) => wanted.has(value)));
}

function filter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const only = new Set(
    boxes("only")
      .filter((box) => box.checked)
      .map((box) => box.value),
  );
  const facets = new Map();
  for (const box of tools.querySelectorAll("[data-facet]:checked")) {
    facets.set(box.name, (facets.get(box.name) ?? new Set()).add(box.value));
  }
  let shown = 0,
    all = 0;
  for (const group of document.querySelectorAll(".group")) {
    let here = 0;
    for (const piece of group.querySelectorAll(".piece")) {
      piece.hidden = !fits(piece, words, only, facets);
      here += !piece.hidden;
      all += 1;
    }
    group.hidden = !here;
    shown += here;
  }
  $("count").textContent = shown === all ? `${all} faces` : `${shown} of ${all} faces`;
  $("nothing").hidden = shown > 0 || all === 0;
  $("filtered").textContent = only.size + facets.size || "";
}

const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

function sort() {
  const field = $("sort").value;
  for (const list of document.querySelectorAll(".pieces")) {
    const all = [...list.children];
    all.forEach((piece, place) => {
      piece.dataset.place ??= place;
    });
    const value = field
      ? new Map(all.map((piece) => [piece, JSON.parse(piece.dataset.values)[field] ?? ""]))
      : null;
    const wanted = all.toSorted(
      (one, other) =>
        (value ? collator.compare(value.get(one), value.get(other)) : 0) ||
        one.dataset.place - other.dataset.place,
    );
    if (wanted.some((piece, place) => piece !== all[place])) list.append(...wanted);
  }
}

function refresh() {
  filter();
  sort();
}

// Sides

const turn = (piece) => piece.querySelector(".back") && piece.toggleAttribute("data-turned");

// Keys

function move(from, dx, dy) {
  const links = [...document.querySelectorAll(".piece:not([hidden]) a")];
  if (!from) return links[0]?.focus();
  if (dx) return links[links.indexOf(from) + dx]?.focus();
  const here = from.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best = null,
    least = Infinity;
  for (const link of links) {
    const box = link.getBoundingClientRect();
    const away = dy * (box.top - here.top);
    if (away < 4) continue;
    const distance = away * 10 + Math.abs(box.left + box.width / 2 - middle);
    if (distance < least) [best, least] = [link, distance];
  }
  best?.focus();
}

const toggle = (name) =>
  boxes("show")
    .find((box) => box.value === name)
    .click();

const KEYS = {
  ArrowLeft: (link) => move(link, -1, 0),
  ArrowRight: (link) => move(link, 1, 0),
  ArrowUp: (link) => move(link, 0, -1),
  ArrowDown: (link) => move(link, 0, 1),
  f: (link) => link && turn(link.closest(".piece")),
  "/": () => $("search").focus(),
  "+": () => zoom(Number($("size").value) + 10),
  "=": () => zoom(Number($("size").value) + 10),
  "-": () => zoom(Number($("size").value) - 10),
  1: () => zoom(100),
  b: () => toggle("backs"),
  t: () => toggle("trim"),
  e: () => toggle("bleed"),
  z: () => toggle("safe"),
  g: () => document.querySelector(".findings li a, .findings summary").focus(),
  "?": () => $("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === $("search") && event.key === "Escape") {
    $("search").value = "";
    refresh();
    return keep();
  }
  if (usesKey(event) || event.target.closest("dialog[open]")) return;
  const link = event.target.closest(".piece a");
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action(link);
});

// Events

tools.addEventListener("submit", (event) => event.preventDefault());
tools.addEventListener("reset", () =>
  setTimeout(() => {
    resize();
    overlay();
    refresh();
    keep();
  }),
);
$("clear").addEventListener("click", (event) => {
  event.preventDefault();
  for (const box of tools.querySelectorAll(".sheet input")) box.checked = false;
  refresh();
  keep();
});
tools.addEventListener("input", (event) => {
  if (event.target === $("size")) return zoom(event.target.value);
  if (event.target.name === "show") overlay();
  else refresh();
  keep();
});
$("millimetre").addEventListener("input", () => {
  resize();
  keep();
});
$("calibrate").addEventListener("click", () => $("ruler").showModal());
$("help").addEventListener("click", () => $("keys").showModal());
document.addEventListener("click", (event) => {
  const button = event.target.closest(".turn");
  if (button) turn(button.closest(".piece"));
  if (!event.target.closest("#filters")) $("filters").open = false;
});
document.addEventListener("studio:updated", () => {
  for (const piece of pieces()) delete piece.dataset.place;
  restoreOrder();
  refresh();
});

// After an update the pieces are in the order of the files again, which `sort` remembers as their places.
function restoreOrder() {
  for (const list of document.querySelectorAll(".pieces")) {
    [...list.children].forEach((piece, place) => {
      piece.dataset.place = place;
    });
  }
}

const mine = JSON.parse(sessionStorage.getItem(MINE) ?? "{}");
$("search").value = mine.search ?? "";
$("sort").value = mine.sort ?? "";
for (const [name, value] of mine.filters ?? []) {
  const box = boxes(name).find((each) => each.value === value);
  if (box) box.checked = true;
}
resize();
overlay();
refresh();
