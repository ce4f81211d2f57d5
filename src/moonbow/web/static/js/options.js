// The options of a game, each asked in its own way.

import { COLORS, Chip } from "./cards.js";
import { html } from "./html.js";
import { classes } from "./parts.js";

/** @typedef {import("./text.js").Translate} Translate */

/**
 * An option, as `/api/games` tells of it. Bounds are by number of players, from the fewest on.
 * @typedef {object} Option
 * @property {string} name
 * @property {"whole"|"switch"|"seat"|"list"|"counts"} type
 * @property {any} default
 * @property {number[]} [least]
 * @property {number[]} [most]
 * @property {{least: number[], most: number[]}} [total]  bounds of what counts add up to
 * @property {string[]} [choices]  of a list
 */

/** How Rainbow 7 writes its colors. */
const LETTERS = "ROYGBIV";

/** @param {Record<string, number>} counts */
const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** @param {any} value @param {number} least @param {number} most */
const within = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/**
 * Whether a value is one that tables of this size cannot have.
 * @param {Option} option @param {any} value @param {number} size  players beyond the fewest
 * @param {number} players
 */
export function outside({ type, least, most, total }, value, size, players) {
  if (value === null || value === undefined) return false;
  if (type === "seat") return value >= players;
  if (!least || !most) return false;
  if (type === "whole") return !within(value, least[size], most[size]);
  const counts = Object.values(value);
  return (
    !counts.every((count) => within(count, least[size], most[size])) ||
    (total !== undefined && !within(sum(value), total.least[size], total.most[size]))
  );
}

/**
 * @param {object} wants
 * @param {Translate} wants.t
 * @param {Option} wants.option
 * @param {Record<string, any>} wants.options  all that are chosen so far
 * @param {number} wants.size  players beyond the fewest
 * @param {number} wants.players
 * @param {string} wants.wrong  why it was refused
 * @param {(value: any) => void} wants.set
 */
export function OptionField({ t, option, options, size, players, wrong, set }) {
  const { name, type } = option;
  const value = name in options ? options[name] : option.default;
  const bad = Boolean(wrong) || outside(option, value, size, players);
  const props = { t, option, value, size, players, bad, set };
  if (type === "list" && !options.printed_sevens) return null;
  const fields = { whole: Whole, switch: Flag, seat: SeatOf, list: Sevens, counts: Deck };
  return html`<div class=${classes("option-field", bad && "bad")} data-option=${name}>
    <${fields[type]} ...${props} />
    ${wrong && html`<p class="wrong">${wrong}</p>`}
  </div>`;
}

/**
 * @typedef {{t: Translate, option: Option, value: any, size: number, players: number, bad: boolean,
 *   set: (value: any) => void}} Wants
 */

/** @param {{label: string, more?: string, on: boolean, set: (on: boolean) => void}} wants */
export function Switch({ label, more, on, set }) {
  return html`<div class="option">
    <label class="tick"
      ><input
        type="checkbox"
        checked=${on}
        onChange=${(/** @type {any} */ event) => set(event.target.checked)}
      />
      <span>${label}${more && html`<small>${more}</small>`}</span></label
    >
  </div>`;
}

/** @param {Wants} wants */
const Flag = ({ t, option, value, set }) =>
  html`<${Switch} label=${t(`option.${option.name}`)} on=${value} set=${set} />`;

/**
 * A number that is typed; empty where that means something.
 * @param {{id: string, value: number|null, least: number, most: number, bad: boolean,
 *   empty?: string, set: (value: number|null) => void}} wants
 */
function Figure({ id, value, least, most, bad, empty, set }) {
  return html`<input
    id=${id}
    type="number"
    inputmode="numeric"
    min=${least}
    max=${most}
    value=${value ?? ""}
    placeholder=${empty}
    aria-invalid=${bad ? "true" : "false"}
    onInput=${(/** @type {any} */ event) => {
      const typed = event.target.value;
      set(typed === "" ? null : Number(typed));
    }}
  />`;
}

/** @param {Wants} wants */
function Whole({ t, option, value, size, bad, set }) {
  const { name, least = [], most = [] } = option;
  const bounds = { least: least[size], most: most[size] };
  const id = `option-${name}`;
  return html`<div class="option">
    <span class="option-name">
      <label for=${id}>${t(`option.${name}`)}</label>
      <small>${t("option.bounds", bounds)}</small>
    </span>
    <${Figure}
      id=${id}
      value=${value}
      ...${bounds}
      bad=${bad}
      empty=${t("option.auto")}
      set=${set}
    />
  </div>`;
}

/** @param {Wants} wants */
function SeatOf({ t, option, value, players, set }) {
  const id = `option-${option.name}`;
  return html`<div class="option">
    <label for=${id}>${t(`option.${option.name}`)}</label>
    <select
      id=${id}
      value=${value ?? ""}
      onChange=${(/** @type {any} */ event) => {
        const { value: seat } = event.target;
        set(seat === "" ? null : Number(seat));
      }}
    >
      <option value="">${t("option.chance")}</option>
      ${Array.from(
        { length: players },
        (_, seat) => html`<option key=${seat} value=${seat}>
          ${t("new.seat", { number: seat + 1 })}
        </option>`,
      )}
    </select>
  </div>`;
}

/** Which effect is printed on each 7. @param {Wants} wants */
function Sevens({ t, option, value, set }) {
  return html`<fieldset class="sevens">
    <legend>${t(`option.${option.name}`)}</legend>
    ${value.map(
      (/** @type {string} */ effect, /** @type {number} */ place) => html`<label key=${place}>
        <${Chip} paint=${COLORS[place]} digit="7" />
        <span class="unseen">${t(`rainbow7.color.${LETTERS[place]}`)}</span>
        <select
          value=${effect}
          onChange=${(/** @type {any} */ event) => set(value.with(place, event.target.value))}
        >
          ${option.choices?.map(
            (each) => html`<option value=${each}>${t(`rainbow7.effect.${each}`)}</option>`,
          )}
        </select>
      </label>`,
    )}
  </fieldset>`;
}

/** How many cards of each kind. @param {Wants} wants */
function Deck({ t, option, value, size, bad, set }) {
  const { name, least = [], most = [], total } = option;
  const bounds = { least: least[size], most: most[size] };
  const number = sum(value);
  return html`<fieldset class="deck">
    <legend>${t(`option.${name}`)}</legend>
    <div class="counts">
      ${Object.entries(value).map(
        ([kind, count]) => html`<label key=${kind}>
          <span>${t(`pirates.card.${kind}`)}</span>
          <${Figure}
            id=${`option-${name}-${kind}`}
            value=${count}
            ...${bounds}
            bad=${!within(count, bounds.least, bounds.most)}
            set=${(/** @type {number|null} */ typed) => set({ ...value, [kind]: typed ?? 0 })}
          />
        </label>`,
      )}
    </div>
    ${
      total &&
      html`<p class=${bad ? "wrong" : "quiet"} role="status">
        ${t("option.deck.total", { number, least: total.least[size], most: total.most[size] })}
      </p>`
    }
  </fieldset>`;
}
