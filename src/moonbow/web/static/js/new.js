// Setting up a table: game, players and seats; folded away what most tables leave as it is.

import { html, render, useRef, useState } from "./html.js";
import { NameForm } from "./name.js";
import { OptionField, Switch, outside } from "./options.js";
import { Kind, levelName } from "./parts.js";
import { ask } from "./server.js";
import { loadTexts } from "./text.js";

/** @typedef {import("./text.js").Translate} Translate */
/** @typedef {import("./options.js").Option} Option */

/**
 * What `/api/games` tells.
 * @typedef {{name: string, title: string, min_players: number, max_players: number,
 *   options: Option[]}} Game
 */

const A_DAY = 86400;

/** @param {{t: Translate, games: Game[], levels: string[], first: string, person: string}} wants */
function NewTable({ t, games, levels, first, person }) {
  const [name, setName] = useState(person);
  const [game, setGame] = useState(games.find((each) => each.name === first) ?? games[0]);
  const [players, setPlayers] = useState(Math.min(4, game.max_players));
  const [seats, setSeats] = useState(/** @type {string[]} */ (Array(6).fill("person")));
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [clock, setClock] = useState(/** @type {number|null} */ (null));
  const [grace, setGrace] = useState(/** @type {number|null} */ (60));
  const [listed, setListed] = useState(false);
  const [spectators, setSpectators] = useState("after");
  const [hints, setHints] = useState(false);
  const [wrong, refuse] = useState({ words: "", option: "" });
  const [busy, wait] = useState(false);
  const fold = useRef(/** @type {HTMLDetailsElement|null} */ (null));

  const size = players - game.min_players;
  const changed = game.options.filter(({ name, default: usual }) => {
    const value = options[name];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
  });

  /** @param {Game} next */
  const choose = (next) => {
    setGame(next);
    setPlayers(Math.max(next.min_players, Math.min(players, next.max_players)));
    setOptions({});
    refuse({ words: "", option: "" });
  };
  /** @param {string} option @param {any} value */
  const set = (option, value) => {
    setOptions({ ...options, [option]: value });
    refuse({ words: "", option: "" });
  };
  /** @param {string} words @param {string} option */
  const point = (words, option) => {
    refuse({ words, option });
    if (!option || !fold.current) return;
    fold.current.open = true;
    fold.current.querySelector(`[data-option="${option}"]`)?.scrollIntoView({ block: "center" });
  };
  /** @param {SubmitEvent} event */
  const make = async (event) => {
    event.preventDefault();
    const bad = changed.find((option) => outside(option, options[option.name], size, players));
    if (bad) return point(t("new.outside"), bad.name);
    const table = {
      game: game.name,
      players,
      seats: seats.slice(0, players),
      options: Object.fromEntries(changed.map(({ name }) => [name, options[name]])),
      clock,
      grace,
      listed,
      spectators,
      hints,
    };
    wait(true);
    try {
      const { id } = await ask("/api/tables", table);
      location.assign(`/table/${id}#now`);
    } catch (refused) {
      wait(false);
      const { message, detail } = /** @type {import("./server.js").Refused} */ (refused);
      point(message || t("failed"), /^options: (\w+)/.exec(detail ?? "")?.[1] ?? "");
    }
  };
  if (!name)
    return html`<div
      class="block"
    >
      <h2>${t("name.title")}</h2><${NameForm} t=${t} done=${setName} /></div>`;
  const counts = Array.from(
    { length: game.max_players - game.min_players + 1 },
    (_, more) => game.min_players + more,
  );
  const times = [
    t(clock ? `clock.${clock}` : "clock.none"),
    t(listed ? "listed.yes" : "listed.no"),
    t(`spectators.${spectators}`),
    ...(hints ? [t("hints.yes")] : []),
  ];
  return html`<form onSubmit=${make} novalidate>
    <fieldset>
      <legend>${t("new.game")}</legend>
      <div class="pick-game">
        ${games.map(
          (each) => html`<${Pick}
          key=${each.name}
          name="game"
          on=${each === game}
          set=${() => choose(each)}
        >
          <span class="pick-art" dangerouslySetInnerHTML=${{ __html: artOf(each.name) }} />
          <b>${each.title}</b><//>`,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>${t("new.players")}</legend>
      <div class="stepper">
        ${counts.map(
          (each) => html`<${Pick}
          key=${each}
          name="players"
          on=${each === players}
          set=${() => setPlayers(each)}
        >
          ${each}
        <//>`,
        )}
      </div>
      <ol class="new-seats">
        <li><span class="new-who"><${Kind} kind="person" /> ${t("new.you", { name })}</span></li>
        ${seats.slice(1, players).map(
          (kind, place) => html`<li key=${place}>
            <label class="new-who" for=${`seat-${place}`}>
              <${Kind} kind=${kind === "person" ? "person" : "bot"} />
              ${" "}${t("new.seat", { number: place + 2 })}
            </label>
            <select
              id=${`seat-${place}`}
              value=${kind}
              onChange=${(/** @type {any} */ event) =>
                setSeats(seats.map((old, seat) => (seat === place + 1 ? event.target.value : old)))}
            >
              <option value="person">${t("new.person")}</option>
              ${levels.map(
                (level) => html`<option
                value=${`bot:${level}`}
              >
                ${t("seat.bot", { level: levelName(t, level) })}
              </option>`,
              )}
            </select>
          </li>`,
        )}
      </ol>
    </fieldset>
    <details class="fold">
      <summary>${t("new.company")}<small>${times.join(" · ")}</small></summary>
      <${Choice}
        t=${t}
        legend=${t("new.clock")}
        name="clock"
        of=${[null, 30, 120, A_DAY]}
        on=${clock}
        set=${setClock}
      />
      ${
        clock !== A_DAY &&
        html`<${Choice}
          t=${t}
          legend=${t("new.grace")}
          name="grace"
          of=${[30, 60, 300, null]}
          on=${grace}
          set=${setGrace}
        />`
      }
      <${Switch}
        label=${t("new.listed")}
        more=${t("new.listed_more")}
        on=${listed}
        set=${setListed}
      />
      <div class="option">
        <label for="spectators">${t("new.spectators")}</label>
        <select
          id="spectators"
          value=${spectators}
          onChange=${(/** @type {any} */ event) => setSpectators(event.target.value)}
        >
          ${["off", "after", "live"].map(
            (each) => html`<option
            value=${each}
          >
            ${t(`spectators.${each}`)}
          </option>`,
          )}
        </select>
      </div>
      <${Switch}
        label=${t("new.hints")}
        more=${t("new.hints_more")}
        on=${hints}
        set=${setHints}
      />
    </details>
    <details class="fold" ref=${fold}>
      <summary>
        ${t("new.options")}
        <small>${changed.length ? t.count("new.changed", changed.length) : t("option.auto")}</small>
      </summary>
      ${game.options.map(
        (option) =>
          html`<${OptionField}
            key=${`${game.name}.${option.name}`}
            t=${t}
            option=${option}
            options=${options}
            size=${size}
            players=${players}
            wrong=${wrong.option === option.name ? wrong.words : ""}
            set=${(/** @type {any} */ value) => set(option.name, value)}
          />`,
      )}
      ${
        changed.length > 0 &&
        html`<button type="button" class="button small quiet" onClick=${() => setOptions({})}>
          ${t("new.reset")}
        </button>`
      }
    </details>
    <div class="new-go">
      ${wrong.words && html`<p class="wrong" role="alert">${wrong.words}</p>`}
      <button class="button primary" disabled=${busy}>${t("new.make")}</button>
    </div>
  </form>`;
}

/** The picture of a game, which the page brings along. @param {string} name */
const artOf = (name) => document.getElementById(`art-${name}`)?.innerHTML ?? "";

/**
 * One of several, as a big target.
 * @param {{name: string, on: boolean, set: () => void, children: any}} wants
 */
function Pick({ name, on, set, children }) {
  return html`<label class="pick">
    <input type="radio" class="unseen" name=${name} checked=${on} onChange=${set} />
    ${children}
  </label>`;
}

/**
 * One of a few numbers of seconds, null among them.
 * @param {{t: Translate, legend: string, name: "clock"|"grace", of: (number|null)[],
 *   on: number|null, set: (value: number|null) => void}} wants
 */
function Choice({ t, legend, name, of, on, set }) {
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="stepper">
      ${of.map(
        (each) => html`<${Pick} key=${each} name=${name} on=${each === on} set=${() => set(each)}>
          <span class="pad">${t(`${name}.${each ?? "none"}`)}</span>
        <//>`,
      )}
    </div>
  </fieldset>`;
}

const place = /** @type {HTMLElement} */ (document.getElementById("new"));
const [t, told] = await Promise.all([loadTexts(), ask("/api/games")]);
const first = new URLSearchParams(location.search).get("game") ?? "rainbow";
place.replaceChildren();
render(
  html`<${NewTable}
    t=${t}
    games=${told.games}
    levels=${told.levels}
    first=${first}
    person=${place.dataset.person ?? ""}
  />
    `,
  place,
);
