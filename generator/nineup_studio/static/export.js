// Exports: starts and cancels them, and shows how they go on.

import { edit, inTurn, say } from "./edits.js";
import { ask } from "./here.js";
import { update } from "./live.js";
import { onChange, oneAtATime } from "./stream.js";

const all = document.getElementById("exports");
const jobs = document.getElementById("jobs");
const refused = document.getElementById("refused");

async function send(address, body) {
  refused.textContent = "";
  const response = await fetch(address, { method: "POST", body }).catch(() => null);
  if (!response?.ok) {
    const page = response && new DOMParser().parseFromString(await response.text(), "text/html");
    refused.textContent = page?.querySelector("main p")?.textContent.trim() || "The server doesn’t answer.";
  }
}

all.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form));
  body.set("kind", form.dataset.kind);
  send(location.pathname + location.search, body).then(() => jobs.scrollIntoView({ block: "nearest" }));
});
// A link to an export opens the list that it is in.
all.addEventListener("click", (event) => {
  const target = event.target.closest("a[href^='#job-']");
  const item = target && document.getElementById(target.hash.slice(1));
  const earlier = item?.closest("details.earlier");
  if (earlier) earlier.open = true;
});
jobs.addEventListener("click", async (event) => {
  const { cancel, printed } = event.target.dataset;
  if (cancel) send(cancel, new URLSearchParams());
  if (!printed) return;
  const result = await inTurn(() => edit(`export/${printed}/printed`, {}));
  if (result.done) say("Recorded. From now on, changes are counted from this print.");
});

let states = "";

function hear(list) {
  for (const { id, what, done, total } of list) {
    const item = jobs.querySelector(`[data-id="${id}"]`);
    const bar = item?.querySelector("progress");
    if (!bar) continue;
    bar.max = total;
    if (done) bar.value = done;
    else bar.removeAttribute("value");
    item.querySelector(".what").textContent = what;
  }
  const isRunning = list.some(({ state }) => state === "running");
  for (const button of all.querySelectorAll(".primary")) button.disabled = isRunning;
  const now = list.map(({ id, state }) => `${id} ${state}`).join();
  if (now !== states) update();
  states = now;
}

const follow = oneAtATime(async () => {
  const answer = await ask(all.dataset.progress);
  if (answer) hear(await answer.json());
});

onChange("exports", follow);
follow();
