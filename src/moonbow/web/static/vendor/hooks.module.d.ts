// What the pages use of Preact's hooks, typed by hand so that `tsc` needs no packages.
import type { Ref } from "./preact.module.js";
export function useState<T>(first: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useRef<T>(first: T): Ref<T>;
export function useMemo<T>(make: () => T, when: readonly unknown[]): T;
export function useCallback<T extends Function>(made: T, when: readonly unknown[]): T;
export function useEffect(run: () => void | (() => void), when?: readonly unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), when?: readonly unknown[]): void;
export function useContext<T>(context: { Provider: any; Consumer: any }): T;
export function useId(): string;
