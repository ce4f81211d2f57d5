// What lies between the islands: the draw pile, the two face-up cards, the discard pile.

import { BACK, Card } from "../../cards.js";
import { html, useState } from "../../html.js";
import { Sheet, classes } from "../../parts.js";
import { Sentence } from "../../sentence.js";
import { inZone } from "../../track.js";
import { KINDS, Tile, cardWords, cardsWords } from "./faces.js";
import { counted, listed } from "./groups.js";

/** @typedef {import("./words.js").GameProps} GameProps */
/** @typedef {import("./words.js").Position} Position */
/** @typedef {import("../../track.js").Tracked} Tracked */

/**
 * @param {{props: GameProps, view: Position, tracked: Tracked[], draw: (from: string) => void,
 *   may: (from: string) => boolean}} wants
 */
export function Market({ props, view, tracked, draw, may }) {
  const { t, lines, speech } = props;
  const pile = counted(view.draw);
  const faceup = inZone(tracked, "faceup");
  const last = lines.slice(-2);
  const cards = faceup.map(({ card }) => card);
  const pileWords = t.count("pirates.pile", pile);
  const faceupWords = cards.length
    ? t("pirates.faceup", { cards: cardsWords(t, cards) })
    : t("pirates.faceup_none");
  /** @param {string} from @param {string} words @param {any} inside @param {string} look */
  const source = (from, words, inside, look) =>
    may(from)
      ? html`<button
          type="button"
          class=${classes("source", look, "offered")}
          data-anchor=${from === "pile" ? "draw" : undefined}
          aria-label=${`${t(`pirates.draw.${from}`)}. ${words}`}
          onClick=${() => draw(from)}
        >
          ${inside}
        </button>`
      : html`<div
          class=${classes("source", look)}
          role="img"
          aria-label=${words}
          data-anchor=${from === "pile" ? "draw" : undefined}
        >
          ${inside}
        </div>`;
  return html`<section class="market" aria-label=${t("pirates.market")}>
    <div class="sources">
      ${source(
        "pile",
        pileWords,
        html`<span class="stack">
          ${
            pile > 0
              ? html`<${Card}
            face=${BACK}
            label=""
            hidden=${true}
          />
            `
              : html`<i class="gap"></i>`
          }
          <b class="count" aria-hidden="true">${pile}</b>
        </span>
        <small aria-hidden="true">${t("pirates.pile_short")}</small>`,
        "pile",
      )}
      ${source(
        "faceup",
        faceupWords,
        html`<span class="pair">
          ${faceup.map(
            ({ id, card }) =>
              html`<${Tile} key=${id} t=${t} card=${id} kind=${card} hidden=${true} />`,
          )}
          ${cards.length === 0 && html`<i class="gap"></i>`}
        </span>
        <small aria-hidden="true">${t("pirates.open")}</small>`,
        "faceup",
      )}
      <${Discard} props=${props} view=${view} tracked=${tracked} />
    </div>
    <div class="news" aria-hidden="true">
      ${last.map(
        (line, place) => html`<p
        key=${`${line.number}:${place}:${line.words}`}
        class=${classes(place === last.length - 1 && "newest", line.own && "own")}
      >
        <${Sentence} words=${line.words} t=${t} speech=${speech} />
      </p>`,
      )}
    </div>
  </section>`;
}

/** @param {{props: GameProps, view: Position, tracked: Tracked[]}} wants */
function Discard({ props, view, tracked }) {
  const { t } = props;
  const [opened, open] = useState(false);
  const pile = inZone(tracked, "discard");
  const top = pile.slice(-1);
  const words = t.count("pirates.discard", pile.length);
  const label = top.length
    ? `${words}. ${t("pirates.on_top", { card: cardWords(t, top[0].card) })}`
    : words;
  return html`<button
      type="button"
      class="source discard"
      aria-haspopup="dialog"
      aria-label=${label}
      data-anchor="discard"
      onClick=${() => open(true)}
    >
      <span class="stack">
        ${top.map(
          ({ id, card }) =>
            html`<${Tile} key=${id} t=${t} card=${id} kind=${card} hidden=${true} />`,
        )}
        ${top.length === 0 && html`<i class="gap"></i>`}
        <b class="count" aria-hidden="true">${pile.length}</b>
      </span>
      <small aria-hidden="true">${t("pirates.discard_short")}</small>
    </button>
    ${
      opened &&
      html`<${Sheet} title=${words} close=${() => open(false)} t=${t}>
        <${Sorted} t=${t} cards=${listed(view.discard)} />
      <//>`
    }`;
}

/**
 * Cards by kind, with how many there are.
 * @param {{t: import("../../text.js").Translate, cards: string[]}} wants
 */
function Sorted({ t, cards }) {
  const kinds = KINDS.filter((kind) => cards.includes(kind));
  if (!kinds.length) return html`<p class="quiet">${t("pirates.discard_empty")}</p>`;
  return html`<ul class="sorted">
    ${kinds.map((kind) => {
      const number = cards.filter((card) => card === kind).length;
      return html`<li key=${kind}>
        <${Tile} t=${t} kind=${kind} label=${`${number} × ${cardWords(t, kind)}`} more="small" />
        <b aria-hidden="true">×${number}</b>
      </li>`;
    })}
  </ul>`;
}
