// What happened in Rainbow 7, told from what was heard: the last turns, and how a round ended.

import { Card } from "../../cards.js";
import { html } from "../../html.js";
import { Clock, Sheet, classes } from "../../parts.js";
import { PILES, Sign, cardWords, faceOf, open, printed } from "./cards.js";
import { Drops } from "./parts.js";

/** @typedef {import("../../types.js").GameProps} GameProps */
/** @typedef {import("../../types.js").Heard} Heard */
/** @typedef {import("./cards.js").Position} Position */

// Turns

/**
 * A turn, as far as it was heard.
 * @typedef {object} TurnTold
 * @property {number} player
 * @property {string[]} cards  discarded, the top one last
 * @property {string} pile
 * @property {{kind: string, target: number}[]} effects
 * @property {{player: number, cards: string[], place: string}[]} draws
 * @property {boolean} renewed  the deck was used up and made anew
 * @property {boolean} ended  the round ended with it
 */

/** @param {Heard[]} log @returns {TurnTold[]} */
export function turnsOf(log) {
  /** @type {TurnTold[]} */
  const turns = [];
  /** @type {string[]} */
  let laid = [];
  for (const { kind, player, cards, target, place } of log) {
    const turn = turns.at(-1);
    if (kind === "shows" || kind === "announces") {
      laid = [];
      const shown = kind === "shows" ? cards : [];
      const ended = !shown.length;
      turns.push({
        player,
        cards: shown,
        pile: "",
        effects: [],
        draws: [],
        renewed: false,
        ended,
      });
    } else if (!turn) continue;
    else if (kind === "discards") turn.pile = place;
    else if (kind === "lays") {
      laid.push(...cards);
      if (laid.length === turn.cards.length) turn.cards = laid;
    } else if (["downpour", "cloud", "shelter", "sunshine"].includes(kind))
      turn.effects.push({ kind, target });
    else if (kind === "draws") turn.draws.push({ player, cards, place });
    else if (kind === "reshuffles") turn.renewed = true;
    else if (kind === "perfect") turn.ended = true;
  }
  return turns;
}

/** @param {{cards: string[], effects: string[]|null, t: GameProps["t"]}} wants */
function Minis({ cards, effects, t }) {
  return html`<span class="minis" role="img" aria-label=${cards
    .map((card) => cardWords(t, card, effects))
    .join(", ")}>
    ${cards.map(
      (card, place) => html`<${Card}
      key=${place}
      face=${faceOf(card, effects)}
      label=""
      hidden=${true}
      more="mini"
    />
      `,
    )}
  </span>`;
}

/**
 * One turn in a line: who, what on which pile, which effects, what was drawn.
 * @param {{props: GameProps, turn: TurnTold}} wants
 */
export function TurnLine({ props, turn }) {
  const { t, name, message } = props;
  const effects = printed(message.view);
  const { player, cards, pile } = turn;
  if (!cards.length) {
    return html`<span class="turn-line">
      <b class="name">${name(player)}</b>
      <span class="turn-part"><${Sign} kind="rainbow" />${t("rainbow7.rainbow")}</span>
    </span>`;
  }
  const other = turn.draws.filter((draw) => draw.player !== player);
  const own = turn.draws.filter((draw) => draw.player === player);
  return html`<span class="turn-line">
    <b class="name">${name(player)}</b>
    <span class="turn-part">
      <${Minis} cards=${cards} effects=${effects} t=${t} />
      ${
        pile &&
        html`<span aria-hidden="true">→ ${pile}</span>
          <span class="unseen">${t("rainbow7.turn.on", { pile })}</span>`
      }
    </span>
    ${turn.effects.map(
      ({ kind, target }, place) => html`<span class="turn-part" key=${place}>
        <${Sign} kind=${kind} />${t(`rainbow7.effect.${kind}`)}
        ${kind === "cloud" && html`: ${name(target)}`}
      </span>`,
    )}
    ${
      other.length > 0 &&
      html`<span class="turn-part">${t.count("rainbow7.turn.others", other.length)}</span>`
    }
    ${own.map(({ cards: drawn, place }, at) => {
      const from = place ? t("rainbow7.turn.from_pile", { pile: place }) : t("rainbow7.turn.deck");
      return html`<span class="turn-part" key=${`d${at}`}>
        ${drawn.length > 0 && html`<${Minis} cards=${drawn} effects=${effects} t=${t} />`}
        <span>${from}</span>
      </span>`;
    })}
    ${turn.renewed && html`<span class="turn-part">${t("rainbow7.turn.renewed")}</span>`}
  </span>`;
}

/**
 * All turns since your last one, that one as well; and how the last round ended.
 * @param {GameProps} props
 */
export function Recent(props) {
  const { log, t, message, me } = props;
  const turns = turnsOf(log);
  const end = lastEnd(log, message.view);
  if (!turns.length) return html`<p class="quiet">${t("rainbow7.recent_none")}</p>`;
  let from = turns.length - 1;
  while (from > 0 && turns.length - from < message.view.players && turns[from].player !== me)
    from -= 1;
  return html`<ol class="recent-turns">
    ${turns
      .slice(from)
      .map(
        (turn, place) => html`<li key=${place}><${TurnLine} props=${props} turn=${turn} /></li>`,
      )}
  </ol>
    ${
      end &&
      html`<section class="r7-end">
        <h3>${endTitle(props, end)}</h3>
        <${EndBody} props=${props} end=${end} />
      </section>`
    }`;
}

// The end of a round

/**
 * How a round ended.
 * @typedef {object} RoundEnd
 * @property {number} number  of the decision that ended it
 * @property {"storm"|"thunderstorm"|"drizzle"} how
 * @property {number} actor
 * @property {number} round
 * @property {Record<number, {cards: string[], total: number}>} hands
 * @property {Record<number, number>} gains  tokens by seat
 * @property {number} begins  who begins the next round, -1 after the last one
 * @property {{player: number, count: number}[]} tucks
 */

export const WEATHER = ["storm", "thunderstorm", "drizzle"];

/**
 * The newest end of a round that was heard, or null.
 * @param {Heard[]} log
 * @param {Position} view
 * @returns {RoundEnd|null}
 */
export function lastEnd(log, view) {
  const end = log.findLast(({ kind }) => WEATHER.includes(kind));
  if (!end) return null;
  const events = log.filter(({ number }) => number === end.number);
  const begins = events.find(({ kind }) => kind === "begins");
  /** @type {RoundEnd["hands"]} */
  const hands = {};
  /** @type {RoundEnd["gains"]} */
  const gains = {};
  for (const { kind, player, cards, count } of events) {
    if (kind === "reveals") hands[player] = { cards, total: count };
    else if (kind === "gets tokens") gains[player] = count;
  }
  return {
    number: end.number,
    how: /** @type {RoundEnd["how"]} */ (end.kind),
    actor: end.player,
    round: begins ? begins.count - 1 : view.round + 1,
    hands,
    gains,
    begins: begins ? begins.player : -1,
    tucks: events.filter(({ kind }) => kind === "tucks"),
  };
}

/** Words that are others for you. @param {GameProps} props @param {number} seat */
const whose = ({ message }, seat) => (seat === message.you ? "you" : "other");

/**
 * What the end of a round is called.
 * @param {GameProps} props @param {RoundEnd} end
 */
export function endTitle({ t, message }, { begins, round }) {
  const last = message.view.struck && begins < 0;
  return t(last ? "rainbow7.end.title_last" : "rainbow7.end.title", { round });
}

/**
 * The end of a round, until it is tapped away.
 * @param {{props: GameProps, end: RoundEnd, close: () => void}} wants
 */
export function EndSheet({ props, end, close }) {
  const { t, message, mine } = props;
  const { begins, round } = end;
  return html`<${Sheet} title=${endTitle(props, end)} close=${close} t=${t} more="r7-end">
    <${EndBody} props=${props} end=${end} />
    <div class="end-buttons">
      ${mine && message.due && html`<${Clock} due=${message.due} t=${t} />`}
      <button type="button" class="button primary" autofocus onClick=${close}>
        ${begins < 0 ? t("rainbow7.end.result") : t("rainbow7.end.go_on", { round: round + 1 })}
      </button>
    </div>
  <//>`;
}

/**
 * All hands, who gets which tokens and why.
 * @param {{props: GameProps, end: RoundEnd}} wants
 */
export function EndBody({ props, end }) {
  const { t, name, message } = props;
  /** @type {Position} */
  const view = message.view;
  const { how, actor, round, hands, gains, begins, tucks } = end;
  const over = begins < 0;
  const tokens = !over && view.last ? view.last.tokens : view.tokens;
  const who = { name: name(actor) };
  const cause =
    how === "drizzle"
      ? t(`rainbow7.end.perfect.${whose(props, actor)}`, who)
      : t(`rainbow7.end.announced.${whose(props, actor)}`, {
          ...who,
          total: hands[actor]?.total ?? 0,
        });
  const seats = Array.from({ length: view.players }, (_, seat) => seat).sort(
    (one, other) =>
      (hands[one]?.total ?? 0) - (hands[other]?.total ?? 0) ||
      Number(other === actor) - Number(one === actor),
  );
  const wins = how !== "thunderstorm";
  return html`${!props.live && html`<p class="eyebrow">${endTitle(props, end)}</p>`}
    <div class="weather">
      <${Sign} kind=${how} />
      <div>
        <p class="weather-name">${t(`rainbow7.end.${how}`)}</p>
        <p>${cause}${" "}${t(`rainbow7.end.${how}.why.${whose(props, actor)}`, who)}</p>
      </div>
    </div>
    <ol class="end-list">
      ${seats.map((seat) => {
        const hand = hands[seat] ?? { cards: [], total: 0 };
        const gain = gains[seat] ?? 0;
        return html`<li key=${seat} class=${classes(seat === actor && "actor", gain > 0 && "wet")}>
          <span class="end-total">
            <span class="unseen">${t("rainbow7.total")} </span><b>${hand.total}</b>
          </span>
          <span class="end-name">
            ${
              seat === actor &&
              wins &&
              html`<span class="moon" aria-hidden="true">☾ </span>
                <span class="unseen">${t("rainbow7.end.winner")} </span>`
            }<span class="name">${name(seat)}</span>
          </span>
          <span class="end-tokens">
            ${
              gain > 0 &&
              html`<b class="gain">
                <span aria-hidden="true">+${gain}</span>
                <span class="unseen">${t.count("rainbow7.end.gain", gain)}</span>
              </b>`
            }
            <${Drops}
              t=${t}
              count=${tokens[seat]}
              of=${view.options.tokens_to_end}
              fresh=${gain}
            />
          </span>
          <div class="end-hand" style=${{ "--n": Math.max(1, hand.cards.length) }}>
            ${
              hand.cards.length
                ? hand.cards.map(
                    (card, place) => html`<${Card}
                    key=${place}
                    face=${faceOf(card, printed(view))}
                    label=${cardWords(t, card, printed(view))}
                    more="small"
                  />
                    `,
                  )
                : html`<span class="quiet">${t("rainbow7.end.no_cards")}</span>`
            }
          </div>
        </li>`;
      })}
    </ol>
    ${
      over
        ? html`<p class="quiet">${t(
            view.struck ? "rainbow7.end.over_struck" : "rainbow7.end.over",
            { number: view.options.tokens_to_end },
          )}</p>`
        : html`<p class="quiet">
          ${t(`rainbow7.end.begins.${whose(props, begins)}`, { name: name(begins), round: round + 1 })}
          ${tucks.map(
            ({ player, count }) =>
              ` ${t.count(`rainbow7.end.tucks.${whose(props, player)}`, count, { name: name(player) })}`,
          )}
        </p>`
    }`;
}

// Looking

/**
 * All cards of a pile, the top one first.
 * @param {{props: GameProps, place: number, act: (() => void)|null, words: string,
 *   close: () => void}} wants
 */
export function PileSheet({ props, place, act, words, close }) {
  const { t, message } = props;
  const effects = printed(message.view);
  const cards = open(message.view.piles[place]).reverse();
  const title = t("rainbow7.pile_of", {
    pile: PILES[place],
    cards: t.count("rainbow7.cards", cards.length),
  });
  return html`<${Sheet} title=${title} close=${close} t=${t}>
    ${cards.length === 0 && html`<p class="quiet">${t("rainbow7.pile_empty")}</p>`}
    <ol class="pile-cards">
      ${cards.map(
        (card, at) => html`<li key=${at}>
          <${Card} face=${faceOf(card, effects)} label=${cardWords(t, card, effects)} />
          <small>${at === 0 ? t("rainbow7.on_top") : at + 1}</small>
        </li>`,
      )}
    </ol>
    ${
      act &&
      html`<div class="end-buttons">
        <button type="button" class="button primary" onClick=${act}>${words}</button>
      </div>`
    }
  <//>`;
}

/**
 * What this game is played with: the sevens, and how many tokens end it.
 * @param {{props: GameProps, close: () => void}} wants
 */
export function AboutSheet({ props, close }) {
  const { t, message } = props;
  /** @type {Position} */
  const view = message.view;
  const effects = printed(view);
  const seen = open(view.known?.sevens);
  const kinds = ["downpour", "cloud", "shelter", "sunshine"];
  return html`<${Sheet} title=${t("rainbow7.about", { round: view.round + 1 })} close=${close} t=${t}>
    <p>${t("rainbow7.about.goal", { number: view.options.tokens_to_end })}</p>
    ${view.struck && html`<p><b>${t("rainbow7.about.struck")}</b></p>`}
    <h3>${t("rainbow7.about.sevens", { number: view.players + 2 })}</h3>
    <p class="quiet">${t(seen.length ? "rainbow7.about.seen" : "rainbow7.about.none_seen")}</p>
    <div class="about-sevens">
      ${seen.map(
        (card) => html`<${Card}
        key=${card}
        face=${faceOf(card, effects)}
        label=${cardWords(t, card, effects)}
        more="small"
      />
        `,
      )}
    </div>
    <h3>${t(effects ? "rainbow7.about.printed" : "rainbow7.about.effects")}</h3>
    <ul class="about-effects">
      ${kinds
        .map((kind) => ({
          kind,
          on: effects ? [..."ROYGBIV"].filter((_, color) => effects[color] === kind) : [],
        }))
        .filter(({ on }) => !effects || on.length)
        .map(
          ({ kind, on }) => html`<li key=${kind}>
            <${Sign} kind=${kind} />
            <span><b>${t(`rainbow7.effect.${kind}`)}</b><br />${t(`rainbow7.what.${kind}`)}</span>
            <span class="minis">
              ${on.map(
                (color) => html`<${Card}
                key=${color}
                face=${faceOf(`${color}7`)}
                label=${cardWords(t, `${color}7`)}
                more="mini"
              />
                `,
              )}
            </span>
          </li>`,
        )}
    </ul>
  <//>`;
}
