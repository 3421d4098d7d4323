// The card of the active row beside the grid, as it is drawn, with the findings and help for the active cell.

import { $, address, make } from "./edits.js";
import { active, cellAt, chosen, table } from "./gridtable.js";
import { faceAddress } from "./here.js";

let shown = "";

export function besides() {
  if (!chosen.cursor || !table.rows.length) return $("beside").replaceChildren();
  const { row, column } = active();
  const about = table.rows[row],
    cell = cellAt(row, column);
  const { pieces = "", cards = "" } = about.dataset;
  const said = [about.children[0], cell].filter((each) => each.dataset.found);
  const now = JSON.stringify([about.dataset.key, pieces, cards, column, said.map((each) => each.title)]);
  if (now === shown && $("beside").hasChildNodes()) return null;
  shown = now;
  const isFamily = about.classList.contains("family");
  $("gridhint").textContent = [isFamily ? familyOf(cards) : "", ...said.map((each) => each.title)]
    .join(" ")
    .trim(); // on a phone
  const faces = pieces.trim().split(" ").filter(Boolean);
  const pairs = Array.from({ length: faces.length / 2 }, (_, at) => [faces[2 * at], faces[2 * at + 1]]);
  return $("beside").replaceChildren(
    ...said.map((each) => make("p", { class: `said ${each.dataset.found}` }, each.title)),
    isFamily ? make("p", { class: "notice" }, familyOf(cards)) : "",
    ...pairs.map(([key, digest]) => picture(key, digest)),
    pairs.length ? "" : make("p", { class: "empty" }, "Not in this run."),
  );
}

function familyOf(cards) {
  const names = cards.split(", ").filter(Boolean);
  const first = names.slice(0, 12).join(", ") + (names.length > 12 ? " …" : "");
  return `The template of ${names.length} cards, which all follow: ${first}.`;
}

function picture(key, digest) {
  const face = make(
    "span",
    { class: "face front" },
    make("img", {
      class: "ink",
      src: faceAddress(digest),
      alt: `${key}, front`,
      "data-face": `${key} front`,
      draggable: "false",
    }),
    make("span", { class: "overlay", "aria-hidden": "true" }),
  );
  return make(
    "a",
    {
      class: `piece c-${key.split("/")[0]}`,
      "data-key": key,
      href: address(`card/${key}`),
      title: `Open ${key}`,
    },
    face,
    make("span", { class: "caption" }, key),
  );
}
