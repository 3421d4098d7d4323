// How large the face is shown: zoomed to the pointer, fitted, in its true size, and moved about with space.

import { drawAll, MARGIN } from "./canvasdraw.js";
import { state } from "./canvasscene.js";
import { $ } from "./edits.js";

const TRUE_SIZE = 96 / 25.4; // pixels in a millimetre
const LEAST = 0.5,
  LARGEST = 60;
let now = 0, // 0: as large as fits
  fitted = TRUE_SIZE;

function fit() {
  const { width, height, bleed } = state.scene,
    out = 2 * (bleed + MARGIN);
  const { clientWidth, clientHeight } = $("stage");
  fitted = Math.max(LEAST, Math.min((clientWidth - 8) / (width + out), (clientHeight - 8) / (height + out)));
}

export function show() {
  if (!state.scene) return;
  fit();
  const size = now || fitted;
  if (state.scene.is_lone) measure(state.scene);
  $("drawing").style.setProperty("--scale", `${size}px`);
  $("zoom").textContent = `${Math.round((size / TRUE_SIZE) * 100)} %`;
  drawAll();
}

// A drawing that is no piece's layout has its own size, not that of the card whose values it shows.
function measure({ width, height, bleed, safe }) {
  const sizes = { w: width, h: height, bleed, safe, corner: 0, cut: "none" };
  for (const [name, value] of Object.entries(sizes)) $("drawing").style.setProperty(`--${name}`, value);
}

// Another size, at which a point of the window stays where it is.
export function zoom(size, { clientX, clientY } = middle()) {
  const before = $("overlay").getBoundingClientRect();
  const share = [(clientX - before.left) / before.width, (clientY - before.top) / before.height];
  now = size && Math.min(LARGEST, Math.max(LEAST, size));
  $("stage").classList.toggle("zoomed", now !== 0); // with room around, so that any point can stay in place
  show();
  const after = $("overlay").getBoundingClientRect();
  $("stage").scrollLeft += after.left + share[0] * after.width - clientX;
  $("stage").scrollTop += after.top + share[1] * after.height - clientY;
}

function middle() {
  const { left, top, width, height } = $("stage").getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

export const zoomBy = (factor, at) => zoom((now || fitted) * factor, at);
export const zooms = {
  fit: () => zoom(0),
  true: () => zoom(TRUE_SIZE),
  in: () => zoomBy(1.25),
  out: () => zoomBy(0.8),
};

export function pan({ movementX, movementY }) {
  $("stage").scrollLeft -= movementX;
  $("stage").scrollTop -= movementY;
}

$("stage")?.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
  },
  { passive: false },
);
if ($("stage")) new ResizeObserver(show).observe($("stage"));
