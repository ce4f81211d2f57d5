// Cards glide from where they were to where they are (first, last, invert, play).
//
// In the DOM a card has `data-card="ID"`; places where cards vanish or come from (a seat, a score
// pile) have `data-anchor="ZONE"`. A card drawn for the first time comes from the anchor of the
// zone it was in before; one that is no longer drawn flies to the anchor of the zone it is in now.

import { useLayoutEffect, useRef } from "./html.js";

const DURATION = 420;
const EASING = "cubic-bezier(.22,.8,.24,1)";

/** Whether things may move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Element} root @param {string|null} zone */
function anchor(root, zone) {
  return zone ? root.querySelector(`[data-anchor~="${CSS.escape(zone)}"]`) : null;
}

/**
 * @param {DOMRect} from @param {DOMRect} to  both on the page
 */
function path(from, to) {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = to.width ? Math.min(1.6, Math.max(0.2, from.width / to.width)) : 1;
  return { moves: Math.abs(dx) + Math.abs(dy) > 3, dx, dy, scale };
}

/**
 * Moves the cards under `root` whenever `tracked` has changed.
 * @param {{current: HTMLElement|null}} root
 * @param {import("./track.js").Tracked[]} tracked
 */
export function useFlip(root, tracked) {
  const seen = useRef(/** @type {Map<string, {box: DOMRect, element: Element}>} */ (new Map()));
  const shown = useRef(/** @type {unknown} */ (null));
  useLayoutEffect(() => {
    const table = root.current;
    if (!table) return;
    const before = seen.current;
    /** @type {typeof before} */
    const after = new Map();
    for (const element of table.querySelectorAll("[data-card]")) {
      // A running animation would be measured half way.
      for (const each of element.getAnimations()) if (each.id === "flip") each.cancel();
      const id = /** @type {HTMLElement} */ (element).dataset.card ?? "";
      after.set(id, { box: element.getBoundingClientRect(), element });
    }
    seen.current = after;
    const first = shown.current === null;
    const changed = shown.current !== tracked;
    shown.current = tracked;
    if (!changed || first || still() || document.hidden) return;
    glide(table, tracked, before, after);
  });
  useLayoutEffect(() => {
    // Boxes go stale when the page scrolls or turns; then nothing should fly.
    const measure = () => {
      for (const [, entry] of seen.current) entry.box = entry.element.getBoundingClientRect();
    };
    addEventListener("scroll", measure, { passive: true, capture: true });
    addEventListener("resize", measure);
    return () => {
      removeEventListener("scroll", measure, { capture: true });
      removeEventListener("resize", measure);
    };
  }, []);
}

/**
 * @param {HTMLElement} table
 * @param {import("./track.js").Tracked[]} tracked
 * @param {Map<string, {box: DOMRect, element: Element}>} before
 * @param {Map<string, {box: DOMRect, element: Element}>} after
 */
function glide(table, tracked, before, after) {
  let delay = 0;
  for (const { id, zone, before: source } of tracked) {
    const was = before.get(String(id));
    const is = after.get(String(id));
    if (is) {
      const from = was?.box ?? anchor(table, source)?.getBoundingClientRect();
      if (!from) continue;
      const { moves, dx, dy, scale: grown } = path(from, is.box);
      const scale = was ? grown : 0.6;
      if (!moves) continue;
      is.element.animate(
        [{ transform: `translate(${dx}px,${dy}px) scale(${scale})`, zIndex: 5 }, { zIndex: 5 }],
        { id: "flip", duration: DURATION, delay, easing: EASING, fill: "backwards" },
      );
      delay = Math.min(delay + 24, 240);
    } else if (was) {
      fly(was, anchor(table, zone)?.getBoundingClientRect());
    }
  }
  // Cards that are in no zone any more fade where they lay.
  const known = new Set(tracked.map(({ id }) => String(id)));
  for (const [id, was] of before) if (!known.has(id) && !after.has(id)) fly(was, undefined);
}

/** @param {{box: DOMRect, element: Element}} was @param {DOMRect|undefined} to */
function fly({ box, element }, to) {
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  document.body.append(ghost);
  const { dx, dy } = to ? path(to, box) : { dx: 0, dy: 8 };
  const end = { transform: `translate(${dx}px,${dy}px) scale(${to ? 0.35 : 0.8})`, opacity: 0 };
  ghost
    .animate([{ opacity: 1 }, { opacity: to ? 0.9 : 0.4, offset: 0.7 }, end], {
      duration: DURATION * 1.25,
      easing: EASING,
    })
    .finished.finally(() => ghost.remove());
}
