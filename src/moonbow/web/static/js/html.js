// Preact and htm, joined: `html` writes what a component shows.

import htm from "../vendor/htm.module.js";
import { createElement } from "../vendor/preact.module.js";

export const html = htm.bind(createElement);
export { Fragment, createElement, render } from "../vendor/preact.module.js";
export {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../vendor/hooks.module.js";
