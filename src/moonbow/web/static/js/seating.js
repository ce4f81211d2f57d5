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
  const [levels, setLevels] = useState(/** @type {string[]} */ ([]));
  const free = seats.filter((seat) => seat.kind === "free").length;
  const waiting = seats.some((seat) => seat.kind === "person" && !seat.here);
  useAtOnce(props, id);

  useEffect(() => {
    if (host)
      ask("/api/games").then(
        (told) => setLevels(told.levels ?? []),
        () => {},
      );
  }, [host]);

  /** @param {number} seat */
  const sit = (seat) => send("sit", { seat, commitment: ownCommitment(id, seat) });

  if (!person && you < 0) {
    // The connection knows a person from when it was opened: with a name the page opens it anew.
    return html`<section class="seating">
      <h2>${t("seating.welcome", { game: t(`game.${game}`) })}</h2>
      <p class="lead">${t("seating.name_first")}</p>
      <${NameForm} t=${t} done=${() => location.reload()} />
    </section>`;
  }
  return html`<section class="seating">
    <h2>${you < 0 ? t("seating.choose") : free ? t("seating.waiting") : t("seating.ready")}</h2>
    <ol class="seat-list">
      ${seats.map(
        (
          seat,
          place,
        ) => html`<li class=${classes("seat-row", seat.kind, place === you && "own")} key=${place}>
          <${Kind} kind=${seat.kind} />
          <span class="seat-who">
            ${
              seat.kind === "free"
                ? html`<span class="quiet">${t("seat.free")}</span>`
                : html`<b>${place === you ? t("seat.you", { name: seat.name }) : seat.name}</b>`
            }
            ${
              seat.kind === "bot" &&
              html`<small>${t("seat.bot", { level: levelName(t, seat.level) })}</small>`
            }
            ${
              seat.kind === "person" &&
              !seat.here &&
              place !== you &&
              html`<small>${t("seat.away")}</small>`
            }
          </span>
          <span class="seat-buttons">
            ${
              seat.kind === "free" &&
              !(host && you >= 0) &&
              html`<button
                type="button"
                class=${classes("button small", you >= 0 && "quiet")}
                onClick=${() => sit(place)}
              >
              ${you >= 0 ? t("seat.move") : t("seat.sit")}
            </button>`
            }
            ${
              place === you &&
              html`<button
                type="button"
                class="button small quiet"
                onClick=${() => send("leave")}
              >
                ${t("seat.leave")}
              </button>`
            }
            ${
              host &&
              place !== you &&
              seat.kind !== "person" &&
              html`<${BotChoice}
                t=${t}
                levels=${levels}
                seat=${seat}
                place=${place}
                send=${send}
              />
                `
            }
          </span>
        </li>`,
      )}
    </ol>
    ${
      host
        ? html`<div class="start">
          <button
            type="button"
            class="button primary"
            disabled=${free > 0 || you < 0}
            onClick=${() => send("start")}
          >${t("seating.start")}</button>
          ${free > 0 && html`<p class="quiet">${t.count("seating.free", free)}</p>`}
          ${!free && waiting && html`<p class="quiet">${t("seating.somebody_away")}</p>`}
        </div>`
        : you >= 0 && html`<p class="quiet">${t("seating.host_starts")}</p>`
    }
    <${Invite} t=${t} id=${id} open=${free > 0} />
    <${Settings} props=${props} />
  </section>`;
}

/**
 * A seat is a bot of some level, or kept free.
 * @param {{t: GameProps["t"], levels: string[], seat: import("./types.js").Seat, place: number,
 *   send: GameProps["send"]}} wants
 */
function BotChoice({ t, levels, seat, place, send }) {
  const known = levels.length ? levels : ["random"];
  return html`<label class="choice">
    <span class="unseen">${t("seat.who")}</span>
    <select
      value=${seat.level ?? ""}
      onChange=${(/** @type {any} */ event) =>
        send("bot", { seat: place, level: event.target.value || null })}
    >
      <option value="">${t("seat.keep_free")}</option>
      ${known.map(
        (level) => html`<option
        value=${level}
      >
        ${t("seat.bot", { level: levelName(t, level) })}
      </option>`,
      )}
    </select>
  </label>`;
}

/**
 * The link to this table, as text and as a code for a camera.
 * @param {{t: GameProps["t"], id: string, open: boolean}} wants
 */
function Invite({ t, id, open }) {
  const [told, tell] = useState(/** @type {{link: string, qr: string}|null} */ (null));
  const [copied, copy] = useState(false);
  useEffect(() => {
    if (open && !told) ask(`/api/tables/${id}/link`).then(tell, () => {});
  }, [open]);
  if (!open || !told) return null;
  const share = async () => {
    if (navigator.share) {
      await navigator.share({ url: told.link, title: "Moonbow" }).catch(() => {});
    } else {
      await navigator.clipboard?.writeText(told.link).catch(() => {});
      copy(true);
    }
  };
  return html`<div class="invite">
    <div
      class="qr"
      role="img"
      aria-label=${t("seating.qr")}
      dangerouslySetInnerHTML=${{ __html: told.qr }}
    />
    <div>
      <h3>${t("seating.invite")}</h3>
      <p class="quiet">${t("seating.invite_how")}</p>
      <input
        class="link"
        readonly
        value=${told.link}
        aria-label=${t("seating.link")}
        onFocus=${(/** @type {any} */ event) => event.target.select()}
      />
      <button
        type="button"
        class="button small"
        onClick=${share}
      >
        ${copied ? t("seating.copied") : t("seating.share")}
      </button>
    </div>
  </div>`;
}

/** How this table plays. @param {{props: GameProps}} wants */
function Settings({ props }) {
  const { message, t } = props;
  const { clock, listed, spectators, options } = message.settings;
  const lines = [
    t(clock ? `clock.${clock}` : "clock.none"),
    t(listed ? "listed.yes" : "listed.no"),
    t(`spectators.${spectators}`),
  ];
  const named = Object.entries(options).filter(
    ([key, value]) => t.has(`option.${key}`) && value !== null && typeof value !== "object",
  );
  return html`<details class="small-print">
    <summary>${t("seating.settings")}</summary>
    <p>${lines.join(" · ")}</p>
    <dl class="facts">
      ${named.map(
        ([key, value]) =>
          html`<div><dt>${t(`option.${key}`)}</dt><dd>${
            value === true ? t("yes") : value === false ? t("no") : String(value)
          }</dd></div>`,
      )}
    </dl>
  </details>`;
}

/**
 * A table made with "play now" seats its maker by itself; the server deals when all seats are
 * taken.
 * @param {GameProps} props
 * @param {string} id
 */
function useAtOnce({ message, send }, id) {
  const done = useRef(false);
  useEffect(() => {
    if (location.hash !== "#now" || !message.host || message.you >= 0 || done.current) return;
    const free = message.seats.findIndex((seat) => seat.kind === "free");
    if (free < 0) return;
    done.current = true;
    history.replaceState(null, "", location.pathname);
    send("sit", { seat: free, commitment: ownCommitment(id, free) });
  }, [message]);
}

/** The commitments are frozen; everybody opens their part. @param {{props: GameProps}} wants */
export function Opening({ props }) {
  const { message, t } = props;
  return html`<section class="seating opening" aria-busy="true">
    <div class="shuffling" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
    <h2>${t("opening.title")}</h2>
    <p class="lead">${t("opening.words")}</p>
    ${message.commitment && html`<code class="hash">${message.commitment}</code>`}
  </section>`;
}
