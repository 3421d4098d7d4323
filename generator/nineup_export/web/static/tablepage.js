// The table of a published game: its data is in the page, its pictures beside it.

import { amountsFor, refusal, setupOf } from "./tablechoice.js";
import { Play } from "./tableplay.js";

const data = JSON.parse(document.getElementById("data").textContent);
const players = document.getElementById("players");
const options = [...document.querySelectorAll("[data-option]")];
const seed = document.getElementById("seed");

const boxes = (option) => [...option.querySelectorAll("input")];
const itemsOf = (option) => boxes(option).flatMap((box) => (box.checked ? [box.value] : []));
const typedValue = (option) => option.value ?? itemsOf(option).join(",");

function setValue(option, value) {
  if (option.value === undefined)
    for (const box of boxes(option)) box.checked = value.split(",").includes(box.value);
  else option.value = value;
}

const chosen = () => ({
  players: Number(players.value),
  options: Object.fromEntries(options.map((option) => [option.dataset.option, typedValue(option)])),
});

// A choice as the name of its table.
const nameOf = (choice) => [choice.players, ...Object.values(choice.options)].join(";");

// The choice that this window shows, also after it is loaded again.
const KEPT = `nineup-${data.game}-choice`;

function keptChoice() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keepChoice() {
  try {
    sessionStorage.setItem(KEPT, nameOf(laid));
  } catch {
    /* The browser keeps nothing; the table goes on. */
  }
}

// Why what is chosen can't be played; empty if it can.
function refused() {
  for (const option of options) {
    const limits = data.options.find(({ id }) => id === option.dataset.option);
    const reason = limits && refusal(limits, itemsOf(option));
    if (reason) return `${option.querySelector("legend").textContent}: ${reason}`;
  }
  return "";
}

// What lies on the table: what is chosen, or was before something that is refused.
let laid = chosen();

// Takes what is chosen for the next table; false, with the reason on the page, if it can't be played.
function take() {
  showSets();
  const reason = refused();
  document.getElementById("refused").textContent = reason;
  if (reason) return false;
  laid = chosen();
  keepChoice();
  return true;
}

// How many of a set are chosen.
function showSets() {
  for (const option of options)
    if (option.value === undefined)
      option.querySelector("output").textContent = `${itemsOf(option).length} of ${boxes(option).length}`;
}

// Chooses what a name says, or if it can't be played, what lies on the table.
function choose(name) {
  const [number, ...values] = String(name).split(";");
  players.value = number;
  options.forEach((option, at) => {
    setValue(option, values[at] ?? "");
  });
  const isWhole = values.length === options.length && options.every((option) => option.value !== "");
  if (!players.value || !isWhole || refused()) {
    players.value = laid.players;
    for (const option of options) setValue(option, laid.options[option.dataset.option]);
  }
  take();
}

let look = (key) => data.looks[data.pieces[key][0]];

// What is typed into takes keys itself.
const usesKey = ({ target, key }) =>
  target.matches("input:not([type=range]), select, textarea") ||
  (target.type === "range" && key.startsWith("Arrow"));

const play = new Play({
  game: data.game,
  read: () => {
    const read = amountsFor(data, laid);
    look = (key) => data.looks[read(data.pieces[key][0])];
    const setup = setupOf(data, laid, (key) => Boolean(look(key)[1]));
    return { setup, sizes: data.sizes, run: nameOf(laid) };
  },
  paint: (place, key, isUp) => {
    const [front, back] = look(key);
    const address = `faces/${isUp || !back ? front : back}.webp`;
    let image = place.firstElementChild;
    if (!image) {
      image = document.createElement("img");
      image.alt = "";
      image.draggable = false;
      place.append(image);
    }
    if (image.getAttribute("src") !== address) image.src = address;
  },
  name: (key) => data.pieces[key][1],
  isTwoSided: (key) => Boolean(look(key)[1]),
  kept: () => `nineup-${data.game}-${nameOf(laid)}`,
  usesKey,
  choose,
});

for (const control of [players, ...options])
  control.addEventListener("change", () => {
    if (take()) play.layOut(true);
  });
if (innerWidth < 800) document.getElementById("menu").open = false;
seed.value = Math.floor(Math.random() * 1e6);
const kept = keptChoice();
if (kept) choose(kept);
showSets();
play.layOut(true);
