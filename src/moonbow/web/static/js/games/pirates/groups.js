// Groups as text and as cards (docs/formats.md), and how cards are put in order in a draft. Whether
// a draft may lie like that, the server says.

import { byKind, isBlack, isNumber } from "./faces.js";

/** @typedef {{id: number, card: string}} Held  one card, by the id that stays with it */
/** @typedef {"set"|"rainbow"|"black"|"pirates"|"mixed"} Kind */
/**
 * A group of a draft; `wish` is what its owner wants where the cards would do for both.
 * @typedef {{key: string, cards: Held[], wish: ""|"set"|"rainbow"}} Group
 */

/** The cards of a group's text. @param {string} text @returns {string[]} */
export const cardsOf = (text) =>
  /[a-z]/.test(text) ? text.split("+") : text.replace("=", "").split("");

/** Cards separated by blanks, without the hidden ones. @param {string|undefined} text */
export const listed = (text) =>
  (text ?? "").split(" ").filter((word) => word && !word.startsWith("?"));

/** How many cards there are, the hidden ones included. @param {string|undefined} text */
export const counted = (text) =>
  (text ?? "")
    .split(" ")
    .filter(Boolean)
    .reduce((sum, word) => sum + (word.startsWith("?") ? Number(word.slice(1)) : 1), 0);

/** What a text says its group is. @param {string} text @returns {Kind} */
export function kindOfText(text) {
  const cards = cardsOf(text);
  const numbers = cards.filter(isNumber);
  if (isBlack(cards[0])) return "black";
  if (cards[0] === "P") return "pirates";
  const alike = numbers.length > 1 && numbers.every((card) => card === numbers[0]);
  return text.endsWith("=") || alike ? "set" : "rainbow";
}

/** How many rainbows are whole, from 1 to 7. @param {Group[]} groups */
export const full = (groups) =>
  groups.filter((group) => group.cards.length === 7 && kind(group) === "rainbow").length;

/**
 * What cards look like together.
 * @param {string[]} cards @param {Group["wish"]} wish @returns {Kind}
 */
export function kindOf(cards, wish) {
  if (cards.every(isBlack)) return "black";
  if (cards.every((card) => card === "P")) return "pirates";
  if (!cards.every((card) => isNumber(card) || card === "W")) return "mixed";
  const numbers = cards.filter(isNumber);
  const different = new Set(numbers).size;
  if (numbers.length < 2) return wish || "set";
  if (different === 1) return "set";
  return different === numbers.length ? "rainbow" : "mixed";
}

/** Whether these cards could be meant as a set or as a rainbow. @param {string[]} cards */
export const isOpen = (cards) =>
  cards.length > 1 &&
  cards.every((card) => isNumber(card) || card === "W") &&
  cards.filter(isNumber).length < 2;

/** @param {Group} group */
const plain = (group) => group.cards.map(({ card }) => card);

/** @param {Group} group */
export const kind = (group) => kindOf(plain(group), group.wish);

/** A group as text. @param {Group} group */
export function textOf(group) {
  const cards = plain(group);
  const is = kind(group);
  if (is === "black") return [...cards].sort().join("+");
  if (is === "set") return cards.join("") + (cards.filter(isNumber).length < 2 ? "=" : "");
  return cards.join(is === "mixed" && cards.some(isBlack) ? "+" : "");
}

/**
 * Cards in the order of their group. A WILD fills a gap of a rainbow; those left lie at its ends,
 * the newest at `side`. What has no room is left out.
 * @param {Held[]} lying @param {Held[]} added @param {Group["wish"]} wish
 * @param {"low"|"high"} side @returns {Held[]}
 */
export function inOrder(lying, added, wish, side) {
  const all = [...lying, ...added];
  const is = kindOf(
    all.map(({ card }) => card),
    wish,
  );
  /** @param {Held} one @param {Held} other */
  const sorted = (one, other) => byKind(one.card, other.card);
  if (is === "black") return all.sort((one, other) => (one.card < other.card ? -1 : 1));
  if (is !== "rainbow") return all.sort(sorted);
  const numbers = all.filter(({ card }) => isNumber(card)).sort(sorted);
  const first = lying.findIndex(({ card }) => isNumber(card));
  const front = first < 0 ? [] : lying.slice(0, first);
  const isWild = (/** @type {Held} */ { card }) => card === "W";
  const newest = added.filter(isWild);
  const others = lying.filter((held) => isWild(held) && !front.includes(held));
  if (!numbers.length) return side === "low" ? [...newest, ...lying] : [...lying, ...newest];
  // The WILDs that fill gaps are those that lay there, then the new ones.
  const filling = [...others, ...newest, ...front];
  /** @type {Held[]} */
  const body = [];
  let last = NaN;
  for (const held of numbers) {
    const number = Number(held.card);
    for (let gap = number - last - 1; gap > 0 && filling.length; gap--)
      body.push(/** @type {Held} */ (filling.shift()));
    body.push(held);
    last = number;
  }
  return withEnds(body, numbers, filling, front, newest, side);
}

/**
 * WILDs that are left, put to the ends of a rainbow.
 * @param {Held[]} body @param {Held[]} numbers @param {Held[]} left @param {Held[]} front
 * @param {Held[]} newest @param {"low"|"high"} side
 */
function withEnds(body, numbers, left, front, newest, side) {
  const roomLow = Number(numbers[0].card) - 1;
  const roomHigh = 7 - Number(numbers[numbers.length - 1].card);
  const wantsLow = (/** @type {Held} */ held) =>
    newest.includes(held) ? side === "low" : front.includes(held);
  const low = left.filter(wantsLow);
  const high = left.filter((held) => !wantsLow(held));
  while (low.length > roomLow) high.push(/** @type {Held} */ (low.shift()));
  while (high.length > roomHigh && low.length < roomLow) low.push(/** @type {Held} */ (high.pop()));
  return [...low, ...body, ...high.slice(0, roomHigh)];
}

/**
 * Why cards are no group, as far as one can see it from them: the end of a text's key.
 * @param {Group} group
 */
export function whyNoGroup(group) {
  const cards = plain(group);
  const is = kind(group);
  if (is === "mixed" && cards.some((card) => isBlack(card) || card === "P")) return "mixed";
  if (cards.length < 3) return "few";
  if (is === "mixed") return "neither";
  return is === "rainbow" ? "gap" : "other";
}

let made = 0;
/** A key for a new group. */
export const newKey = () => `new${++made}`;

/**
 * The groups after cards were moved: to a group (its key), to a new one, or to the hand.
 * @param {Group[]} groups @param {Held[]} moved
 * @param {string} to  a key, "new" or "hand" @param {"low"|"high"} side
 * @returns {Group[]}
 */
export function moved(groups, moved, to, side) {
  const ids = new Set(moved.map(({ id }) => id));
  const rest = groups.map((group) => ({
    ...group,
    cards: group.key === to ? group.cards : group.cards.filter(({ id }) => !ids.has(id)),
  }));
  if (to === "hand") return rest.filter(({ cards }) => cards.length);
  const pirates = moved.every(({ card }) => card === "P");
  const home = pirates && to === "new" ? rest.find((group) => kind(group) === "pirates") : null;
  const target = home?.key ?? to;
  if (target === "new") {
    const wish = /** @type {const} */ ("");
    rest.push({ key: newKey(), cards: inOrder([], moved, wish, side), wish });
  }
  return rest
    .map((group) => {
      if (group.key !== target || target === "new") return group;
      const lying = group.cards.filter(({ id }) => !ids.has(id));
      return { ...group, cards: inOrder(lying, moved, group.wish, side) };
    })
    .filter(({ cards }) => cards.length);
}

/**
 * A draft in which as much as can be is placed of `must`: added at the ends of what lies there,
 * then laid in new groups. The legal actions come first, the rest is tried.
 * @param {Group[]} groups @param {Held[]} hand @param {string[]} must @param {string[]} legal
 */
export function tidied(groups, hand, must, legal) {
  let next = groups.map((group) => ({ ...group, cards: [...group.cards] }));
  let free = [...hand];
  const wanted = [...must];
  /** Takes cards out of the hand, if they are all there. @param {string[]} cards */
  const take = (cards) => {
    /** @type {Held[]} */
    const found = [];
    for (const card of cards) {
      const held = free.find((each) => each.card === card && !found.includes(each));
      if (!held) return null;
      found.push(held);
    }
    free = free.filter((held) => !found.includes(held));
    for (const card of cards) {
      const at = wanted.indexOf(card);
      if (at >= 0) wanted.splice(at, 1);
    }
    return found;
  };
  /** @param {string[]} cards @param {string} to @param {"low"|"high"} side */
  const put = (cards, to, side) => {
    const found = take(cards);
    if (found) next = moved(next, found, to, side);
  };
  for (const card of must.filter((each) => each === "P")) put([card], "new", "high");
  const actions = legal.map((text) => text.split(" "));
  for (const [verb, what = ""] of actions) {
    const [, card, sign, text] = /^([^<>]+)([<>])(.+)$/.exec(what) ?? [];
    if (verb !== "add" || !wanted.includes(card)) continue;
    const group = next.find((each) => textOf(each) === text);
    if (group) put([card], group.key, sign === "<" ? "low" : "high");
  }
  let going = true;
  while (going) {
    going = false;
    for (const card of [...wanted]) {
      const home = next.find((group) => fits(group, card));
      if (home) {
        put([card], home.key, "high");
        going = true;
      }
    }
  }
  for (const [verb, what = ""] of actions) {
    const cards = cardsOf(what);
    if (verb === "lay" && cards.every((card) => isNumber(card) && wanted.includes(card)))
      put(cards, "new", "high");
  }
  for (const card of [...wanted]) {
    const home = next.find((group) => fits(group, card));
    if (home) put([card], home.key, "high");
  }
  return next;
}

/**
 * Whether a number lies just beside the numbers of a group, or is one of them.
 * @param {Group} group @param {string} card
 */
function fits(group, card) {
  if (!isNumber(card)) return false;
  const cards = plain(group);
  const is = kind(group);
  if (is === "set") return cards[0] === card || cards.every((each) => each === "W");
  if (is !== "rainbow") return false;
  const at = cards.findIndex(isNumber);
  const low = at < 0 ? 1 : Number(cards[at]) - at;
  return Number(card) === low - 1 || Number(card) === low + cards.length;
}
