// What a BLACK card asks for: it takes the place of the own island until it is decided.

import { html, useEffect, useState } from "../../html.js";
import { Clock, Row, classes } from "../../parts.js";
import { Tile, blocker, byKind, cardWords } from "./faces.js";
import { cardsOf, kindOfText, listed } from "./groups.js";
import { groupWords } from "./words.js";

/** @typedef {import("./words.js").GameProps} GameProps */
/** @typedef {import("./words.js").Position} Position */
/** @typedef {import("./words.js").Turn} Turn */

/**
 * What is asked: the words, the choices, and the buttons that send the choice.
 * @typedef {object} Question
 * @property {string} step
 * @property {string} words
 * @property {string[]} chosen  action texts
 * @property {(action: string) => void} choose
 * @property {boolean} ready
 * @property {string} button
 * @property {() => void} send
 * @property {(action: string) => void} answer  sends this action
 * @property {(() => void)|null} undo  takes the last choice back, where several are made
 */

/** The steps in which a card is chosen. */
const STEPS = ["block", "pick", "name", "revive", "give", "top"];

/**
 * The question that is put to this player, or null.
 * @param {GameProps} props @param {Position} view @returns {Question|null}
 */
export function useQuestion(props, view) {
  const { message, mine, live, busy, t, name, play, send } = props;
  const { turn } = view;
  const step = turn?.step ?? "";
  const open = live && (mine || busy) && STEPS.includes(step) && message.legal.length > 0;
  const [kept, keep] = useState({ decision: -1, chosen: /** @type {string[]} */ ([]) });
  const chosen = kept.decision === message.decision ? kept.chosen : [];
  if (!open || !turn) return null;
  const most = step === "top" ? Math.max(1, (turn.cards ?? 2) - 1) : 1;
  /** @param {string} action */
  const choose = (action) => {
    const at = chosen.lastIndexOf(action);
    /** @type {string[]} */
    let next;
    if (most === 1) next = at >= 0 ? [] : [action];
    else next = chosen.length < most ? [...chosen, action] : chosen;
    keep({ decision: message.decision, chosen: next });
  };
  /** @param {string} action */
  const answer = (action) => {
    if (!mine) return;
    if (message.asked) send("answer", { decision: message.decision, action });
    else play(action);
  };
  const card = chosen.length ? (chosen[chosen.length - 1].split(" ")[1] ?? "") : "";
  const picked = /^(.+):(\d+)$/.exec(card);
  const kind = picked ? cardsOf(picked[1])[Number(picked[2]) - 1] : card;
  const fields = {
    target: name(turn.target ?? 0),
    actor: name(turn.player ?? 0),
    card: kind ? cardWords(t, kind) : "",
  };
  const verb = step === "pick" ? (turn.card ?? step) : step;
  return {
    step,
    words: message.answered
      ? t("pirates.answered", { answer: answerWords(props, message.answered) })
      : t(`pirates.ask.${verb}`, fields),
    chosen,
    choose,
    ready: mine && chosen.length === most,
    button: chosen.length === most ? t(`pirates.do.${verb}`, fields) : t("pirates.choose"),
    send: () => (message.asked ? answer(chosen[0]) : play(...chosen)),
    answer,
    undo:
      most > 1 && chosen.length
        ? () => keep({ decision: message.decision, chosen: chosen.slice(0, -1) })
        : null,
  };
}

/** @param {{props: GameProps, view: Position, question: Question}} wants */
export function Stage({ props, view, question }) {
  const { t } = props;
  const turn = /** @type {Turn} */ (view.turn);
  const { step } = question;
  const parts = { block: Block, pick: Pick, name: Name, revive: Revive, give: Give, top: Top };
  const part = parts[/** @type {keyof typeof parts} */ (step)];
  return html`<section class=${`stage of-${step}`} aria-label=${t("pirates.asked")}>
    <${part} props=${props} view=${view} turn=${turn} question=${question} />
  </section>`;
}

/** @typedef {{props: GameProps, view: Position, turn: Turn, question: Question}} Wants */

/** A BLACK card, large, with what it does. @param {{props: GameProps, card: string}} wants */
function Played({ props, card }) {
  const { t } = props;
  return html`<div class="played">
    <${Tile} t=${t} kind=${card} hidden=${true} />
    <p><b>${cardWords(t, card)}</b><br />${t(`pirates.effect.${card}`)}</p>
  </div>`;
}

/** Milliseconds to read what hits you, where there is nothing to decide. */
const READING = 2200;

/**
 * Lets it happen by itself where bots alone play with you and you cannot block: nobody is there who
 * could learn anything from how fast you answer.
 * @param {GameProps} props @param {Question} question
 */
function useHelpless({ message, mine, me }, question) {
  const alone = message.seats.every(({ kind }, seat) => seat === me || kind === "bot");
  const helpless = alone && mine && message.legal.length === 1;
  useEffect(() => {
    if (!helpless) return;
    const timer = setTimeout(() => question.answer("pass"), READING);
    return () => clearTimeout(timer);
  }, [helpless, message.decision]);
}

/** @param {Wants} wants */
function Block({ props, view, turn, question }) {
  const { message, t, name, me } = props;
  useHelpless(props, question);
  const card = turn.card ?? "";
  const number = blocker(card);
  const alone = turn.target === me;
  const held = listed(view.hands[me]).filter((each) => each === number).length;
  return html`<div class="duel">
      <${Tile} t=${t} kind=${card} />
      <div class="duel-words">
        ${
          message.due &&
          html`<span class="duel-clock"><${Clock} due=${message.due} t=${t} /></span>`
        }
        <h2>
          ${t(alone ? "pirates.attack" : "pirates.attack_all", {
            actor: name(turn.player ?? 0),
            card: cardWords(t, card),
          })}
        </h2>
        <p>${t(`pirates.effect.${card}`)}</p>
        <p class="duel-count">
          <${Tile} t=${t} kind=${number} small=${true} hidden=${true} more="mini" />
          <span class="unseen">${cardWords(t, number)}.</span>
          <span>${t("pirates.in_hand", { number: held })}</span>
        </p>
      </div>
    </div>`;
}

/** @param {GameProps} props @param {string} action */
const answerWords = ({ t }, action) =>
  action === "pass"
    ? t("pirates.arrrgh")
    : t("pirates.block_with", { card: cardWords(t, action.split(" ")[1]) });

/**
 * "Block with 2" and "Arrrgh!", whatever is held.
 * @param {{props: GameProps, view: Position, question: Question}} wants
 */
export function BlockButtons({ props, view, question }) {
  const { message, t, mine } = props;
  const { answer } = question;
  const number = blocker(view.turn?.card ?? "");
  const block = message.legal.find((action) => action.startsWith("block "));
  const blocked = block && message.answered === block;
  return html`<button
      type="button"
      class=${classes("button action", message.answered === "pass" && "answer")}
      aria-pressed=${message.answered === "pass" ? "true" : "false"}
      disabled=${!mine}
      onClick=${() => answer("pass")}
    >
      ${t("pirates.arrrgh")}
    </button>
    <button
      type="button"
      class=${classes("button action", block && "primary", blocked && "answer")}
      aria-pressed=${blocked ? "true" : "false"}
      disabled=${!mine || !block}
      onClick=${() => block && answer(block)}
    >
      ${t("pirates.block_with", { card: number })}
    </button>`;
}

/** The island of the player who is hit; one of its cards. @param {Wants} wants */
function Pick({ props, view, turn, question }) {
  const { message, t, name } = props;
  const target = turn.target ?? 0;
  const texts = view.islands[target];
  return html`<${Played} props=${props} card=${turn.card} />
    <p class="eyebrow">${t("pirates.island_name", { name: name(target) })}</p>
    <div class="picks">
      ${texts.map((text, place) => {
        const cards = cardsOf(text);
        return html`<${Row}
          key=${`${text}${place}`}
          label=${groupWords(t, text)}
          more=${classes("pick-cards", `is-${kindOfText(text)}`)}
          style=${{ "--n": cards.length }}
        >
          ${cards.map((card, at) => {
            const action =
              message.legal.find((legal) => legal === `pick ${text}:${at + 1}`) ??
              message.legal.find((legal) => {
                const [, group, number] = /^pick (.+):(\d+)$/.exec(legal) ?? [];
                return group === text && cards[Number(number) - 1] === card;
              });
            const chosen =
              question.chosen[0] === action && texts.indexOf(text) === place && Boolean(action);
            return html`<${Tile}
              key=${at}
              t=${t}
              kind=${card}
              chosen=${chosen && isFirst(at, action)}
              dim=${!action}
              press=${action ? () => question.choose(action) : undefined}
            />`;
          })}
        <//>`;
      })}
    </div>`;
}

/**
 * Whether this is the place that an action names.
 * @param {number} at @param {string|undefined} action
 */
const isFirst = (at, action) => Number(/:(\d+)$/.exec(action ?? "")?.[1]) === at + 1;

/**
 * Kinds of cards to choose from, each with how many there are.
 * @param {{props: GameProps, kinds: string[], number: (kind: string) => number, verb: string,
 *   question: Question, label: string}} wants
 */
function Kinds({ props, kinds, number, verb, question, label }) {
  const { t } = props;
  return html`<${Row} label=${label} more="kinds">
    ${kinds.map((kind) => {
      const many = number(kind);
      const action = `${verb} ${kind}`;
      return html`<span class="kind-choice" key=${kind}>
        <${Tile}
          t=${t}
          kind=${kind}
          label=${many > 1 ? `${cardWords(t, kind)}, ${many}` : cardWords(t, kind)}
          chosen=${question.chosen.includes(action)}
          press=${() => question.choose(action)}
        />
        ${many > 1 && html`<b class="tally" aria-hidden="true">×${many}</b>`}
      </span>`;
    })}
  <//>`;
}

/** The kinds that a verb may take, in order. @param {string[]} legal @param {string} verb */
const kindsOf = (legal, verb) =>
  legal
    .filter((action) => action.startsWith(`${verb} `))
    .map((action) => action.slice(verb.length + 1))
    .sort(byKind);

/** @param {Wants} wants */
function Name({ props, turn, question }) {
  const { message } = props;
  return html`<${Played} props=${props} card=${turn.card ?? "parrot"} />
    <${Kinds}
      props=${props}
      kinds=${kindsOf(message.legal, "name")}
      number=${() => 1}
      verb="name"
      question=${question}
      label=${question.words}
    />`;
}

/** @param {Wants} wants */
function Revive({ props, view, turn, question }) {
  const { message, t } = props;
  const pile = listed(view.discard);
  return html`<${Played} props=${props} card=${turn.card ?? "elixir"} />
    <p class="eyebrow">${t("pirates.discarded")}</p>
    <${Kinds}
      props=${props}
      kinds=${kindsOf(message.legal, "pick")}
      number=${(/** @type {string} */ kind) => pile.filter((card) => card === kind).length}
      verb="pick"
      question=${question}
      label=${question.words}
    />`;
}

/** @param {Wants} wants */
function Give({ props, view, question }) {
  const { message, me } = props;
  const hand = listed(view.hands[me]);
  return html`<${Played} props=${props} card="captain" />
    <${Kinds}
      props=${props}
      kinds=${kindsOf(message.legal, "give")}
      number=${(/** @type {string} */ kind) => hand.filter((card) => card === kind).length}
      verb="give"
      question=${question}
      label=${question.words}
    />`;
}

/** The cards looked at, put in order by tapping one after the other. @param {Wants} wants */
function Top({ props, view, turn, question }) {
  const { message, t } = props;
  const number = turn.cards ?? 0;
  const known = listed(view.draw);
  const kinds = kindsOf(message.legal, "top");
  // Those already put back lie above the others.
  let from = 0;
  while (
    from + number < known.length &&
    !known.slice(from, from + number).every((card) => kinds.includes(card))
  )
    from += 1;
  const cards = known.slice(from, from + number);
  const order = question.chosen.map((action) => action.slice(4));
  const left = [...cards];
  for (const card of order) left.splice(left.indexOf(card), 1);
  if (order.length === number - 1) order.push(...left.splice(0));
  return html`<${Played} props=${props} card="spyglass" />
    <p class="eyebrow">${t("pirates.top_order")}</p>
    <ol class="top-order">
      ${cards.map(
        (_, place) => html`<li key=${place}>
          ${
            order[place]
              ? html`<${Tile}
                t=${t}
                kind=${order[place]}
                label=${`${place + 1}: ${cardWords(t, order[place])}`}
              />
                `
              : html`<i class="gap"><span>${place + 1}</span></i>`
          }
        </li>`,
      )}
    </ol>
    ${
      left.length > 0 &&
      html`<${Row} label=${t("pirates.ask.top")} more="kinds">
        ${left.map(
          (card, place) =>
            html`<${Tile}
              key=${`${card}${place}`}
              t=${t}
              kind=${card}
              press=${() => question.choose(`top ${card}`)}
            />`,
        )}
      <//>`
    }`;
}
