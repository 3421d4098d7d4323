// Layouts as whole files: a new one, another name, the size of its component, and removal.

import { state } from "./canvasscene.js";
import { $, address, edit, make, prose, say } from "./edits.js";

const dialog = () => $("layoutdialog");
const facts = () => JSON.parse(dialog().dataset.facts);
const path = () => $("canvas")?.dataset.layout;
const nameOf = (layout) => layout.replace(/\.svg$/, "");

// Sends a request. In a conflict the page shows both versions, and nothing is written.
async function send(request) {
  const bases =
    state.scene && request.file === state.scene.file ? { [state.scene.file]: state.scene.base } : {};
  const again = ({ file, digest }) => send({ ...request, bases: { [file]: digest } });
  return edit("layout-files", { request, bases }, request.type === "new" ? null : again);
}

const go = (layout) => {
  location.href = address(layout ? `layouts/${layout}` : "layouts");
};

function show(title, parts, label, submit) {
  const refused = make("div", { class: "refused", role: "alert" });
  const form = make(
    "form",
    {
      class: "starting",
      submit: async (event) => {
        event.preventDefault();
        const result = await submit(new FormData(form));
        if (result.done) return void go(result.layout);
        refused.replaceChildren(...why(result));
      },
    },
    make("h2", { id: "layoutdialog-title" }, title),
    ...parts,
    refused,
    make(
      "p",
      { class: "actions" },
      make("button", { class: "main" }, label),
      " ",
      make("button", { type: "button", click: () => dialog().close() }, "Cancel"),
    ),
  );
  dialog().replaceChildren(form);
  dialog().showModal();
}

// Why nothing is written, with links to the places that prevent it.
function why({ refused = "a file has changed meanwhile; try again", uses = [] }) {
  if (!uses.length) return [make("p", {}, ...prose(`Nothing is written: ${refused}.`))];
  const places = uses.map(({ place, address: link }) =>
    make("li", {}, link ? make("a", { href: link }, place) : place),
  );
  return [
    make("p", {}, ...prose(`Nothing is written: ${refused.split(" in ")[0]}:`)),
    make("ul", {}, ...places),
  ];
}

const labelled = (words, control) => make("label", {}, make("span", {}, words), control);
const option = (value, words, selected = false) => make("option", { value, selected }, words);
const named = (value) =>
  make("input", { type: "text", name: "name", required: true, maxlength: 80, autocomplete: "off", value });

function start() {
  const { sides, layouts } = facts();
  const sideNumber = Math.max(
    0,
    sides.findIndex(({ layout }) => !layout),
  );
  const side = make(
    "select",
    { name: "side" },
    ...sides.map(({ name, layout }, number) =>
      option(number, layout ? `${name}, now ${layout}` : `${name}, which has none`, number === sideNumber),
    ),
  );
  const like = make(
    "select",
    { name: "like" },
    option("", "a blank page with bleed"),
    ...layouts.map(([file, label]) => option(file, `a copy of ${label}`)),
  );
  const parts = [
    labelled("Name", named("")),
    labelled("For", side),
    labelled("From", like),
    make("p", { class: "hint" }, "It has the size of its component, which shows it from then on."),
  ];
  show("New layout", parts, "Make it", (form) => {
    const { component, side: which } = sides[form.get("side")];
    return send({ type: "new", name: form.get("name"), component, side: which, like: form.get("like") });
  });
}

function rename() {
  const parts = [
    labelled("Name", named(nameOf(path()))),
    make("p", { class: "hint" }, "Whatever names it follows: the game file, symbols, cards, other drawings."),
  ];
  show(`Rename ${nameOf(path())}`, parts, "Rename", (form) =>
    send({ type: "rename", file: facts().file, name: form.get("name") }),
  );
}

async function remove() {
  const result = await send({ type: "delete", file: facts().file });
  if (result.done) return go("");
  if (!result.uses) return undefined;
  dialog().replaceChildren(
    make("h2", { id: "layoutdialog-title" }, `${nameOf(path())} stays`),
    ...why(result),
    make(
      "p",
      { class: "actions" },
      make("button", { type: "button", click: () => dialog().close() }, "Close"),
    ),
  );
  return dialog().showModal();
}

// What is said about the layout as a whole: what it is, and a size that isn't its component's.
function note() {
  const { is_lone: isLone, misfit } = state.scene ?? {};
  const parts = [];
  if (misfit) {
    const size = `${misfit.width} × ${misfit.height} mm`;
    const fit = () => send({ type: "fit", file: state.scene.file, component: misfit.component });
    parts.push(
      `${misfit.name} is ${size}, this layout isn’t. `,
      make(
        "button",
        { type: "button", id: "fitlayout", click: async () => (await fit()).done && say("Resized") },
        `Make it ${size}`,
      ),
    );
  } else if (isLone) {
    parts.push("No piece has this drawing as its layout: it shows the values of a card that may use it.");
  }
  $("layoutnote").replaceChildren(...parts);
}

const DOES = { newlayout: start, renamelayout: rename, deletelayout: remove };

document.addEventListener("click", ({ target }) => DOES[target.closest("button")?.id]?.());
document.addEventListener("change", ({ target }) => {
  if (target.id === "otherdrawings" && target.value) go(target.value);
});
document.addEventListener("canvas:changed", () => $("layoutnote") && note());
