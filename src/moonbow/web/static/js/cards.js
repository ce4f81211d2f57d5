// Card faces, drawn here. Every color has a shape as well, so no meaning hangs on color alone; the
// numerals are drawn too, so that a card looks the same everywhere.

import { html } from "./html.js";

/** @typedef {"red"|"orange"|"yellow"|"green"|"blue"|"indigo"|"violet"} Color */

/** The seven colors, in the order of the rainbow. @type {Color[]} */
export const COLORS = ["red", "orange", "yellow", "green", "blue", "indigo", "violet"];

/** The shape of each color, in a box of 24 by 24: ember, flame, star, leaf, drop, moon, gem. */
export const SHAPES = {
  red: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z",
  orange: "M12 2.8 22 20.2a1 1 0 0 1-.9 1.5H2.9A1 1 0 0 1 2 20.2z",
  yellow: "M12 1.5l3 7 7.5.7-5.7 5 1.8 7.4L12 17.7l-6.6 3.9 1.8-7.4-5.7-5L9 8.5z",
  green: "M3.5 20.5C1.5 10 8 3 21 3C21.5 16 14 22.5 3.5 20.5z",
  blue: "M12 1.5C15.5 7 19 11 19 15.3a7 7 0 0 1-14 0C5 11 8.5 7 12 1.5z",
  indigo: "M15.5 2.2a10 10 0 1 0 6.3 13.6A8.2 8.2 0 0 1 15.5 2.2z",
  violet: "M12 1.5 21 12 12 22.5 3 12z",
};

/** The strokes of each numeral, in a box of 20 by 28. */
const STROKES = {
  1: "M5 8.5 11.5 3V25",
  2: "M3.5 8.5A6.7 6.7 0 0 1 16.7 9.6C16.7 14 4 19.5 3.5 25H17.5",
  3: "M4 6.4A6 5.4 0 1 1 10 13.3A6.6 6.1 0 1 1 3 22",
  4: "M13.5 25V3L2.5 18.5H18",
  5: "M16 3H6L4.8 12.5A7 6.7 0 1 1 3 21.8",
  6: "M14.5 3C8 7.5 3.5 13 3.5 18.4a6.6 6.6 0 1 0 13.2 0a6.6 6.6 0 0 0-12.7-2.3",
  7: "M3 3H17.5L8 25",
};

/**
 * How a card looks.
 * @typedef {object} Face
 * @property {Color|"rainbow"|"night"|"back"} paint
 * @property {string} [digit]  "1" to "7"
 * @property {number} [bands]  how many bows rise in the corner, 0 to 7
 * @property {any} [mark]  SVG in a box of 24 by 24, in place of the color's shape
 * @property {any} [picture]  SVG in a box of 60 by 84, in place of the bows
 */

/** The face of a Rainbow card. @param {string} rank "1" to "6" @returns {Face} */
export function rankFace(rank) {
  const place = Number(rank) - 1;
  // Six ranks, seven colors: indigo is left out, it is the hardest to tell from its neighbours.
  const paint = place < 5 ? COLORS[place] : "violet";
  return { paint, digit: rank, bands: Number(rank) };
}

/** The back of a card. @type {Face} */
export const BACK = { paint: "back", bands: 4 };

/**
 * A numeral, as SVG.
 * @param {{digit: string, x?: number, y?: number, size?: number, weight?: number}} props
 */
export function Numeral({ digit, x = 0, y = 0, size = 28, weight = 3.6 }) {
  const strokes = STROKES[/** @type {keyof typeof STROKES} */ (Number(digit))];
  return html`<path
    class="numeral"
    d=${strokes}
    stroke-width=${weight}
    transform=${`translate(${x} ${y}) scale(${size / 28})`}
  />`;
}

/**
 * The shape of a color, as SVG.
 * @param {{color: string, x?: number, y?: number, size?: number}} props
 */
export function Shape({ color, x = 0, y = 0, size = 24 }) {
  const outline = SHAPES[/** @type {Color} */ (color)];
  return html`<path
    class="shape"
    d=${outline}
    transform=${`translate(${x} ${y}) scale(${size / 24})`}
  />`;
}

/** The bows that rise from the lower right corner. @param {{count: number}} props */
function Bows({ count }) {
  const rings = Array.from({ length: count }, (_, ring) => 13 + ring * 6.6);
  return html`<g class="bows">
    ${rings.map((radius) => html`<circle cx="62" cy="86" r=${radius} />`)}
  </g>`;
}

/** The drawing on a card. @param {{face: Face}} props */
export function Drawing({ face }) {
  const { paint, digit, bands = 0, mark, picture } = face;
  const shaped = paint in SHAPES;
  return html`<svg class="drawing" viewBox="0 0 60 84" aria-hidden="true" focusable="false">
    ${picture ?? html`<${Bows} count=${bands} />`}
    ${digit && html`<${Numeral} digit=${digit} x=${6.5} y=${7} size=${25} />`}
    ${
      mark
        ? html`<g transform=${`translate(6.5 ${digit ? 37 : 8}) scale(.75)`}>${mark}</g>`
        : shaped && html`<${Shape} color=${paint} x=${8} y=${37.5} size=${14} />`
    }
  </svg>`;
}

/**
 * A card as small as a word: what tells it from others. `children` stands in place of the digit and
 * the shape of its color.
 * @param {{paint: Face["paint"], digit?: string, children?: any, more?: string}} props
 */
export function Chip({ paint, digit = "", children, more = "" }) {
  const plain = html`<svg viewBox="0 0 36 26" focusable="false">
    <${Numeral} digit=${digit} x=${4} y=${3.5} size=${19} weight=${4.4} />
    <${Shape} color=${paint} x=${20} y=${6.5} size=${13} />
  </svg>`;
  return html`<span class=${`card chip ${paint} ${more}`} aria-hidden="true">
    ${children ?? plain}
  </span>`;
}

/**
 * A card. With `press` it is a button, else a picture. `card` is the id by which it is tracked when
 * it moves (track.js, motion.js).
 * @param {object} props
 * @param {Face} props.face
 * @param {string} props.label  what a screen reader says
 * @param {number|string} [props.card]
 * @param {() => void} [props.press]
 * @param {boolean} [props.chosen]
 * @param {boolean} [props.dim]  cannot be used now
 * @param {boolean} [props.hidden]  told elsewhere: not read out
 * @param {number} [props.turn]  where in a fanned hand, -1 to 1
 * @param {number} [props.tab]  0 if Tab stops here, -1 if only arrow keys do
 * @param {string} [props.more]  further classes
 */
export function Card({ face, label, card, press, chosen, dim, hidden, turn, tab = 0, more = "" }) {
  const look = `card ${face.paint} ${chosen ? "chosen" : ""} ${dim ? "dim" : ""} ${more}`;
  const style = turn === undefined ? undefined : { "--turn": turn.toFixed(3) };
  const drawing = html`<${Drawing} face=${face} />`;
  if (!press) {
    return hidden
      ? html`<span
        class=${look}
        style=${style}
        data-card=${card}
        aria-hidden="true"
      >
        ${drawing}
      </span>`
      : html`<span
        class=${look}
        style=${style}
        data-card=${card}
        role="img"
        aria-label=${label}
      >
        ${drawing}
      </span>`;
  }
  return html`<button
    type="button"
    class=${look}
    style=${style}
    data-card=${card}
    aria-label=${label}
    aria-pressed=${chosen ? "true" : "false"}
    tabindex=${tab}
    onClick=${press}
  >
    ${drawing}
  </button>`;
}
