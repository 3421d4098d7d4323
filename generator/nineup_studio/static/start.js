// Starts a game, and a card list with its fields and its layout. This module is on pages that are not about a
// game too.

import { fieldRows } from "./fieldtypes.js";
import { ask, root } from "./here.js";

async function send(form, path, body) {
  const said = form.querySelector(".refused");
  said.textContent = "";
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(
    () => null,
  );
  const result = response?.ok
    ? await response.json()
    : { refused: "the studio refused this, or doesn't answer" };
  if (result.done) return result;
  const why = result.refused ?? `${result.conflict.file} has changed meanwhile; try again`;
  said.textContent = `Nothing is written: ${why}.`;
  return null;
}

const written = (result, folder) =>
  Object.keys(result.files)
    .find((file) => file.startsWith(folder))
    .split("/");

document.getElementById("newgame")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { title, template } = form.elements;
  const result = await send(form, `${root()}/new`, { title: title.value, template: template.value });
  if (result) location.href = `${root()}/${written(result, "cards/")[1]}/`;
});

// Each game is shown as it is drawn, one after the other.
async function showGames() {
  for (const link of document.querySelectorAll("[data-overview]")) {
    const response = await ask(link.dataset.overview);
    if (!response) continue;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    link.replaceChildren(document.adoptNode(page.querySelector(".overview")));
  }
}
showGames();

const folders = document.getElementById("openfolder");

async function open(folder) {
  const said = folders.querySelector(".refused");
  said.textContent = "";
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify({ folder }) };
  const response = await fetch(`${root()}/open`, request).catch(() => null);
  const result = response?.ok ? await response.json() : { refused: "the studio doesn't answer" };
  if (result.address) location.href = result.address;
  else said.textContent = `${result.refused}.`;
}

folders?.addEventListener("submit", (event) => {
  event.preventDefault();
  open(folders.elements.folder.value);
});
folders?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-folder]");
  if (button) open(button.dataset.folder);
});

document.getElementById("endstudio")?.addEventListener("click", async () => {
  const response = await fetch(`${root()}/end`, { method: "POST" }).catch(() => null);
  if (!response?.ok) return;
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  said.textContent = "The studio has ended. You can close this page.";
  document.querySelector("main").replaceChildren(said);
});

let rows = null; // the fields of a new list

document.getElementById("newlist")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target,
    { game } = form.dataset;
  const result = await send(form, `${root()}/${game}/new-list`, {
    name: form.elements.name.value,
    kind: form.elements.kind.value,
    fields: rows.fields(),
  });
  if (!result) return;
  const file = Object.keys(result.files)
    .find((each) => each.startsWith("cards/") && !each.endsWith("/game.yaml"))
    .split("/")
    .at(-1);
  location.href = `${root()}/${game}/cards/${file.replace(/\.yaml$/, "")}/${file}`;
});

function startList() {
  const { choices } = document.getElementById("newlist").dataset;
  rows = fieldRows(JSON.parse(choices), [
    ["name", "text"],
    ["text", "rich"],
  ]);
  document.getElementById("newfields").replaceChildren(rows.element);
  document.getElementById("startinglist").showModal();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#startlist")) startList();
  if (event.target.closest("#startinglist [data-close]")) document.getElementById("startinglist").close();
});
