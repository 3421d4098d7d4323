// The gallery: search, size and sides.

const SIZE = "nineup-size";
const root = document.documentElement;
const search = document.getElementById("search");
const size = document.getElementById("size");
const flip = document.getElementById("flip");

function resize() {
  root.style.setProperty("--scale", `${size.value}px`);
  localStorage.setItem(SIZE, size.value);
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0, all = 0;
  for (const group of document.querySelectorAll(".group")) {
    let here = 0;
    for (const piece of group.querySelectorAll(".piece")) {
      const text = piece.dataset.values.toLowerCase();
      const fits = words.every(word => text.includes(word));
      piece.hidden = !fits;
      here += fits;
      all += 1;
    }
    group.hidden = !here;
    shown += here;
  }
  document.getElementById("count").textContent = shown === all ? `${all} faces` : `${shown} of ${all} faces`;
}

size.value = localStorage.getItem(SIZE) ?? "2";
size.addEventListener("input", resize);
search.addEventListener("input", filter);
flip.addEventListener("change", () => root.classList.toggle("backs", flip.checked));
document.getElementById("tools").addEventListener("submit", event => event.preventDefault());
document.addEventListener("studio:updated", filter);
resize();
filter();
