// The studio's table: the published one's modules, with faces that stay as new as the files.

import { usesKey } from "./edits.js";
import { ask, faceAddress, withoutRoot } from "./here.js";
import { Play } from "./tableplay.js";

const table = document.getElementById("tabletop");

let pieces = {}; // by key: [front, back, component, name]
let address = ""; // the setup that is shown

async function read() {
  const response = await ask(new URL(table.dataset.layout, location.href));
  return response?.json();
}

function paint(place, key, isUp) {
  const [front, back, component] = pieces[key];
  const side = isUp || !back ? "front" : "back";
  let image = place.querySelector("img");
  if (!image) {
    const face = document.createElement("span");
    image = document.createElement("img");
    image.className = "ink";
    image.alt = "";
    image.draggable = false;
    const overlay = document.createElement("span");
    overlay.className = "overlay";
    face.append(image, overlay);
    place.append(face);
  }
  image.parentElement.className = `face ${side}`;
  place.className = `look c-${component}`;
  image.dataset.face = `${key} ${side}`;
  const source = faceAddress(side === "front" ? front : back);
  if (image.getAttribute("src") !== source) image.src = source;
}

const play = new Play({
  game: table.dataset.game,
  paint,
  usesKey,
  name: (key) => pieces[key][3],
  isTwoSided: (key) => Boolean(pieces[key][1]),
  kept: () => withoutRoot(table.dataset.layout),
  read: async () => {
    address = table.dataset.layout;
    const given = await read();
    if (given) pieces = given.pieces;
    return given;
  },
});

// Another run is laid out anew; of the same run only the faces may have changed.
document.addEventListener("studio:updated", async () => {
  if (table.dataset.layout !== address) return play.layOut(true);
  const given = await read();
  if (!given || play.table?.keys.some((key) => !(key in given.pieces))) {
    document.getElementById("said").textContent = "Pieces of this table are gone; lay it out again.";
    return;
  }
  pieces = given.pieces;
  play.show();
});

await play.layOut(true);
table.dataset.ready = "";
