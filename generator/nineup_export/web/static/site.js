// The page of a published game: pieces in large, one after the other, and the names of its languages.

const pieces = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const large = by("large");
let at = 0;

function side(piece, digest, alt) {
  const image = document.createElement("img");
  image.src = `faces/${digest}.webp`;
  image.alt = alt;
  image.width = piece.width;
  image.height = piece.height;
  return image;
}

function show(next) {
  at = (next + pieces.length) % pieces.length;
  const piece = pieces[at];
  by("large-name").textContent = piece.name;
  by("large-at").textContent = `${at + 1} of ${pieces.length}`;
  const sides = [side(piece, piece.front, `${piece.name}, front`)];
  if (piece.back) sides.push(side(piece, piece.back, `${piece.name}, back`));
  by("sides").replaceChildren(...sides);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-at]");
  if (!button) return;
  show(Number(button.dataset.at));
  large.showModal();
});
large.addEventListener("click", (event) => {
  if (event.target === large) large.close();
});
large.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
by("before").addEventListener("click", () => show(at - 1));
by("after").addEventListener("click", () => show(at + 1));
by("close").addEventListener("click", () => large.close());
large.addEventListener("close", () => document.querySelector(`[data-at="${at}"]`)?.focus());

// Each language in its own name.
const languages = by("languages");
if (languages) {
  const named = languages.textContent
    .split(" ")
    .map((tag) => new Intl.DisplayNames(tag, { type: "language" }).of(tag));
  languages.textContent = named.join(", ");
}
