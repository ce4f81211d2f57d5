// Before the deal: who sits where, the link for friends, and the moment when everybody's chance is
// put together.

import { ownCommitment } from "./fairness.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Kind, classes, levelName } from "./parts.js";
import { NameForm } from "./name.js";
import { ask } from "./server.js";

/** @typedef {import("./types.js").GameProps} GameProps */

/** @param {{props: GameProps, id: string, game: string, person: string}} wants */
export function Seating({ props, id, game, person }) {
  const { message, t, send } = props;
  const { seats, you, host } = message;
  const [bots, tellBots] = useState({ levels: /** @type {string[]} */ ([]), level: "" });
  const free = seats.flatMap((seat, place) => (seat.kind === "free" ? [place] : []));
  const away = seats.filter((seat) => seat.kind === "person" && !seat.here);
  useAtOnce(props, id);

  useEffect(() => {
    if (host) ask("/api/games").then(tellBots, () => {});
  }, [host]);

  /** @param {number} seat */
  const sit = (seat) => send("sit", { seat, commitment: ownCommitment(id, seat) });
  /** @param {number} seat @param {string|null} level */
  const setBot = (seat, level) => send("bot", { seat, level });

  if (!person && you < 0) {
    // The connection knows a person from when it was opened: with a name the page opens it anew.
    return html`<section class="seating">
      <h2>${t("seating.welcome", { game: t(`game.${game}`) })}</h2>
      <p class="lead">${t("seating.name_first")}</p>
      <${NameForm} t=${t} done=${() => location.reload()} />
    </section>`;
  }
  const invite = html`<${Invite} t=${t} id=${id} open=${free.length > 0} first=${host} />`;
  const title = you < 0 ? "seating.choose" : free.length ? "seating.waiting" : "seating.ready";
  return html`<section class="seating">
    <h2>${t(title)}</h2>
    ${host && you >= 0 && invite}
    <ol class="seat-list">
      ${seats.map(
        (seat, place) => html`<${SeatRow}
          key=${place}
          props=${props}
          seat=${seat}
          place=${place}
          levels=${bots.levels}
          sit=${() => sit(place)}
          bot=${host ? (/** @type {string|null} */ level) => setBot(place, level) : null}
          level=${bots.level}
        />`,
      )}
    </ol>
    ${
      host
        ? html`<div class="start">
          <button
            type="button"
            class="button primary"
            disabled=${free.length > 0 || you < 0}
            onClick=${() => send("start")}
          >${t("seating.start")}</button>
          ${
            free.length > 0 &&
            html`<button
              type="button"
              class="button quiet"
              onClick=${() => free.forEach((place) => setBot(place, bots.level))}
            >${t("seating.fill")}</button>
            <p class="quiet">${t.count("seating.free", free.length)}</p>`
          }
          ${
            !free.length &&
            away.length > 0 &&
            html`<p class="quiet">
              ${t("seating.away", { names: away.map(({ name }) => name).join(", ") })}
            </p>`
          }
        </div>`
        : you >= 0 && html`<p class="quiet start-wait">${t("seating.host_starts")}</p>`
    }
    ${!(host && you >= 0) && invite}
    <${Settings} props=${props} />
  </section>`;
}

/**
 * One seat: who sits there, or how somebody may come to.
 * @param {{props: GameProps, seat: import("./types.js").Seat, place: number, levels: string[],
 *   level: string, sit: () => void, bot: ((level: string|null) => void)|null}} wants
 *   `bot`: seats a bot, or takes it away; null for all but the table's maker
 */
function SeatRow({ props, seat, place, levels, level, sit, bot }) {
  const { message, t, send } = props;
  const { you } = message;
  const own = place === you;
  const { kind, name, here } = seat;
  const state =
    kind === "bot"
      ? t("seat.bot", { level: levelName(t, seat.level) })
      : kind === "person" && !here && !own
        ? t("seat.away")
        : "";
  return html`<li class=${classes("seat-row", kind, own && "own")}>
    <${Kind} kind=${kind} />
    <span class="seat-who">
      ${
        kind === "free"
          ? html`<span class="quiet">${t("seat.free")}</span>`
          : html`<b>${own ? t("seat.you", { name }) : name}</b>`
      }
      ${state && html`<small>${state}</small>`}
    </span>
    <span class="seat-buttons">
      ${
        kind === "free" &&
        !(bot && you >= 0) &&
        html`<button
          type="button"
          class=${classes("button small", you >= 0 && "quiet")}
          onClick=${sit}
        >
          ${you >= 0 ? t("seat.move") : t("seat.sit")}
        </button>`
      }
      ${
        kind === "free" &&
        bot &&
        html`<button type="button" class="button small quiet" onClick=${() => bot(level)}>
          ${t("seat.add_bot")}
        </button>`
      }
      ${
        kind === "bot" &&
        bot &&
        levels.length > 1 &&
        html`<label class="choice">
          <span class="unseen">${t("seat.level")}</span>
          <select
            value=${seat.level ?? ""}
            onChange=${(/** @type {any} */ event) => bot(event.target.value)}
          >
            ${levels.map((each) => html`<option value=${each}>${levelName(t, each)}</option>`)}
          </select>
        </label>`
      }
      ${
        kind === "bot" &&
        bot &&
        html`<button
          type="button"
          class="round"
          aria-label=${t("seat.no_bot", { name })}
          title=${t("seat.no_bot", { name })}
          onClick=${() => bot(null)}
        >
          ✕
        </button>`
      }
      ${
        own &&
        html`<button type="button" class="button small quiet" onClick=${() => send("leave")}>
          ${t("seat.leave")}
        </button>`
      }
    </span>
  </li>`;
}

/**
 * The link to this table, as text and as a code for a camera.
 * @param {{t: GameProps["t"], id: string, open: boolean, first: boolean}} wants
 *   `first`: this is what is to be done now
 */
function Invite({ t, id, open, first }) {
  const [told, tell] = useState(/** @type {{link: string, qr: string}|null} */ (null));
  const [done, copy] = useState(false);
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  useEffect(() => {
    if (open && !told) ask(`/api/tables/${id}/link`).then(tell, () => {});
  }, [open]);
  if (!open || !told) return null;
  const share = async () => {
    if (navigator.share) {
      await navigator.share({ url: told.link, title: "Moonbow" }).catch(() => {});
    } else {
      copy(await copied(told.link, field.current));
    }
  };
  return html`<div class="invite">
    <div
      class="qr"
      role="img"
      aria-label=${t("seating.qr")}
      dangerouslySetInnerHTML=${{ __html: told.qr }}
    />
    <div class="invite-words">
      <h3>${t("seating.invite")}</h3>
      <p class="quiet">${t("seating.invite_how")}</p>
    </div>
    <div class="in-line">
      <input
        class="link"
        ref=${field}
        readonly
        value=${told.link}
        aria-label=${t("seating.link")}
        onFocus=${(/** @type {any} */ event) => event.target.select()}
      />
      <button type="button" class=${classes("button", first && "primary")} onClick=${share}>
        ${done ? t("seating.copied") : t("seating.share")}
      </button>
    </div>
  </div>`;
}

/**
 * Copies a text; in a plain network, where browsers keep their clipboard to themselves, out of the
 * field that shows it.
 * @param {string} text @param {HTMLInputElement|null} field
 */
async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}

/** How this table plays. @param {{props: GameProps}} wants */
function Settings({ props }) {
  const { message, t } = props;
  const { clock, listed, spectators, hints, options } = message.settings;
  const lines = [
    t(clock ? `clock.${clock}` : "clock.none"),
    t(listed ? "listed.yes" : "listed.no"),
    t(`spectators.${spectators}`),
    ...(hints ? [t("hints.yes")] : []),
  ];
  const unused = options.printed_sevens ? "" : "effects";
  const named = Object.entries(options).filter(
    ([key, value]) => t.has(`option.${key}`) && value !== null && key !== unused,
  );
  return html`<details class="small-print">
    <summary>${t("seating.settings")}</summary>
    <p>${lines.join(" · ")}</p>
    <dl class="facts">
      ${named.map(
        ([key, value]) =>
          html`<div><dt>${t(`option.${key}`)}</dt><dd>${valueWords(t, key, value)}</dd></div>`,
      )}
    </dl>
  </details>`;
}

/** What an option is set to. @param {GameProps["t"]} t @param {string} key @param {any} value */
function valueWords(t, key, value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (key === "leader") return t("new.seat", { number: value + 1 });
  if (key === "effects")
    return value
      .map((/** @type {string} */ effect, /** @type {number} */ place) =>
        `${t(`rainbow7.color.${"ROYGBIV"[place]}`)}: ${t(`rainbow7.effect.${effect}`)}`)
      .join(", ");
  if (key === "deck")
    return Object.entries(value)
      .map(([kind, count]) => `${count} × ${t(`pirates.card.${kind}`)}`)
      .join(", ");
  return String(value);
}

/**
 * Who has just made a table, or comes from a game of the same people, is seated at once.
 * @param {GameProps} props
 * @param {string} id
 */
function useAtOnce({ message, send }, id) {
  const done = useRef(false);
  useEffect(() => {
    if (location.hash !== "#now" || message.you >= 0 || done.current) return;
    const free = message.seats.findIndex((seat) => seat.kind === "free");
    if (free < 0) return;
    done.current = true;
    history.replaceState(null, "", location.pathname);
    send("sit", { seat: free, commitment: ownCommitment(id, free) });
  }, [message]);
}

/**
 * The commitments are frozen; everybody opens their part.
 * @param {{props: GameProps}} wants
 */
export function Opening({ props }) {
  const { message, t } = props;
  return html`<section class="seating opening" aria-busy="true">
    <div class="shuffling" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
    <h2>${t("opening.title")}</h2>
    <p class="lead">${t("opening.words")}</p>
    ${message.commitment && html`<code class="hash">${message.commitment}</code>`}
  </section>`;
}
