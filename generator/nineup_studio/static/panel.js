// Findings and impossible choices: a click on a finding leads to its card, one on a fix makes it, one on an
// impossible choice says why.

import { edit, inTurn, say } from "./edits.js";

// On a narrow window the run and the findings are folded until they are wanted.
if (innerWidth <= 900) {
  for (const fold of document.querySelectorAll("#run, .findings details")) fold.open = false;
}

// Of the tabs, the page's own is in sight.
document.querySelector(".bar nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

document.addEventListener("click", (event) => {
  const impossible = event.target.closest("[data-because]");
  if (impossible) document.getElementById("because").textContent = impossible.dataset.because;
  const finding = event.target.closest(".findings a.message");
  if (!finding || event.ctrlKey || event.metaKey) return;
  const [first] = finding.closest("li").dataset.pieces.split(" ");
  const piece = document.querySelector(`.piece[data-key="${CSS.escape(first)}"]:not([hidden]) a`);
  if (!piece) return; // then the link leads to the card's page
  event.preventDefault();
  piece.focus({ preventScroll: true });
  piece.scrollIntoView({ block: "center" });
});

// A fix that a finding knows; one that needs a reason is a form.
async function fix(button, reason = "") {
  const { finding } = button.closest("[data-finding]").dataset;
  const since = button.closest("[data-since]")?.dataset.since ?? "";
  const result = await inTurn(() => edit("fix", { finding, fix: Number(button.dataset.fix), reason, since }));
  if (!result.done) return;
  document.dispatchEvent(new CustomEvent("studio:edited", { detail: result }));
  say(`Done: ${result.done}. Ctrl+Z undoes it.`);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-fix]");
  if (button) fix(button);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-fix]");
  if (!form) return;
  event.preventDefault();
  fix(form, form.elements.reason.value);
});

document.addEventListener("studio:updated", () => {
  document.getElementById("because")?.replaceChildren();
});
