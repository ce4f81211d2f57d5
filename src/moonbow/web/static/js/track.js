// Cards that are alike have no names. To let them move, each visible card gets an id that stays
// with it from place to place: between two views a card that left one place and a card of the same
// kind that appeared in another are taken to be the same one.

/**
 * Cards in one place; `zone` names the place ("hand:0", "combo:2", "won:1").
 * @typedef {{zone: string, cards: string[], from?: string[]}} Zone
 *   `from`: zones that cards come from here, the likeliest first
 * @typedef {{id: number, card: string, zone: string, before: string|null}} Tracked
 *   `before`: the zone this card was in, or, for a card not seen before, where it comes from
 */

let last = 0;

/**
 * Joins the zones of a new view to the cards tracked before.
 * @param {Tracked[]} tracked
 * @param {Zone[]} zones
 * @returns {Tracked[]}  in the order of the zones and of their cards
 */
export function track(tracked, zones) {
  const free = new Set(tracked);
  /** @param {string} card @param {(zone: string) => boolean} where */
  const claim = (card, where) => {
    for (const old of free) {
      if (old.card === card && where(old.zone)) {
        free.delete(old);
        return old;
      }
    }
    return null;
  };
  const wanted = zones.flatMap(({ zone, cards, from = [] }) =>
    cards.map((card) => ({ card, zone, from, old: claim(card, (place) => place === zone) })),
  );
  for (const want of wanted) {
    for (const source of want.from) {
      want.old ??= claim(want.card, (place) => place.startsWith(source));
    }
  }
  for (const want of wanted) want.old ??= claim(want.card, () => true);
  return wanted.map(({ card, zone, from, old }) => ({
    id: old?.id ?? ++last,
    card,
    zone,
    before: old ? old.zone : (from[0] ?? null),
  }));
}

/** The tracked cards of one zone. @param {Tracked[]} tracked @param {string} zone */
export const inZone = (tracked, zone) => tracked.filter((each) => each.zone === zone);
