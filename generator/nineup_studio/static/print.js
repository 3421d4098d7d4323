// How a run is printed: the controls and the address say the same.

import { update } from "./live.js";

const form = document.getElementById("print");

function choose() {
  const address = new URL(location.href);
  for (const control of form.querySelectorAll("[name]")) {
    const isOff = control.type === "checkbox" && !control.checked;
    const value = isOff ? "" : control.value;
    if (!value || value === control.dataset.default) address.searchParams.delete(control.name);
    else address.searchParams.set(control.name, value);
  }
  if (address.href === location.href) return;
  history.pushState(null, "", address);
  update();
}

// A control that somebody has changed no longer follows its attributes; after another address it must.
function follow() {
  for (const control of form.querySelectorAll("[name]")) {
    if (control === document.activeElement && control.type === "number") continue;
    if (control.type === "checkbox") control.checked = control.hasAttribute("checked");
    else control.value = control.querySelector("option[selected]")?.value ?? control.getAttribute("value");
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name) choose();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
});
document.addEventListener("studio:updated", follow);
