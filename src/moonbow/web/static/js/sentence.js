// Sentences of the server. Cards are marked in them, in the notation of the game; here they become
// small cards, or words for those who hear the page.

import { html } from "./html.js";

/** @typedef {import("./text.js").Translate} Translate */

/**
 * How a game reads its notation; its module exports this as `speech`.
 * @typedef {object} Speech
 * @property {(notation: string) => string[]} split  into single cards
 * @property {(t: Translate, card: string) => string} name
 * @property {(wants: {t: Translate, card: string}) => any} Chip  a card as small as a word
 */

/** Cards, with what terminals say in their place; commas and blanks between cards are left out. */
const MARKED = /\ue000([^\ue001\ue002]*)(?:\ue001[^\ue002]*)?\ue002/g;
const BETWEEN = /\ue002,? (?=\ue000)/g;

/** Cards as a part of a sentence that is formed here. @param {string} notation */
export const marked = (notation) => `\ue000${notation}\ue002`;

/**
 * The parts of a sentence: words, and lists of cards.
 * @param {string} words @param {Speech} speech @returns {(string|string[])[]}
 */
function parts(words, { split }) {
  const joined = words.replace(BETWEEN, "\ue002");
  /** @type {(string|string[])[]} */
  const found = [];
  let place = 0;
  for (const mark of joined.matchAll(MARKED)) {
    const before = joined.slice(place, mark.index);
    const last = found.at(-1);
    if (!before && Array.isArray(last)) last.push(...split(mark[1]));
    else found.push(before, split(mark[1]));
    place = mark.index + mark[0].length;
  }
  found.push(joined.slice(place));
  return found.filter((part) => part.length);
}

/** Cards in a row, as words. @param {Translate} t @param {string[]} cards @param {Speech} speech */
const named = (t, cards, speech) => cards.map((card) => speech.name(t, card)).join(", ");

/**
 * A sentence with its cards drawn.
 * @param {{words: string, t: Translate, speech: Speech}} wants
 */
export function Sentence({ words, t, speech }) {
  return parts(words, speech).map((part, place) => {
    if (typeof part === "string") return part;
    const label = named(t, part, speech);
    return html`<span key=${place} class="chips" role="img" aria-label=${label} title=${label}>
      ${part.map((card, at) => html`<${speech.Chip} key=${at} t=${t} card=${card} />`)}
    </span>`;
  });
}

/**
 * A sentence with its cards as words.
 * @param {string} words @param {Translate} t @param {Speech} speech
 */
export const spoken = (words, t, speech) =>
  parts(words, speech)
    .map((part) => (typeof part === "string" ? part : named(t, part, speech)))
    .join("");
