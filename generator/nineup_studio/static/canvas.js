// A layout as a canvas: this module only joins its parts.

import "./canvasadd.js";
import "./canvasfiles.js";
import "./canvasguides.js";
import "./canvaskeys.js";
import { drawChosen } from "./canvasdraw.js";
import { drawFields } from "./canvasfields.js";
import { countChosen } from "./canvasfits.js";
import { drawBindings } from "./canvasinspect.js";
import { drawInspector } from "./canvaspanel.js";
import { load, state } from "./canvasscene.js";
import { drawStructure, reveal } from "./canvastree.js";
import { show } from "./canvaszoom.js";
import { $ } from "./edits.js";

let drawn = null;

document.addEventListener("canvas:changed", () => {
  if (drawn !== state.scene) show();
  else drawChosen();
  drawn = state.scene;
  drawStructure();
  drawInspector();
  drawBindings();
  drawFields();
  countChosen();
  reveal();
});
if ($("canvas")) {
  document.addEventListener("studio:updated", load);
  await load();
  $("canvas").dataset.ready = "";
}
