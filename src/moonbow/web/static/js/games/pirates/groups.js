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
 * An island that was stated as text, of the cards that lie there and in the hand: groups that are
 * there already stay as they are.
 * @param {string[]} texts @param {Group[]} groups @param {Held[]} hand @returns {Group[]}
 */
export function laidOut(texts, groups, hand) {
  const left = [...groups];
  /** @param {string} text */
  const stays = (text) => {
    const at = left.findIndex((group) => textOf(group) === text);
    return at < 0 ? null : left.splice(at, 1)[0];
  };
  const kept = texts.map(stays);
  const free = [...left.flatMap(({ cards }) => cards), ...hand];
  /** @param {string} card */
  const take = (card) => {
    const at = free.findIndex((held) => held.card === card);
    return at < 0 ? [] : free.splice(at, 1);
  };
  return texts.map((text, place) => {
    const wish = kindOfText(text) === "set" ? "set" : "rainbow";
    const cards = () => cardsOf(text).flatMap(take);
    return kept[place] ?? { key: `laid:${place}:${text}`, wish, cards: cards() };
  });
}
