// Setting up a table: game, seats, options, clock, who may watch.

import { html, render, useState } from "./html.js";
import { NameForm } from "./name.js";
import { levelName } from "./parts.js";
import { ask } from "./server.js";
import { loadTexts } from "./text.js";

/** @typedef {import("./text.js").Translate} Translate */

/**
 * What `/api/games` tells.
 * @typedef {{name: string, title: string, min_players: number, max_players: number,
 *   options: Option[]}} Game
 * @typedef {{name: string, type: "whole"|"switch"|"choice"|"text"|"object", default: any,
 *   least?: number, most?: number, choices?: any[]}} Option
 */

/** @param {{t: Translate, games: Game[], levels: string[], first: string, person: string}} wants */
function NewTable({ t, games, levels, first, person }) {
  const [name, setName] = useState(person);
  const [game, setGame] = useState(games.find((each) => each.name === first) ?? games[0]);
  const [players, setPlayers] = useState(Math.min(4, game.max_players));
  const [seats, setSeats] = useState(/** @type {string[]} */ (Array(6).fill("person")));
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [clock, setClock] = useState(/** @type {number|null} */ (null));
  const [listed, setListed] = useState(false);
  const [spectators, setSpectators] = useState("after");
  const [wrong, refuse] = useState("");

  /** @param {Game} next */
  const choose = (next) => {
    setGame(next);
    setPlayers(Math.max(next.min_players, Math.min(players, next.max_players)));
    setOptions({});
  };
  /** @param {SubmitEvent} event */
  const make = async (event) => {
    event.preventDefault();
    const table = {
      game: game.name,
      players,
      seats: seats.slice(0, players),
      options,
      clock,
      listed,
      spectators,
    };
    try {
      const { id } = await ask("/api/tables", table);
      location.assign(`/table/${id}`);
    } catch (refused) {
      refuse(/** @type {Error} */ (refused).message || t("failed"));
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
  return html`<form onSubmit=${make}>
    <fieldset>
      <legend>${t("new.game")}</legend>
      <div class="pick-game">
        ${games.map(
          (each) => html`<${Pick}
          name="game"
          on=${each === game}
          set=${() => choose(each)}
        >
          <b>${each.title}</b><//>`,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>${t("new.players")}</legend>
      <div class="stepper">
        ${counts.map(
          (each) => html`<${Pick}
          name="players"
          on=${each === players}
          set=${() => setPlayers(each)}
        >
          ${each}
        <//>`,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>${t("new.seats")}</legend>
      <ol class="new-seats">
        <li><span>${t("new.you", { name })}</span></li>
        ${seats.slice(1, players).map(
          (kind, place) => html`<li key=${place}>
            <label for=${`seat-${place}`}>${t("new.seat", { number: place + 2 })}</label>
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
    <fieldset>
      <legend>${t("new.clock")}</legend>
      <div class="stepper">
        ${[null, 30, 120, 86400].map(
          (each) => html`<${Pick} name="clock" on=${each === clock} set=${() => setClock(each)}>
            <span class="pad">${t(each ? `clock.${each}` : "clock.none")}</span>
          <//>`,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>${t("new.company")}</legend>
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
    </fieldset>
    <details class="small-print">
      <summary>${t("new.options")}</summary>
      ${game.options.map(
        (option) =>
          html`<${OptionField}
            key=${`${game.name}.${option.name}`}
            t=${t}
            option=${option}
            value=${option.name in options ? options[option.name] : option.default}
            set=${(/** @type {any} */ value) => setOptions({ ...options, [option.name]: value })}
          />`,
      )}
    </details>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
    <p><button class="button primary">${t("new.make")}</button></p>
  </form>`;
}

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

/** @param {{label: string, more?: string, on: boolean, set: (on: boolean) => void}} wants */
function Switch({ label, more, on, set }) {
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

/** @param {{t: Translate, option: Option, value: any, set: (value: any) => void}} wants */
function OptionField({ t, option, value, set }) {
  const { name, type, least, most, choices } = option;
  const label = t.has(`option.${name}`) ? t(`option.${name}`) : name;
  const id = `option-${name}`;
  if (type === "switch") return html`<${Switch} label=${label} on=${value} set=${set} />`;
  if (type === "choice" && choices) {
    return html`<div class="option">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        value=${JSON.stringify(value)}
        onChange=${(/** @type {any} */ event) => set(JSON.parse(event.target.value))}
      >
        ${choices.map(
          (each) => html`<option
          value=${JSON.stringify(each)}
        >
          ${each === null ? t("option.auto") : String(each)}
        </option>`,
        )}
      </select>
    </div>`;
  }
  if (type === "whole") {
    return html`<div class="option">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="number"
        min=${least}
        max=${most}
        value=${value ?? ""}
        placeholder=${t("option.auto")}
        onChange=${(/** @type {any} */ event) => {
          const typed = event.target.value;
          set(typed === "" ? null : Number(typed));
        }}
      />
    </div>`;
  }
  return null;
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
