// New elements, as an expert would write them, in the middle of the card.

import { shown } from "./canvasmath.js";
import { act, state } from "./canvasscene.js";

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function box(width, height) {
  const { scene } = state;
  const at = [(scene.width - width) / 2, (scene.height - height) / 2, width, height];
  const [x, y, wide, high] = at.map((value) => shown(Math.round(value * 10) / 10 / scene.unit));
  return { x, y, wide, high };
}

const size = ({ width, height }, wide, high) => [Math.min(wide, 0.8 * width), Math.min(high, 0.8 * height)];

const SOURCES = {
  text(shows = "Text") {
    const { x, y, wide, high } = box(...size(state.scene, 40, 8));
    const style = state.scene.styles[0] ? ` class="${state.scene.styles[0]}"` : "";
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}"${style} fill="none" n:text="${quoted(shows)}"/>`;
  },
  picture(shows = "") {
    const { x, y, wide, high } = box(...size(state.scene, 40, 30));
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="none" n:image="${quoted(shows)}" n:fit="cover"/>`;
  },
  rectangle() {
    const { x, y, wide, high } = box(...size(state.scene, 30, 20));
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="#cccccc"/>`;
  },
  ellipse() {
    const { x, y, wide, high } = box(...size(state.scene, 20, 20));
    const [rx, ry] = [wide / 2, high / 2];
    return `<ellipse cx="${shown(+x + rx)}" cy="${shown(+y + ry)}" rx="${shown(rx)}" ry="${shown(ry)}" fill="#cccccc"/>`;
  },
  line() {
    const { x, y, wide, high } = box(...size(state.scene, 30, 0));
    const stroke = shown(0.5 / state.scene.unit);
    return `<line x1="${x}" y1="${y}" x2="${shown(+x + +wide)}" y2="${shown(+y + +high)}" stroke="#000000" stroke-width="${stroke}"/>`;
  },
};

export const add = (kind, shows) => act({ type: "paste", sources: [SOURCES[kind](shows)] }, `add ${kind}`);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-add]");
  if (button && state.scene) add(button.dataset.add);
});
