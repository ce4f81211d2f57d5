// What the pages use of js-sha256, typed by hand so that `tsc` needs no packages.
export function sha256(message: string | Uint8Array): string;
