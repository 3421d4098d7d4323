// A table that does what the documentation of Tabletop Playground's API says of the functions that a room calls.
// Run as `node playground_api.js PACKAGE ACTION …`, it drops the package's card “set-up” onto an empty table, presses
// the buttons that are named, and prints what lies where as JSON.
const fs = require("node:fs");
const path = require("node:path");

const folder = process.argv[2];
const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
const names = fs.readdirSync(path.join(folder, "Templates"));
const templates = names.map((name) => read(path.join("Templates", name)));
const objects = [];

class Vector {
  constructor(x, y, z) {
    Object.assign(this, { x, y, z });
  }
}

class Rotator {
  constructor(pitch, yaw, roll) {
    Object.assign(this, { pitch, yaw, roll });
  }
}

class GameObject {
  constructor(template) {
    this.template = template;
    this.id = `object-${GameObject.made++}`;
    this.saved = {};
    this.slot = -1;
    this.uis = [];
    this.rotation = new Rotator(0, 0, 0);
    objects.push(this);
  }
  static made = 0;
  static getExecutionReason() {
    return "Create";
  }
  getId() {
    return this.id;
  }
  getPackageId() {
    return "package";
  }
  getTemplateId() {
    return this.template.GUID;
  }
  getTags() {
    return this.template.Tags;
  }
  setSavedData(data, key) {
    this.saved[key] = data;
  }
  getSavedData(key) {
    return this.saved[key] ?? "";
  }
  setPosition(place) {
    this.position = place;
  }
  setRotation(turn) {
    this.rotation = turn;
  }
  setOwningPlayerSlot(slot) {
    this.slot = slot;
  }
  getOwningPlayerSlot() {
    return this.slot;
  }
  // In centimetres; x is away from the player, as the height of a card.
  getSize() {
    return new Vector(this.template.Height ?? 3, this.template.Width ?? 3, 1);
  }
  addUI(ui) {
    this.uis.push(ui);
  }
  destroy() {
    objects.splice(objects.indexOf(this), 1);
  }
}

class Card extends GameObject {
  // Index 0 is the front card, of which the face is visible.
  constructor(template, indices) {
    super(template);
    this.cards = indices;
    this.holder = undefined;
  }
  getStackSize() {
    return this.cards.length;
  }
  getAllCardDetails() {
    const templateId = this.template.GUID;
    return this.cards.map((index) => ({ index, templateId, tags: this.template.CardTags[index] ?? [] }));
  }
  getCardDetails(index = 0) {
    return this.getAllCardDetails()[index];
  }
  isFaceUp() {
    return this.rotation.roll === 0;
  }
  isInHolder() {
    return this.holder !== undefined;
  }
  takeCards(count = 1, fromFront = false, offset = 0) {
    if (this.cards.length === 1) {
      return undefined;
    }
    const first = fromFront ? offset : this.cards.length - offset - count;
    const taken = new Card(this.template, this.cards.splice(first, Math.min(count, this.cards.length - 1)));
    taken.rotation = this.rotation;
    taken.position = this.position;
    return taken;
  }
  addCards(other) {
    const [own, theirs] = [this.template, other.template];
    if (own.Width !== theirs.Width || own.Height !== theirs.Height || own.Model !== theirs.Model) {
      return false;
    }
    const tags = Object.entries(theirs.CardTags).map(([index, each]) => [`${theirs.GUID}/${index}`, each]);
    this.template = { ...own, CardTags: { ...own.CardTags, ...Object.fromEntries(tags) } };
    this.cards.push(...other.cards.map((index) => `${theirs.GUID}/${index}`));
    other.destroy();
    return true;
  }
  shuffle() {
    this.cards.reverse();
    this.shuffled = true;
  }
}

class CardHolder extends GameObject {
  constructor(template) {
    super(template);
    this.held = [];
    this.down = new Set();
  }
  setOnlyOwnerTakesCards(only) {
    this.only = only;
  }
  getNumCards() {
    return this.held.length;
  }
  // Only single cards that aren't too high, as long as there is room.
  insert(card, at) {
    const { MaxCards, MaxCardHeight } = this.template;
    if (card.getStackSize() > 1 || this.held.length >= MaxCards || card.template.Height > MaxCardHeight) {
      return false;
    }
    this.held.splice(at, 0, card);
    card.holder = this;
    if (!card.isFaceUp()) {
      this.down.add(card);
    }
    return true;
  }
  isCardFaceUp(card) {
    return this.held.includes(card) && !this.down.has(card);
  }
  flipCard(card) {
    if (!this.down.delete(card)) {
      this.down.add(card);
    }
  }
}

class Button {
  constructor() {
    this.acts = [];
    this.onClicked = { add: (act) => this.acts.push(act) };
  }
  setText(text) {
    this.text = text;
    return this;
  }
}

class HorizontalBox {
  constructor() {
    this.children = [];
  }
  addChild(child) {
    this.children.push(child);
  }
}

class UIElement {}

function create(id, place) {
  const template = templates.find((each) => each.GUID === id);
  if (template.Type === "Card" && !fs.existsSync(path.join(folder, "Textures", template.FrontTexture))) {
    throw new Error(`no picture ${template.FrontTexture}`);
  }
  const kinds = { Card: () => new Card(template, [...template.Indices]), "Card Holder": () => new CardHolder(template) };
  const object = (kinds[template.Type] ?? (() => new GameObject(template)))();
  object.position = place;
  return object;
}

const world = {
  getTableHeight: () => 80,
  getAllObjects: () => [...objects],
  createObjectFromTemplate: create,
};

const dropped = templates.find((each) => each.Name === "set-up");
const refObject = create(dropped.GUID, new Vector(0, 0, 81));
const api = { Button, Card, CardHolder, GameObject, HorizontalBox, Rotator, UIElement, Vector, refObject, world };
const source = fs.readFileSync(path.join(folder, "Scripts", dropped.ScriptName), "utf8");
new Function("require", source)((name) => (name === "@tabletop-playground/api" ? api : undefined));
const buttons = refObject.uis.flatMap((each) => each.widget.children);
for (const label of process.argv.slice(3)) {
  for (const act of buttons.find((each) => each.text === label).acts) {
    act();
  }
}
const shown = objects.map((each) => ({
  name: each.template.Name,
  type: each.template.Type,
  place: [each.position.x, each.position.y, each.position.z],
  yaw: each.rotation.yaw,
  tags: each.getAllCardDetails ? each.getAllCardDetails().map((card) => card.tags) : [each.getTags()],
  up: each.holder ? each.holder.isCardFaceUp(each) : each.rotation.roll === 0,
  slot: each.holder ? each.holder.slot : each.slot,
  held: each.holder !== undefined,
  shuffled: each.shuffled === true,
}));
console.log(JSON.stringify({ buttons: buttons.map((each) => each.text), objects: shown }));
