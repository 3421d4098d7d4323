// The fields of the cards: dragged onto the canvas, or put into its middle with a click or Enter. And drawings
// and parts of the project's files, from the bar.

import { addDrawing, addField, addPart, sizeOfField } from "./canvasadd.js";
import { svg } from "./canvasdraw.js";
import { place, state } from "./canvasscene.js";
import { $, address, make } from "./edits.js";
import { ask } from "./here.js";

const STILL = 4; // pixels that a click may move
const KINDS = {
  rich: "text",
  item: "name",
  "yes-no": "yes or no",
};
let drag = null;
let drawn = "";

export function drawFields() {
  const fields = state.scene?.fields ?? [];
  const key = JSON.stringify(fields.map(({ path, sample }) => [path, sample]));
  if (key === drawn) return;
  drawn = key;
  const groups = new Map();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  $("fieldbuttons").replaceChildren(
    ...[...groups].flatMap(([group, inside]) => [
      make("li", { class: "group" }, group),
      ...inside.map((field) => make("li", {}, button(field))),
    ]),
  );
}

function button(field) {
  const kind = field.many ? "list" : (KINDS[field.kind] ?? field.kind);
  return make(
    "button",
    {
      type: "button",
      title: field.sample ? `On this card: ${field.sample}` : "This card has none",
      "data-field": field.path,
      pointerdown: (event) => begin(event, field),
      click: () => addUnlessDragged(field),
    },
    make("span", {}, field.says),
    make("span", { class: "kind" }, kind),
  );
}

function begin(event, field) {
  if (event.button || !state.scene) return;
  drag = { field, from: [event.clientX, event.clientY], isMoved: false };
}

function addUnlessDragged(field) {
  const wasDragged = drag?.isMoved;
  drag = null;
  if (!wasDragged) addField(field);
}

const mm = ({ clientX, clientY }) => {
  const at = new DOMPoint(clientX, clientY).matrixTransform($("overlay").getScreenCTM().inverse());
  return [at.x, at.y];
};
const isOver = ({ clientX, clientY }) => {
  const { left, right, top, bottom } = $("stage").getBoundingClientRect();
  return clientX > left && clientX < right && clientY > top && clientY < bottom;
};

addEventListener("pointermove", (event) => {
  if (!drag || !event.buttons) return;
  const [x, y] = drag.from;
  drag.isMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > STILL;
  if (drag.isMoved) ghost(isOver(event) ? mm(event) : null);
});
addEventListener("pointerup", (event) => {
  if (!drag?.isMoved) return;
  const { field } = drag;
  ghost(null);
  if (isOver(event)) addField(field, mm(event));
  setTimeout(() => {
    drag = null; // after the click, which a release over the button would be
  });
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !drag) return;
  drag = null;
  ghost(null);
});

// The frame that would come to be.
function ghost(middle) {
  if (!$("guides")) return;
  const [width, height] = sizeOfField(drag?.field ?? {});
  const frame =
    middle &&
    svg("rect", { class: "band", x: middle[0] - width / 2, y: middle[1] - height / 2, width, height });
  $("guides").replaceChildren(...(frame ? [frame] : []));
  document.body.classList.toggle("carrying", Boolean(middle));
}

// Drawings and parts

async function showFiles() {
  const dialog = $("drawingdialog");
  const response = await ask(address(place("canvas-drawings")));
  if (!response) return;
  const { drawings, parts } = await response.json();
  const filter = make("input", { type: "search", "aria-label": "Search", placeholder: "Search …" });
  const list = (title, hrefs, adds) => {
    const items = hrefs.map((href) =>
      make("li", {}, make("button", { type: "button", click: () => dialog.close() || adds(href) }, href)),
    );
    return hrefs.length ? [make("h3", {}, title), make("ul", {}, ...items)] : [];
  };
  filter.addEventListener("input", () => {
    for (const item of dialog.querySelectorAll("li"))
      item.hidden = !item.textContent.toLowerCase().includes(filter.value.toLowerCase());
  });
  dialog.replaceChildren(
    make("h2", { id: "drawingdialog-title" }, "Add a drawing"),
    filter,
    make(
      "div",
      { class: "files", tabindex: 0, role: "region", "aria-label": "Drawings" },
      ...list("Whole drawings and pictures", drawings, addDrawing),
      ...list("Parts of drawings", parts, addPart),
      drawings.length + parts.length ? null : make("p", {}, "The game's layouts have no other drawing yet."),
    ),
    make(
      "p",
      { class: "actions" },
      make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  dialog.showModal();
}

$("adddrawing")?.addEventListener("click", () => state.scene && showFiles());
