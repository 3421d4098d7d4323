// The bindings of a layout beside its canvas; a frame and its bindings point at each other.

import { point } from "./canvasdraw.js";
import { $, arrival } from "./edits.js";

document.addEventListener("pointerover", ({ target }) => {
  const item = target.closest(".bindings [data-path]");
  if (item) point(item.dataset.path);
});
document.addEventListener("focusin", ({ target }) => {
  const item = target.closest(".bindings [data-path]");
  if (item) point(item.dataset.path);
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest("#framesshown");
  if (!button) return;
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isShown));
  $("stage").classList.toggle("without-frames", !isShown);
});
$("layoutcard")?.addEventListener("change", (event) => {
  const address = new URL(location.href);
  address.searchParams.set("card", event.target.value);
  location.href = address;
});
// A finding led to a binding: it and its frame are pointed at.
function arrive() {
  const { line } = arrival() ?? {};
  const binding = document.querySelector(`.binding[data-line="${CSS.escape(line ?? "")}"]`);
  if (!binding) return;
  const item = binding.closest("[data-path]");
  item.tabIndex = -1;
  item.dataset.own = "class tabindex";
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "center" });
}
arrive();
