// The frames of a layout over its drawing; a frame and its bindings point at each other. Other bound
// elements, such as a shape with a colour of its own, are outlined while their bindings are pointed at.

import { $, arrival, make } from "./edits.js";

const items = () => document.querySelectorAll(".bindings [data-part]");

function draw() {
  if (!$("frames")) return;
  const framed = [...items()].filter((item) => item.dataset.boxes);
  $("frames").replaceChildren(
    ...framed.flatMap((item) => item.dataset.boxes.split("; ").map((box) => frame(item, box))),
  );
  point(document.activeElement.closest("[data-part]")?.dataset.part ?? null);
}

function frame({ dataset: { part, name, quiet } }, box) {
  const made = make(
    "span",
    { class: quiet === undefined ? "frame" : "frame quiet", "data-frame": part, title: name },
    make("b", {}, name),
  );
  const [left, top, width, height] = box.split(" ");
  for (const [side, value] of Object.entries({ left, top, width, height }))
    made.style.setProperty(side, `calc(${value} * var(--scale))`);
  return made;
}

function point(number) {
  for (const each of [...items(), ...document.querySelectorAll("[data-frame]")]) {
    each.classList.toggle("pointed", number !== null && (each.dataset.part ?? each.dataset.frame) === number);
  }
}

document.addEventListener("pointerover", (event) => {
  const at = event.target.closest("[data-part], [data-frame]");
  point(at ? (at.dataset.part ?? at.dataset.frame) : null);
});
document.addEventListener("focusin", (event) =>
  point(event.target.closest("[data-part]")?.dataset.part ?? null),
);
document.addEventListener("click", (event) => {
  const frame = event.target.closest("[data-frame]");
  if (frame)
    document
      .querySelector(`[data-part="${frame.dataset.frame}"]`)
      .scrollIntoView({ block: "center", behavior: "smooth" });
  const button = event.target.closest("#framesshown");
  if (!button) return;
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isShown));
  $("drawing").classList.toggle("without-frames", !isShown);
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
  const item = binding.closest("[data-part]");
  item.tabIndex = -1;
  item.dataset.own = "class tabindex";
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "center" });
}
document.addEventListener("studio:updated", draw);
draw();
arrive();
