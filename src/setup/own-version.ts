import { readFileSync } from "node:fs";

/** The version of this package. */
export const OWN_VERSION: string = readVersion();

function readVersion(): string {
  // The same distance from `src/` and from `dist/`.
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
