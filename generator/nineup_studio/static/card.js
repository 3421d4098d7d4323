// The page of a card: arrow keys lead to its neighbours, and the old side can be laid over the new one.

import { usesKey } from "./edits.js";

const compare = () => document.getElementById("compare");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || usesKey(event)) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = way && document.querySelector(`.trail a[rel="${way}"]`);
  if (link) link.click();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "since") {
    const address = new URL(location.href);
    address.searchParams.set("since", event.target.value);
    location.assign(address);
  }
  if (event.target.id === "swiped") compare().classList.toggle("swiped", event.target.checked);
  if (event.target.id === "swipe") compare().style.setProperty("--swipe", `${event.target.value}%`);
});
