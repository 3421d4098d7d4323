// The set-up of a choice, put together from what depends on players and options, as `choices.py` computes it. A
// choice is { players, options }, with options as they are typed: `yes`, `long`, `red,green`.

function typedValue([name, part], { players, options }) {
  if (name === "players") return players;
  if (part === undefined) return options[name];
  const items = options[name].split(",").filter(Boolean);
  if (part === "#") return items.length;
  return items.includes(part) ? "yes" : "no";
}

// Reads amounts for a choice: a number, or [a table's number, the numbers of its rows].
export function amountsFor(data, choice) {
  const rows = data.tables.map(
    ({ uses, rows }) => rows[uses.map((use) => typedValue(use, choice)).join("|")],
  );
  return (amount) => (Array.isArray(amount) ? amount[1][rows[amount[0]]] : amount);
}

// As `table_setup.py` makes one.
export function setupOf(data, choice, isTwoSided) {
  const read = amountsFor(data, choice);
  const seats = data.seats[choice.players];
  const isThere = ({ seat }) => seat <= seats.length;
  const some = (cards) => cards.map(([key, amount]) => [key, read(amount)]).filter(([, copies]) => copies);
  const zones = data.zones.filter(isThere).map((zone) => {
    const cards = some(zone.cards);
    if (!zone.stacks) return { ...zone, cards };
    const stacks = zone.stacks
      .map((stack) => ({ cards: some(stack.cards), size: read(stack.size), kinds: read(stack.kinds) }))
      .filter((stack) => stack.cards.length);
    const up = !stacks.every((stack) => stack.cards.every(([key]) => isTwoSided(key)));
    return { ...zone, cards, stacks, up };
  });
  return {
    seats,
    zones: zones.filter(({ kind, cards, stacks }) => kind !== "pile" || cards.length || stacks?.length),
    deals: data.deals.filter(isThere).map((deal) => ({ ...deal, number: read(deal.number) })),
    dice: data.dice.map((die) => ({ ...die, number: read(die.number) })).filter(({ number }) => number),
  };
}

// Why a set can't be chosen; empty if it can.
export function refusal({ least, most, including, because }, items) {
  const isExact = least === most;
  if (items.length < least) return `choose ${isExact ? "exactly" : "at least"} ${least}.`;
  if (items.length > most) return `choose ${isExact ? "exactly" : "at most"} ${most}.`;
  const isBased = !including.length || including.some((item) => items.includes(item));
  return isBased ? "" : because || `choose one of ${including.join(", ")}.`;
}
