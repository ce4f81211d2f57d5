// What the pages use of Preact, typed by hand so that `tsc` needs no packages.
export type VNode = any;
export type Children = any;
export type Ref<T> = { current: T };
export function createElement(type: any, props: any, ...children: any[]): VNode;
export function render(tree: VNode, into: Element | DocumentFragment): void;
export function createRef<T>(): Ref<T | null>;
export function createContext<T>(value: T): { Provider: any; Consumer: any };
export const Fragment: any;
