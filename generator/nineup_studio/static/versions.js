// Versions: kept, restored as one step that can be undone, removed.

import { $, edit, inTurn, say } from "./edits.js";
import { update } from "./live.js";

async function send(wanted, done) {
  const result = await inTurn(() => edit("versions", wanted));
  if (!result.done) return;
  say(done);
  await update();
}

$("keep").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.keep;
  await send({ keep: field.value }, `Kept as ${field.value}`);
  field.value = "";
});

let asked = ""; // the version of which a card is being chosen

// The card is asked for first; the others act at once, and what was there is kept or can be undone.
const acts = {
  restore: (name) => send({ restore: name }, `Restored ${name}. Undo brings back what was there.`),
  remove: (name) => {
    if (confirm(`Remove ${name}? This can't be undone.`)) send({ remove: name }, `Removed ${name}`);
  },
  card: (name) => {
    asked = name;
    $("onecard").showModal();
  },
};

document.addEventListener("click", (event) => {
  const { act } = event.target.dataset;
  if (act) acts[act](event.target.closest("[data-version]").dataset.version);
  if ("close" in event.target.dataset) event.target.closest("dialog").close();
});

$("onecard").addEventListener("submit", () => {
  const card = $("onecard").querySelector("[name=card]").value;
  send({ restore: asked, card }, `Restored ${card} of ${asked}`);
});
