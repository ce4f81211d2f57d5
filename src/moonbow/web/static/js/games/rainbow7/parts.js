// Rain tokens, piles and seats of Rainbow 7.

import { BACK, Card, SHAPES } from "../../cards.js";
import { html } from "../../html.js";
import { Row, SeatTag, classes } from "../../parts.js";
import { inZone } from "../../track.js";
import { PILES, cardWords, count, faceOf, printed, total } from "./cards.js";

/** @typedef {import("../../types.js").GameProps} GameProps */
/** @typedef {import("../../track.js").Tracked} Tracked */
/** @typedef {import("./cards.js").Position} Position */

const MOST_DROPS = 10; // drawn one by one

/**
 * Rain tokens: a drop for each that ends the game, filled as far as it has come.
 * @param {{t: GameProps["t"], count: number, of: number, fresh?: number}} props
 */
export function Drops({ t, count: tokens, of, fresh = 0 }) {
  const drawn = of <= MOST_DROPS ? of : 1;
  return html`<span class="drops">
    <span class="unseen">${t.count("rainbow7.tokens", tokens, { of })}</span>
    <span class="drop-row" aria-hidden="true">
      ${Array.from(
        { length: Math.max(drawn, of <= MOST_DROPS ? Math.min(tokens, MOST_DROPS) : 1) },
        (_, place) => {
          const full = drawn === 1 && of > 1 ? true : place < tokens;
          const look = classes(
            "drop",
            full && "full",
            full && fresh > 0 && place >= tokens - fresh && "fresh",
          );
          return html`<svg key=${place} class=${look} viewBox="3 0 18 24"><path d=${SHAPES.blue} /></svg>`;
        },
      )}
    </span>
    <b aria-hidden="true">${tokens}${of > MOST_DROPS && `/${of}`}</b>
  </span>`;
}

/**
 * A player's place: name, cards, tokens; and what all know of the hand.
 * @param {{props: GameProps, seat: number, tracked: Tracked[], own?: boolean}} wants
 */
export function Place({ props, seat, tracked, own }) {
  const { message, t } = props;
  /** @type {Position} */
  const view = message.view;
  const cards = count(view.hands[seat]);
  return html`<div class=${classes("r7-place", own && "own-place")}>
    <${SeatTag} props=${props} seat=${seat}>
      ${
        !own &&
        html`<span class="fact cards-left">
          <i class="tiny-card" aria-hidden="true"></i>
          <span aria-hidden="true">${cards}</span>
          <span class="unseen">${t.count("rainbow7.cards", cards)}</span>
        </span>`
      }
      <span class="fact"><${Drops}
        t=${t}
        count=${view.tokens[seat]}
        of=${view.options.tokens_to_end}
      /></span>
    <//>
    ${!own && html`<${Fan} props=${props} seat=${seat} tracked=${tracked} cards=${cards} />`}
  </div>`;
}

/**
 * Another player's hand: backs, and what all know of it.
 * @param {{props: GameProps, seat: number, tracked: Tracked[], cards: number}} wants
 */
function Fan({ props, seat, tracked, cards }) {
  const { message, t, name } = props;
  /** @type {Position} */
  const view = message.view;
  const effects = printed(view);
  const faces = inZone(tracked, `hand:${seat}`);
  const hidden = cards - faces.length;
  const seven = hidden > 0 && Boolean(view.known?.seven[seat]);
  const backs = hidden - Number(seven);
  const known = [
    ...faces.map(({ card }) => cardWords(t, card, effects)),
    ...(seven ? [t("rainbow7.some_seven")] : []),
  ];
  const whole = hidden === 0;
  const words = whole
    ? t("rainbow7.hand_of", {
        name: name(seat),
        cards: known.join(", "),
        total: total(faces.map(({ card }) => card)),
      })
    : known.length
      ? t("rainbow7.known_of", { name: name(seat), cards: known.join(", ") })
      : t("rainbow7.nothing_known", { name: name(seat) });
  return html`<div class="fan-hand" role="img" aria-label=${words} title=${words} style=${{ "--n": Math.max(1, cards) }}>
    ${faces.map(
      ({ id, card }) => html`<${Card}
      key=${id}
      card=${id}
      face=${faceOf(card, effects)}
      label=""
      hidden=${true}
      more="mini"
    />
      `,
    )}
    ${
      seven &&
      html`<${Card} key="seven" face=${faceOf("7")} label="" hidden=${true} more="mini guess" />`
    }
    ${Array.from(
      { length: backs },
      (_, place) => html`<${Card}
      key=${`back${place}`}
      face=${BACK}
      label=""
      hidden=${true}
      more="mini"
    />
      `,
    )}
  </div>`;
}

/**
 * What a pile or the deck may be tapped for.
 * @typedef {(place: number) => {words: string, act: () => void}|null} Offer
 */

/**
 * The deck, and the three piles.
 * @param {{props: GameProps, tracked: Tracked[], offer: Offer, draw: (() => void)|null,
 *   closed: number, look: (place: number) => void}} wants
 *   `closed`: the pile that cannot be drawn from, or -1
 */
export function Piles({ props, tracked, offer, draw, closed, look }) {
  const { message, t } = props;
  /** @type {Position} */
  const view = message.view;
  const left = count(view.deck);
  const deckWords = left
    ? t("rainbow7.deck_of", { cards: t.count("rainbow7.cards", left) })
    : t("rainbow7.deck_empty");
  const deck = html`<span class="stack" data-anchor="deck" aria-hidden="true">
    ${Array.from(
      { length: Math.min(3, Math.ceil(left / 6)) },
      (_, depth) => html`<${Card}
      key=${depth}
      face=${BACK}
      label=""
      hidden=${true}
      more=${`depth-${depth}`}
    />
      `,
    )}
    ${left === 0 && html`<span class="slot"></span>`}
  </span>`;
  return html`<${Row} label=${t("rainbow7.piles")} more="r7-piles">
    <div class=${classes("pile deck", draw && "offered")}>
      ${
        draw
          ? html`<button
              type="button"
              class="pile-top"
              aria-label=${`${t("rainbow7.draw_deck")}: ${deckWords}`}
              onClick=${draw}
            >
              ${deck}
            </button>`
          : html`<span class="pile-top" role="img" aria-label=${deckWords}>${deck}</span>`
      }
      <span class="pile-name" aria-hidden="true">
        <b>${t("rainbow7.deck")}</b><small>${left}</small>
      </span>
    </div>
    ${PILES.map((letter, place) => {
      const cards = inZone(tracked, `pile:${place}`);
      const top = cards.at(-1);
      const words = top
        ? t("rainbow7.pile_words", {
            pile: letter,
            cards: t.count("rainbow7.cards", cards.length),
            top: cardWords(t, top.card, printed(view)),
          })
        : t("rainbow7.pile_words_empty", { pile: letter });
      const offered = offer(place);
      return html`<div
        key=${letter}
        class=${classes("pile", offered && "offered", closed === place && "closed")}
        data-anchor=${`pile:${place}`}
      >
        <button
          type="button"
          class="pile-top"
          aria-label=${`${offered ? offered.words : t("rainbow7.look")}: ${words}`}
          onClick=${offered ? offered.act : () => look(place)}
        >
          <span class="stack" style=${{ "--under": Math.min(2, Math.max(0, cards.length - 1)) }}>
            <span class="slot" aria-hidden="true"></span>
            ${cards.map(({ id, card }, at) => {
              const depth = cards.length - 1 - at;
              return html`<${Card}
                key=${id}
                card=${id}
                face=${faceOf(card, printed(view))}
                label=""
                hidden=${true}
                more=${`depth-${depth < 3 ? depth : "more"}`}
              />
                `;
            })}
          </span>
        </button>
        <button
          type="button"
          class="pile-name"
          aria-label=${`${t("rainbow7.look")}: ${words}`}
          aria-haspopup="dialog"
          onClick=${() => look(place)}
        >
          <b>${letter}</b><small>${cards.length}</small>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 10l6 6 6-6" /></svg>
        </button>
      </div>`;
    })}
  <//>`;
}
