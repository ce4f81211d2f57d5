// Cards of Rainbow 7: their texts, faces, names, and in which order they lie.

import { COLORS, Chip } from "../../cards.js";
import { html } from "../../html.js";

/** @typedef {import("../../cards.js").Face} Face */
/** @typedef {import("../../text.js").Translate} Translate */
/** @typedef {import("../../track.js").Zone} Zone */

/**
 * A position of Rainbow 7, see docs/formats.md.
 * @typedef {object} Position
 * @property {number} players
 * @property {{printed_sevens: boolean, effects: string[], tokens_to_end: number}} options
 * @property {string[]} hands
 * @property {string} deck
 * @property {string[]} piles
 * @property {number[]} tokens
 * @property {number} to_move
 * @property {number} round
 * @property {boolean} struck
 * @property {Turn|null} [turn]
 * @property {{hands: string[], tokens: number[]}|null} [last]
 * @property {{hands: string[], sevens: string, seven: number[]}} [known]
 */

/**
 * @typedef {object} Turn
 * @property {"pile"|"order"|"sevens"|"draw"} step
 * @property {string} [pile]
 * @property {string} [cards]
 * @property {number|string[]} [sevens]
 * @property {boolean} [sheltered]
 */

export const PILES = ["A", "B", "C"];
const LETTERS = "ROYGBIV";

// Texts

/** The cards of "R1 R2 W"; none of "?5". @param {string} [cards] */
export const open = (cards) => (!cards || cards.startsWith("?") ? [] : cards.split(" "));

/** @param {string} [cards] "R1 R2 W", or "?5" */
export const count = (cards) =>
  cards?.startsWith("?") ? Number(cards.slice(1)) : open(cards).length;

/** The cards of "R1R2W". @param {string} combo */
export const split = (combo) => combo.match(/W|[ROYGBIV][1-7]/g) ?? [];

/** Whether an action is a combination. @param {string} action */
export const isCombo = (action) => /^[ROYGBIVW]/.test(action);

/** @param {string} card */
export const valueOf = (card) => (card === "W" ? 0 : Number(card[1]));

/** @param {string} card */
const colorOf = (card) => (card === "W" ? LETTERS.length : LETTERS.indexOf(card[0]));

/** @param {string[]} cards */
export const total = (cards) => cards.reduce((sum, card) => sum + valueOf(card), 0);

/** Two ways to sort a hand; a Rainbow card comes last. */
export const SORTS = {
  /** @param {string} one @param {string} other */
  color: (one, other) => colorOf(one) - colorOf(other) || valueOf(one) - valueOf(other),
  /** @param {string} one @param {string} other */
  value: (one, other) =>
    Number(one === "W") - Number(other === "W") ||
    valueOf(one) - valueOf(other) ||
    colorOf(one) - colorOf(other),
};

/** The text of a combination. @param {string[]} cards */
export const comboText = (cards) => [...cards].sort(SORTS.color).join("");

/**
 * How cards are laid if nobody says otherwise: what is worst to draw ends on top, so Rainbow cards
 * go lowest and the highest value last.
 * @param {string} one @param {string} other
 */
export const layingOrder = (one, other) =>
  valueOf(one) - valueOf(other) || colorOf(one) - colorOf(other);

/**
 * Whether some cards are all among others.
 * @param {string[]} some @param {string[]} others
 */
export function within(some, others) {
  const left = [...others];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Where all cards of a view lie. What was just heard tells from whom, or from where, new ones come.
 * @param {Position} view
 * @param {import("../../types.js").Heard[]} heard
 * @returns {Zone[]}
 */
export function zones(view, heard) {
  const known = view.known?.hands ?? [];
  const hands = view.hands.map((cards, seat) => ({
    zone: `hand:${seat}`,
    cards: cards.startsWith("?") ? open(known[seat]) : open(cards),
    from: ["deck"],
  }));
  const shown = {
    zone: "shown",
    cards: open(view.turn?.cards),
    from: [`hand:${view.to_move}`],
  };
  const dealt = heard.some(({ kind }) => kind === "begins");
  const discard = heard.findLast(({ kind }) => kind === "discards" || kind === "lays");
  const piles = view.piles.map((cards, place) => {
    const turned = heard.some((each) => each.kind === "turns up" && each.place === PILES[place]);
    const from = [`hand:${discard?.player ?? view.to_move}`, "shown"];
    return {
      zone: `pile:${place}`,
      cards: open(cards),
      from: dealt || turned ? ["deck"] : from,
    };
  });
  return [...hands, shown, ...piles];
}

// Faces

/** The effects of the sevens, in a box of 24 by 24. */
const EFFECT_STROKES = {
  downpour:
    "M7 13.5a3.8 3.8 0 0 1-.3-7.6A5.4 5.4 0 0 1 17 5.2a4.2 4.2 0 0 1 .2 8.3zM8 17l-1.3 4M12.7 17l-1.3 4M17.3 17L16 21",
  cloud: "M7 18.5a4.4 4.4 0 0 1-.4-8.8A6 6 0 0 1 18 8.8a4.9 4.9 0 0 1-.6 9.7z",
  shelter: "M2.5 13a9.5 9.5 0 0 1 19 0zM12 13v6.2a2.3 2.3 0 0 0 4.5.6M12 3.5V2",
  sunshine:
    "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 1.8v2.4M12 19.8v2.4M1.8 12h2.4M19.8 12h2.4M4.8 4.8l1.7 1.7M17.5 17.5l1.7 1.7M19.2 4.8l-1.7 1.7M6.5 17.5l-1.7 1.7",
  rainbow: "M2 19a10 10 0 0 1 20 0M6 19a6 6 0 0 1 12 0M10 19a2 2 0 0 1 4 0",
  storm:
    "M7 13.5a3.8 3.8 0 0 1-.3-7.6A5.4 5.4 0 0 1 17 5.2a4.2 4.2 0 0 1 .2 8.3zM8 17l-1.3 4M12.7 17l-1.3 4M17.3 17L16 21",
  thunderstorm:
    "M7 13.5a3.8 3.8 0 0 1-.3-7.6A5.4 5.4 0 0 1 17 5.2a4.2 4.2 0 0 1 .2 8.3M13 10l-3.5 5.5h4L10.5 22",
  drizzle:
    "M7 14a3.8 3.8 0 0 1-.3-7.6A5.4 5.4 0 0 1 17 5.7a4.2 4.2 0 0 1 .2 8.3zM9 18v.8M15 18v.8M12 20.5v.8",
};

/** A drawing of an effect, or of the weather at the end of a round. @param {{kind: string}} props */
export function Sign({ kind }) {
  const strokes = EFFECT_STROKES[/** @type {keyof typeof EFFECT_STROKES} */ (kind)];
  return html`<svg class=${`sign ${kind}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${strokes} />
  </svg>`;
}

/**
 * The face of a card. A seven with a printed effect shows it.
 * @param {string} card "R3", "W", or "7" for a seven of unknown color
 * @param {string[]|null} [effects]  what is printed on the sevens, from red on
 * @returns {Face}
 */
export function faceOf(card, effects) {
  if (card === "W") {
    const arcs = html`<path
      class="numeral"
      d="M1.5 17a10.5 10.5 0 0 1 21 0M7.5 17a4.5 4.5 0 0 1 9 0"
      stroke-width="3.4"
    />`;
    return { paint: "rainbow", mark: arcs };
  }
  if (card === "7") return { paint: "night", digit: "7", bands: 7 };
  const effect = card[1] === "7" ? effects?.[colorOf(card)] : undefined;
  const strokes = EFFECT_STROKES[/** @type {keyof typeof EFFECT_STROKES} */ (effect)];
  const picture =
    strokes &&
    html`<path
      class="numeral"
      d=${strokes}
      stroke-width="2"
      transform="translate(25 48) scale(1.3)"
    />`;
  return { paint: COLORS[colorOf(card)], digit: card[1], bands: valueOf(card), picture };
}

/** @type {import("../../sentence.js").Speech} */
export const speech = {
  split: open,
  name: (t, card) => cardWords(t, card),
  Chip: ({ card }) => {
    const { paint, digit, mark } = faceOf(card);
    const arcs = mark && html`<svg viewBox="-2 0 28 26" focusable="false">${mark}</svg>`;
    return html`<${Chip} paint=${paint} digit=${digit}>${arcs}<//>`;
  },
};

/** What is printed on the sevens, or null. @param {Position} view */
export const printed = (view) => (view.options.printed_sevens ? view.options.effects : null);

// Names

/**
 * "red 3", and what is printed on it.
 * @param {Translate} t
 * @param {string} card
 * @param {string[]|null} [effects]
 */
export function cardWords(t, card, effects) {
  const words = t(`rainbow7.card.${card[0]}`, { value: card[1] ?? "" });
  const effect = card[1] === "7" ? effects?.[colorOf(card)] : undefined;
  return effect ? `${words}, ${t(`rainbow7.effect.${effect}`)}` : words;
}

/** @param {Translate} t @param {number} number */
const numberWords = (t, number) => (t.has(`number.${number}`) ? t(`number.${number}`) : number);

/**
 * What cards are when they are discarded together: "Value combination of three 3s". What is no
 * combination has no name.
 * @param {Translate} t
 * @param {string[]} cards
 */
export function comboWords(t, cards) {
  const colored = cards.filter((card) => card !== "W");
  const wild = cards.length - colored.length;
  const number = numberWords(t, cards.length);
  if (cards.length === 1) return t("rainbow7.combo.solo", { card: cardWords(t, cards[0]) });
  if (cards.length < 3) return "";
  if (!colored.length) return t("rainbow7.combo.rainbows", { number });
  if (colored.length === 1) {
    const fields = { card: cardWords(t, colored[0]), number: numberWords(t, wild) };
    return t("rainbow7.combo.wild", fields);
  }
  if (colored.every((card) => card[1] === colored[0][1]))
    return t("rainbow7.combo.value", { number, value: colored[0][1] });
  if (colored.every((card) => card[0] === colored[0][0]))
    return t("rainbow7.combo.color", { number, color: t(`rainbow7.color.${colored[0][0]}`) });
  return "";
}

/**
 * Why cards make no combination, as far as one can see it from them.
 * @param {Translate} t
 * @param {string[]} cards
 */
export function whyNoCombo(t, cards) {
  if (cards.length === 2) return t("rainbow7.why.two");
  if (!comboWords(t, cards)) return t("rainbow7.why.mixed");
  return t("rainbow7.why.gap");
}
