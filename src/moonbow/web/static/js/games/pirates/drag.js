// Cards are dragged where there is room for it; everywhere they can be tapped.

import { useEffect, useRef } from "../../html.js";

/**
 * What is being dragged: the card that was pressed, and those that go along.
 * @typedef {object} Dragged
 * @property {number} x
 * @property {number} y
 * @property {HTMLElement} source
 * @property {number[]} ids
 * @property {HTMLElement[]} ghosts
 */

const SLACK = 6; // px before a press becomes a drag

/**
 * Under `root`, cards that are buttons can be dragged to elements with `data-drop="ZONE"`.
 * @param {{current: HTMLElement|null}} root
 * @param {object} wants
 * @param {boolean} wants.on
 * @param {(id: number) => number[]} wants.take  the ids that go along
 * @param {(ids: number[], zone: string, side: "low"|"high") => void} wants.drop
 */
export function useDrag(root, wants) {
  const latest = useRef(wants);
  latest.current = wants;
  useEffect(() => {
    const table = root.current;
    if (!table) return;
    /** @type {Dragged|null} */
    let drag = null;
    /** @type {HTMLElement|null} */
    let over = null;

    /** @param {PointerEvent} event */
    const zoneAt = ({ clientX, clientY }) =>
      /** @type {HTMLElement|null} */ (
        document.elementFromPoint(clientX, clientY)?.closest("[data-drop]") ?? null
      );
    /** @param {HTMLElement|null} zone */
    const mark = (zone) => {
      if (zone === over) return;
      if (over) delete over.dataset.over;
      if (zone) zone.dataset.over = "";
      over = zone;
    };
    /** @param {PointerEvent} event */
    const press = (event) => {
      const source = /** @type {HTMLElement} */ (event.target).closest("button[data-card]");
      if (!source || event.button !== 0 || !latest.current.on) return;
      drag = {
        x: event.clientX,
        y: event.clientY,
        source: /** @type {HTMLElement} */ (source),
        ids: [],
        ghosts: [],
      };
    };
    /** @param {PointerEvent} event */
    const carry = (event) => {
      if (!drag) return;
      const dx = event.clientX - drag.x;
      const dy = event.clientY - drag.y;
      if (!drag.ghosts.length) {
        if (Math.hypot(dx, dy) < SLACK) return;
        lift(drag);
      }
      for (const ghost of drag.ghosts) ghost.style.transform = `translate(${dx}px,${dy}px)`;
      mark(zoneAt(event));
    };
    /** @param {Dragged} held */
    const lift = (held) => {
      held.ids = latest.current.take(Number(held.source.dataset.card));
      table.dataset.dragging = "";
      const box = held.source.getBoundingClientRect();
      held.ids.forEach((id, place) => {
        const card = table.querySelector(`[data-card="${id}"]`);
        if (!card) return;
        const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
        ghost.removeAttribute("data-card");
        ghost.classList.remove("chosen");
        ghost.classList.add("ghost", "dragged");
        Object.assign(ghost.style, {
          left: `${box.left + place * 16}px`,
          top: `${box.top + place * 3}px`,
          width: `${box.width}px`,
          height: `${box.height}px`,
        });
        document.body.append(ghost);
        held.ghosts.push(ghost);
      });
    };
    const letGo = () => {
      drag?.ghosts.forEach((ghost) => ghost.remove());
      delete table.dataset.dragging;
      mark(null);
      drag = null;
    };
    /** @param {PointerEvent} event */
    const release = (event) => {
      if (!drag) return;
      const { ids, ghosts } = drag;
      const zone = ghosts.length ? zoneAt(event) : null;
      const box = zone?.getBoundingClientRect();
      letGo();
      if (!ghosts.length) return;
      // A drag is no tap.
      const swallow = (/** @type {Event} */ click) => {
        click.stopPropagation();
        click.preventDefault();
      };
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      if (!zone || !box) return;
      const side = event.clientX < box.left + box.width / 2 ? "low" : "high";
      latest.current.drop(ids, zone.dataset.drop ?? "", side);
    };
    table.addEventListener("pointerdown", press);
    addEventListener("pointermove", carry);
    addEventListener("pointerup", release);
    addEventListener("pointercancel", letGo);
    return () => {
      letGo();
      table.removeEventListener("pointerdown", press);
      removeEventListener("pointermove", carry);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", letGo);
    };
  }, []);
}
