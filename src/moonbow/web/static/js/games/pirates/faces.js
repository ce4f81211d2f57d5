// How the cards of Rainbow Pirates look: the seven colors with their numbers and shapes, and signs
// of our own for WILD, the BLACK cards and RAINBOW PIRATE.

import { COLORS, Card, Chip, Numeral, Shape } from "../../cards.js";
import { html } from "../../html.js";

/** @typedef {import("../../cards.js").Face} Face */
/** @typedef {import("../../text.js").Translate} Translate */

/** All kinds, in the order of a sorted hand. */
export const KINDS =
  "1 2 3 4 5 6 7 W thief cannon elixir captain blindbeard ship parrot spyglass P".split(" ");

/** The BLACK kinds, each with the number that is printed on it: the one that blocks it. */
const PRINTED = /** @type {Record<string, string>} */ ({
  thief: "1",
  cannon: "2",
  elixir: "3",
  captain: "4",
  blindbeard: "5",
  ship: "6",
  parrot: "7",
  spyglass: "",
});

/** @param {string} card */
export const isBlack = (card) => card in PRINTED;

/** @param {string} card */
export const isNumber = (card) => card >= "1" && card <= "7" && card.length === 1;

/** The number that is printed on a BLACK card. @param {string} card */
export const blocker = (card) => PRINTED[card] ?? "";

/** @param {string} one @param {string} other */
export const byKind = (one, other) => KINDS.indexOf(one) - KINDS.indexOf(other);

/** "2, yellow"; "WILD"; "Island Thief". @param {Translate} t @param {string} card */
export const cardWords = (t, card) => t(`pirates.card.${card}`);

/** Cards in a row, for a screen reader. @param {Translate} t @param {string[]} cards */
export const cardsWords = (t, cards) => cards.map((card) => cardWords(t, card)).join(", ");

/** The signs, in a box of 24 by 24. `solid` is filled, `line` is drawn, `hole` is cut out. */
const SIGNS = {
  thief: html`<path
      class="solid"
      fill-rule="evenodd"
      d="M1.8 8.6c3.6-2.3 7.2-2 10.2.2 3-2.2 6.6-2.5 10.2-.2.3 4.6-1.7 8.2-4.9 8.2
        -2.6 0-3.9-1.7-5.3-3.2-1.4 1.5-2.7 3.2-5.3 3.2-3.2 0-5.2-3.6-4.9-8.2z
        M4.7 11.4c.7 2.2 3.5 2.7 5 .5-1.3-1.5-3.3-1.7-5-.5z
        M19.3 11.4c-1.7-1.2-3.7-1-5 .5 1.5 2.2 4.3 1.7 5-.5z"
    />
    <path class="line" d="M1.8 9.2 .6 7.4M22.2 9.2l1.2-1.8" />`,
  cannon: html`<path class="solid" d="M2.6 12.4 15.8 5.6l3 5.4L6.4 17.2a3 3 0 0 1-3.8-4.8z" />
    <path class="line thick" d="M14.9 4.6 19.4 12.4" />
    <circle class="solid rim" cx="10.2" cy="17.4" r="4.3" />
    <circle class="hole" cx="10.2" cy="17.4" r="1.4" />
    <circle class="solid" cx="21.3" cy="4.3" r="1.9" />`,
  elixir: html`<path
    class="line"
    d="M9 2.8h6M10.3 3v6.2L5 18.6A1.9 1.9 0 0 0 6.7 21.4h10.6a1.9 1.9 0 0 0 1.7-2.8L13.7 9.2V3"
  />
    <path class="solid" d="M8.3 14.6h7.4l2.5 4.3a1 1 0 0 1-.9 1.5H6.7a1 1 0 0 1-.9-1.5z" />
    <circle
      class="solid"
      cx="11"
      cy="11.8"
      r="1"
    />
      <circle class="solid" cx="13.2" cy="8.4" r=".8" />`,
  captain: html`<path
      class="solid"
      d="M1.2 15.4c2.6-.6 3.7-3.2 4.8-6C7.3 6.2 9.6 4.4 12 4.4s4.7 1.8 6 5
        c1.1 2.8 2.2 5.4 4.8 6-2.9 3-6.6 4.2-10.8 4.2s-7.9-1.2-10.8-4.2z"
    />
    <path class="cut" d="M12 8.2v6.6M9.6 10.2h4.8M8.6 12.8c.4 1.8 1.7 2.6 3.4 2.6s3-.8 3.4-2.6" />`,
  blindbeard: html`<path class="line" d="M5.2 11V8.6a6.8 6.8 0 0 1 13.6 0V11" />
    <path
      class="solid"
      d="M4.6 12.2c2.6 1.8 4.6.6 7.4.6s4.8 1.2 7.4-.6c.5 5.6-2.8 10.4-7.4 10.4s-7.9-4.8-7.4-10.4z"
    />
    <circle
      class="solid"
      cx="9"
      cy="8.8"
      r="2.3"
    />
      <circle class="solid" cx="15" cy="8.8" r="2.3" />
    <path class="line" d="M5.2 7.4l2 .5M11.2 8.6h1.6M18.8 7.4l-2 .5" />
    <path class="cut" d="M9.6 16.4c1.4 1 3.4 1 4.8 0" />`,
  ship: html`<path class="solid" d="M2 16h20l-3.2 5.6H5.6z" /><path class="line" d="M11.8 2v14" />
    <path class="solid" d="M13.4 3.6c4.4 1.6 6.6 5.6 6.6 10.4h-6.6z" />
    <path class="solid" d="M10.2 5.8C6.6 7.4 4.6 10.4 4.6 14h5.6z" />`,
  parrot: html`<path
      class="solid"
      d="M6.2 22.6c.2-4.8 1-7.6 1-12A6.4 6.4 0 0 1 13.6 4
        c3.8 0 6.4 2.4 7 5.4.3 1.7-.2 3.4-1.5 4.7-.2-1.6-1-2.7-2.4-3.3.7 4.8-1.3 8.7-5.7 10.4z"
    />
    <path class="line" d="M9.6 4.9C9 3.4 7.7 2.5 6 2.4M7.7 7.4C6.9 6.3 5.7 5.7 4.2 5.8" />
    <circle class="hole" cx="14" cy="8.2" r="1.3" />
    <path class="cut" d="M9.8 13.2c.5 2.4.2 4.6-1 6.6" />`,
  spyglass: html`<path class="solid" d="M1.8 17.6 6 15.2l2.2 3.9L4 21.5z" />
    <path class="solid" d="M7.2 14.2 13 10.8l2.8 5-5.8 3.3z" />
    <path class="solid" d="M14.2 9.8 19.6 6.6l3.6 6.3-5.5 3.2z" />
    <path class="line" d="M5.4 2.6v4M3.4 4.6h4M11.8 2.2v2.6M10.5 3.5h2.6" />`,
  W: html`<path
    class="solid"
    d="M12 1.6 14.6 9.4 22.4 12 14.6 14.6 12 22.4 9.4 14.6 1.6 12 9.4 9.4z"
  />`,
  P: html`<path
      class="solid"
      d="M.8 15.8c3-.4 4-3.4 5-6.2C7 6.3 9.3 4.4 12 4.4s5 1.9 6.2 5.2
        c1 2.8 2 5.8 5 6.2-2.8 2.6-6.6 3.8-11.2 3.8S3.6 18.4.8 15.8z"
    />
    <g class="hat-bow">
      <path class="arc red" d="M6.6 16a5.4 5.4 0 0 1 10.8 0" />
      <path class="arc yellow" d="M8.3 16a3.7 3.7 0 0 1 7.4 0" />
      <path class="arc blue" d="M10 16a2 2 0 0 1 4 0" />
    </g>`,
};

/** @param {string} kind */
const sign = (kind) => SIGNS[/** @type {keyof typeof SIGNS} */ (kind)];

/** The sign of a kind, by itself. @param {{kind: string}} props */
export const Sign = ({ kind }) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${
      isNumber(kind)
        ? html`<${Shape} color=${COLORS[Number(kind) - 1]} />`
        : html`<g class="signs">${sign(kind)}</g>`
    }
  </svg>`;

/** The letters of W and P, in a box of 20 by 28. */
const LETTERS = {
  W: "M1 3 5.8 25 10 9.5 14.2 25 19 3",
  P: "M4.5 25V3.5H9.5a6.6 6.6 0 0 1 0 13.2H4.5",
};

/** @param {{letter: string, x: number, y: number, size: number, weight: number}} props */
const Letter = ({ letter, x, y, size, weight }) =>
  html`<path
    class="numeral"
    d=${LETTERS[/** @type {keyof typeof LETTERS} */ (letter)]}
    stroke-width=${weight}
    transform=${`translate(${x} ${y}) scale(${size / 28})`}
  />`;

const NOTHING = html`<g></g>`;

/** @param {string} card @returns {Face["paint"]} */
const paint = (card) =>
  isNumber(card) ? COLORS[Number(card) - 1] : card === "W" ? "rainbow" : "night";

/**
 * The whole face of a card, for hands and open groups.
 * @param {Translate} t @param {string} card @returns {Face}
 */
function wholeFace(t, card) {
  if (isNumber(card)) return { paint: paint(card), digit: card, bands: Number(card) };
  if (!isBlack(card)) {
    const picture = html`<${Letter} letter=${card} x=${7} y=${7} size=${24} weight=${3.8} />
      <g class="signs" transform="translate(13 36) scale(1.75)">${sign(card)}</g>`;
    return { paint: paint(card), picture, mark: NOTHING };
  }
  const by = blocker(card);
  const picture = html`<g class="signs" transform="translate(8 17) scale(1.84)">${sign(card)}</g>
    ${
      by &&
      html`<g class=${`printed ${COLORS[Number(by) - 1]}`}>
      <rect x="39" y="3" width="18" height="18" rx="6" />
      <${Numeral} digit=${by} x=${44} y=${6} size=${12} weight=${5} />
    </g>`
    }
    <text
      class="card-name"
      x="30"
      y="76.5"
      textLength=${card === "blindbeard" ? 54 : undefined}
    >
      ${t(`pirates.short.${card}`)}
    </text>`;
  return { paint: "night", picture, mark: NOTHING };
}

/**
 * The face of a small card: only what tells it from others, large.
 * @param {string} card @returns {Face}
 */
function smallFace(card) {
  const color = paint(card);
  if (isNumber(card)) {
    const picture = html`<${Numeral} digit=${card} x=${15} y=${6} size=${42} weight=${4.2} />
      <${Shape} color=${color} x=${18.5} y=${55} size=${23} />`;
    return { paint: color, picture, mark: NOTHING };
  }
  if (isBlack(card)) {
    const picture = html`<g
      class="signs"
      transform="translate(4 15) scale(2.18)"
    >
      ${sign(card)}
    </g>`;
    return { paint: color, picture, mark: NOTHING };
  }
  const picture = html`<${Letter} letter=${card} x=${15} y=${6} size=${42} weight=${4.4} />
    <g class="signs" transform="translate(16 52) scale(1.18)">${sign(card)}</g>`;
  return { paint: color, picture, mark: NOTHING };
}

/** A card as small as a word. @param {{t: Translate, card: string}} props */
export function KindChip({ t, card }) {
  const own =
    !isNumber(card) &&
    html`<svg viewBox="-2 -1 28 26" focusable="false"><g class="signs">${sign(card)}</g></svg>
      <span>${isBlack(card) ? t(`pirates.short.${card}`) : card}</span>`;
  return html`<${Chip} paint=${paint(card)} digit=${card} more=${card === "P" ? "gold" : ""}>
    ${own || undefined}
  <//>`;
}

/**
 * A card of this game; `small` draws the face of a small one. Other props are those of Card.
 * @param {{t: Translate, kind: string, small?: boolean, label?: string, more?: string,
 *   [other: string]: any}} props
 */
export function Tile({ t, kind, small, label, more = "", ...rest }) {
  return html`<${Card}
    ...${rest}
    face=${small ? smallFace(kind) : wholeFace(t, kind)}
    label=${label ?? cardWords(t, kind)}
    more=${`${more} ${kind === "P" ? "gold" : ""}`}
  />`;
}
