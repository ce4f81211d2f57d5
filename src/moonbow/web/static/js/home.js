// The first page: one tap plays, once the name is known.

import { html, render } from "./html.js";
import { NameForm } from "./name.js";
import { loadTexts } from "./text.js";
import { ask } from "./server.js";

const place = /** @type {HTMLElement} */ (document.getElementById("name-place"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("ask-name"));
let name = place.dataset.person ?? "";

/** Against whom one plays, as far as the game allows; this browser keeps it. */
const company = kept("company");
const level = kept("level");

/** A choice of the page that is as it was the last time. @param {string} id */
function kept(id) {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById(id));
  const before = localStorage.getItem(`moonbow.${id}`) ?? "";
  if ([...choice.options].some(({ value }) => value === before)) choice.value = before;
  choice.addEventListener("change", () => localStorage.setItem(`moonbow.${id}`, choice.value));
  return choice;
}

/** @param {string} game */
async function play(game) {
  const told = await ask("/api/games");
  const known = told.games.find((/** @type {any} */ each) => each.name === game);
  const players = Math.min(known.max_players, 1 + Number(company.value));
  const seats = ["person", ...Array(players - 1).fill(`bot:${level.value}`)];
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

/** Asks for the name first, if need be. @param {() => void} act @param {string} [before] */
async function named(act, before) {
  if (name) return act();
  const t = await loadTexts();
  const done = (/** @type {string} */ given) => {
    name = given;
    dialog.close();
    act();
  };
  render(html`<${NameForm} t=${t} done=${done} before=${before} />`, place);
  dialog.showModal();
}

document.getElementById("rename")?.addEventListener("click", () => {
  const before = name;
  name = "";
  named(() => location.reload(), before);
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
