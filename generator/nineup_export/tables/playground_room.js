// Sets up the game on the table and deals it. It runs on the card “Set up”, which shows its two buttons.
//
// ROOM is written before this script by the export. Lengths are centimetres, x points away from the first
// player and y to the right; `yaw` is in degrees.
//   piles: {templates, places: [[x, y]], owner, down}. A pile with one place may be made of several
//          templates, which become one stack; with several, each place gets the piece of the only template.
//   seats: {place, yaw, owner}
//   hand:  the template of a card holder
//   cards: the templates whose pieces are held in a hand
//   deal:  {player, table}: how many pieces with a tag each gets, such as {deck: 5}
//   edge:  how far from the middle the table’s share lies; `before`, how far from a hand other pieces lie
const { Button, Card, GameObject, HorizontalBox, Rotator, UIElement, Vector, refObject, world } =
  require("@tabletop-playground/api");

const ABOVE = 1;
const GAP = 1;

function at([x, y]) {
  return new Vector(x, y, world.getTableHeight(new Vector(x, y, 0)) + ABOVE);
}

// Everything of this package but the card with the buttons, also what is in hands and stacks.
function pieces() {
  const own = (each) =>
    each.getPackageId() === refObject.getPackageId() && each.getId() !== refObject.getId();
  return world.getAllObjects().filter(own);
}

function lay(piece, place, yaw, isDown) {
  piece.setPosition(at(place));
  piece.setRotation(new Rotator(0, yaw, 0));
  if (piece instanceof Card && piece.isFaceUp() === isDown) {
    piece.setRotation(new Rotator(0, yaw, 180));
  }
}

function spawn(template, place, isDown) {
  const piece = world.createObjectFromTemplate(template, at(place));
  if (piece) {
    lay(piece, place, 0, isDown);
  }
  return piece;
}

// A pile in one stack, shuffled if it is drawn from; or a piece in each of its places.
function setUpPile(pile) {
  if (pile.places.length > 1) {
    return pile.places.map((place) => spawn(pile.templates[0], place, pile.down));
  }
  const [stack, ...others] = pile.templates.map((each) => spawn(each, pile.places[0], pile.down));
  const apart = others.filter((other) => !stack.addCards(other));
  for (const each of pile.down ? [stack, ...apart] : []) {
    each.shuffle();
  }
  return [stack, ...apart];
}

function setUp() {
  for (const piece of pieces()) {
    piece.destroy();
  }
  for (const pile of ROOM.piles) {
    for (const piece of setUpPile(pile)) {
      piece.setSavedData(`of ${pile.owner}`, "pile");
    }
  }
  for (const [slot, seat] of ROOM.seats.entries()) {
    const hand = world.createObjectFromTemplate(ROOM.hand, at(seat.place));
    hand.setRotation(new Rotator(0, seat.yaw, 0));
    hand.setOwningPlayerSlot(slot);
    hand.setOnlyOwnerTakesCards(true);
  }
  give(ROOM.deal.table, "", { place: [-ROOM.edge, 0], yaw: 0 }, undefined);
}

// Takes the uppermost piece with a tag out of a pile of nobody or of an owner; undefined if none is left. What
// was dealt or drawn is in no pile.
function take(tag, owner) {
  for (const pile of pieces()) {
    if (!["of ", `of ${owner}`].includes(pile.getSavedData("pile"))) {
      continue;
    }
    const isStack = pile instanceof Card;
    const inside = isStack ? pile.getAllCardDetails().map((each) => each.tags) : [pile.getTags()];
    const place = inside.map((tags) => tags.includes(tag)).lastIndexOf(true);
    if (place >= 0) {
      const taken = isStack ? pile.takeCards(1, false, inside.length - 1 - place) : undefined;
      const piece = taken ?? pile;
      piece.setSavedData("", "pile");
      return piece;
    }
  }
  return undefined;
}

// Cards go into the hand, if there is one and it has room; other pieces lie in a row before the seat.
function give(shares, owner, seat, hand) {
  const row = [];
  for (const [tag, number] of Object.entries(shares)) {
    for (let count = 0; count < number; count += 1) {
      const piece = take(tag, owner);
      if (piece) {
        row.push(piece);
      }
    }
  }
  const [x, y] = seat.place;
  const before = hand ? x + (seat.yaw ? -1 : 1) * ROOM.before : x;
  layRow(
    row.filter((piece) => !(hand && intoHand(piece, hand))),
    [before, y],
    seat.yaw,
  );
}

// Pieces next to each other with their fronts up, around a place.
function layRow(row, [x, y], yaw) {
  const widths = row.map((piece) => piece.getSize().y + GAP);
  let left = y - widths.reduce((sum, width) => sum + width, 0) / 2;
  row.forEach((piece, number) => {
    lay(piece, [x, left + widths[number] / 2], yaw, false);
    left += widths[number];
  });
}

function intoHand(piece, hand) {
  const isHeld = piece instanceof Card && ROOM.cards.includes(piece.getCardDetails().templateId);
  if (!isHeld || !hand.insert(piece, hand.getNumCards())) {
    return false;
  }
  if (!hand.isCardFaceUp(piece)) {
    hand.flipCard(piece);
  }
  return true;
}

function deal() {
  const hands = pieces().filter((each) => each.getTemplateId() === ROOM.hand);
  for (const [slot, seat] of ROOM.seats.entries()) {
    give(
      ROOM.deal.player,
      seat.owner,
      seat,
      hands.find((hand) => hand.getOwningPlayerSlot() === slot),
    );
  }
}

function addButtons() {
  const box = new HorizontalBox();
  for (const [label, act] of [
    ["Set up", setUp],
    ["Deal", deal],
  ]) {
    const button = new Button().setText(label);
    button.onClicked.add(act);
    box.addChild(button);
  }
  const shown = new UIElement();
  shown.position = new Vector(0, 0, 0.2);
  shown.widget = box;
  refObject.addUI(shown);
}

addButtons();
if (GameObject.getExecutionReason() === "Create" && pieces().length === 0) {
  setUp();
  deal();
}
