// What groups are called, and the types that the parts of this table share.

import { KindChip, cardWords, cardsWords, isNumber } from "./faces.js";
import { cardsOf, kindOfText } from "./groups.js";

/** @typedef {import("../../types.js").GameProps} GameProps */
/** @typedef {import("../../text.js").Translate} Translate */

/**
 * A position of Rainbow Pirates, see docs/formats.md.
 * @typedef {object} Position
 * @property {number} players
 * @property {string[]} hands
 * @property {string[][]} islands
 * @property {string} [faceup]
 * @property {string} [draw]
 * @property {string} [discard]
 * @property {number|null} [went_out]
 * @property {Turn|null} [turn]
 * @property {number[]} scores
 * @property {{hands?: string[]}|null} [known]
 * @property {number} to_move
 */

/**
 * What the turn has in progress.
 * @typedef {object} Turn
 * @property {number} [player]
 * @property {"block"|"pick"|"name"|"revive"|"give"|"top"|"place"} [step]
 * @property {string} [card]
 * @property {number} [target]
 * @property {number} [cards]
 * @property {number} [left]
 */

/** "Rainbow: 1, red, 2, orange, WILD". @param {Translate} t @param {string} text */
export const groupWords = (t, text) =>
  `${t(`pirates.kind.${kindOfText(text)}`)}: ${cardsWords(t, cardsOf(text))}`;

/** @type {import("../../sentence.js").Speech} */
export const speech = {
  split: (notation) => notation.split(" ").flatMap(cardsOf),
  name: (t, card) => (isNumber(card) ? card : cardWords(t, card)),
  Chip: KindChip,
};

/** A BLACK card's name and what it does. @param {Translate} t @param {string} card */
export const effectWords = (t, card) => `${cardWords(t, card)}: ${t(`pirates.effect.${card}`)}`;
