// After a change of players: what must follow, until it is done or put away.

import { $, address, make } from "./edits.js";
import { ask } from "./here.js";

const key = `players-before:${new URL(document.body.dataset.game, location.href).pathname}`;

// Keeps the range of players as it was: `2-4`, or a range for each box.
export function willFollow(players) {
  const ends = JSON.stringify(players).match(/\d+/g)?.map(Number) ?? [];
  if (ends.length && !sessionStorage.getItem(key))
    sessionStorage.setItem(key, `${Math.min(...ends)}-${Math.max(...ends)}`);
}

let asked = 0;

export async function showFollowing() {
  const since = sessionStorage.getItem(key);
  const box = $("following");
  if (!box || !since) return;
  asked += 1;
  const number = asked;
  const where = new URL(address("following"), location.href);
  where.searchParams.set("since", since);
  const response = await ask(where);
  if (!response || number !== asked) return;
  const list = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("ul");
  const text = list.innerHTML;
  if (!box.hidden && text === box.dataset.shown) return;
  const close = () => {
    asked += 1; // so that what is on its way isn't shown
    sessionStorage.removeItem(key);
    box.hidden = true;
  };
  box.replaceChildren(
    make("h2", {}, "What must follow the change of players"),
    list.children.length ? document.adoptNode(list) : make("p", {}, `Nothing else names ${since} players.`),
    make("button", { type: "button", click: close }, "Put away"),
  );
  box.dataset.shown = text;
  if (!box.hidden) return;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" }); // which is above the form
}
