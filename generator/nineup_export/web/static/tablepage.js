// The table of a published game: its data is in the page, its pictures beside it.

import { Play } from "./tableplay.js";

const data = JSON.parse(document.getElementById("data").textContent);
const players = document.getElementById("players");
const options = [...document.querySelectorAll("[data-option]")];
const seed = document.getElementById("seed");

const chosen = () =>
  data.runs.find(
    (run) =>
      run.players === Number(players.value) &&
      options.every((option) => run.options[option.dataset.option] === option.value),
  );

// What is typed into takes keys itself.
const usesKey = ({ target, key }) =>
  target.matches("input:not([type=range]), select, textarea") ||
  (target.type === "range" && key.startsWith("Arrow"));

const play = new Play({
  game: data.game,
  read: () => {
    const run = chosen();
    return run ? { setup: run.setup, sizes: data.sizes, run: run.name } : null;
  },
  paint: (place, key, isUp) => {
    const [front, back] = data.pieces[key];
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
  name: (key) => data.pieces[key][2],
  isTwoSided: (key) => Boolean(data.pieces[key][1]),
  kept: () => `nineup-${data.game}-${chosen()?.name}`,
  usesKey,
  // The run of a saved table.
  choose: (name) => {
    const run = data.runs.find((each) => each.name === name);
    if (!run) return;
    players.value = run.players;
    for (const option of options) option.value = run.options[option.dataset.option];
  },
});

for (const control of [players, ...options])
  control.addEventListener("change", () => {
    if (!chosen()) document.getElementById("said").textContent = "The game has no such set-up.";
    else play.layOut();
  });
if (innerWidth < 800) document.getElementById("menu").open = false;
seed.value = Math.floor(Math.random() * 1e6);
play.layOut(true);
