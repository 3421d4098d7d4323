// Sheets: their backs, the view through the paper, and one sheet large.

const TURNS = { "turn-y": "left to right", "turn-x": "top to bottom" };
const all = document.getElementById("sheets");
const large = document.getElementById("large");
const stage = document.getElementById("stage");
let shown = ""; // the label of the sheet that is shown large
let zoom = "fit";

const press = (button, is) => button.setAttribute("aria-pressed", is);
const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

function toggle(button, place, name) {
  press(button, !isPressed(button));
  place.classList.toggle(name, isPressed(button));
}

const buttons = () => [...all.querySelectorAll("button.sheet")];

function open(button) {
  shown = button.dataset.label;
  const leaf = button.querySelector(".leaf").cloneNode(true);
  for (const image of leaf.querySelectorAll("img")) image.loading = "eager";
  const sheet = stage.querySelector(".leaf");
  if (!sheet || sheet.outerHTML !== leaf.outerHTML) stage.replaceChildren(leaf);
  const hasBack = leaf.querySelector(".back") !== null;
  const turn = leaf.classList.contains("turn-x") ? "turn-x" : "turn-y";
  const flip = document.getElementById("large-flip");
  flip.disabled = document.getElementById("large-through").disabled = !hasBack;
  flip.title = hasBack
    ? `Turn the sheet over, ${TURNS[turn]}, as the printer does`
    : "This sheet has no back";
  const front = leaf.querySelector(".front");
  stage.style.setProperty("--width", `${front.getAttribute("width")}pt`);
  stage.style.setProperty("--ratio", front.getAttribute("width") / front.getAttribute("height"));
  document.getElementById("large-label").textContent = shown;
  if (!large.open) large.showModal();
}

function step(by) {
  const list = buttons();
  const at = list.findIndex((each) => each.dataset.label === shown);
  open(list[(at + by + list.length) % list.length]);
}

function enlarge(value) {
  zoom = value;
  for (const button of large.querySelectorAll("[data-zoom]")) press(button, button.dataset.zoom === zoom);
  stage.classList.toggle("fit", zoom === "fit");
  stage.style.setProperty("--zoom", zoom === "fit" ? 1 : zoom);
}

document
  .getElementById("backs")
  .addEventListener("click", (event) => toggle(event.currentTarget, all, "flipped"));
document
  .getElementById("through")
  .addEventListener("click", (event) => toggle(event.currentTarget, all, "through"));
document
  .getElementById("large-flip")
  .addEventListener("click", (event) => toggle(event.currentTarget, stage, "flipped"));
document
  .getElementById("large-through")
  .addEventListener("click", (event) => toggle(event.currentTarget, stage, "through"));
document.getElementById("large-before").addEventListener("click", () => step(-1));
document.getElementById("large-after").addEventListener("click", () => step(1));
document.getElementById("large-close").addEventListener("click", () => large.close());
all.addEventListener("click", (event) => {
  const button = event.target.closest("button.sheet");
  if (button) open(button);
});
large.addEventListener("click", (event) => {
  if (event.target === large) large.close();
  const button = event.target.closest("[data-zoom]");
  if (button) enlarge(button.dataset.zoom);
});
large.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" && zoom === "fit") step(-1);
  else if (event.key === "ArrowRight" && zoom === "fit") step(1);
  else if (event.key === "f") document.getElementById("large-flip").click();
  else if (event.key === "t") document.getElementById("large-through").click();
});
large.addEventListener("close", () => {
  buttons()
    .find((each) => each.dataset.label === shown)
    ?.focus();
});

const sources = () =>
  new Map(buttons().map((each) => [each.dataset.label, each.querySelector(".leaf").innerHTML]));
let before = sources();
document.addEventListener("studio:updated", () => {
  const now = sources();
  for (const button of buttons()) {
    const label = button.dataset.label;
    if (before.has(label) && before.get(label) !== now.get(label)) glow(button);
    if (large.open && label === shown) open(button);
  }
  before = now;
});

function glow(button) {
  button.classList.add("changed");
  button.addEventListener("animationend", () => button.classList.remove("changed"), { once: true });
}

enlarge("fit");
