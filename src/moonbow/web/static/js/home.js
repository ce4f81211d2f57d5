// The first page: one tap plays, once the name is known.

import { html, render } from "./html.js";
import { NameForm } from "./name.js";
import { loadTexts } from "./text.js";
import { ask } from "./server.js";

const place = /** @type {HTMLElement} */ (document.getElementById("name-place"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("ask-name"));
let name = place.dataset.person ?? "";

/** Players of a table that is made with one tap, as far as the game allows. */
const COMPANY = 4;

/** @param {string} game */
async function play(game) {
  const told = await ask("/api/games");
  const known = told.games.find((/** @type {any} */ each) => each.name === game);
  const players = Math.min(known.max_players, Math.max(known.min_players, COMPANY));
  const level = told.level ?? told.levels[told.levels.length - 1];
  const seats = ["person", ...Array(players - 1).fill(`bot:${level}`)];
  const table = {
    game,
    players,
    seats,
    options: {},
    clock: null,
    listed: false,
    spectators: "after",
  };
  const { id } = await ask("/api/tables", table);
  location.assign(`/table/${id}#now`);
}

/** Asks for the name first, if need be. @param {() => void} act */
async function named(act) {
  if (name) return act();
  const t = await loadTexts();
  const done = (/** @type {string} */ given) => {
    name = given;
    dialog.close();
    act();
  };
  render(html`<${NameForm} t=${t} done=${done} />`, place);
  dialog.showModal();
}

document.getElementById("rename")?.addEventListener("click", () => {
  name = "";
  named(() => location.reload());
});
for (const each of document.querySelectorAll("[data-play]")) {
  const button = /** @type {HTMLButtonElement} */ (each);
  button.addEventListener("click", () =>
    named(async () => {
      button.disabled = true;
      await play(button.dataset.play ?? "rainbow").catch(() => (button.disabled = false));
    }),
  );
}
