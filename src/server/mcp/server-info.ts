import { readFileSync } from "node:fs";

/** How Toolgate names itself to clients: the package's name and version. */
export const SERVER_INFO: { readonly name: string; readonly title: string; readonly version: string } = {
  name: "toolgate",
  title: "Toolgate",
  version: readVersion(),
};

function readVersion(): string {
  // The same distance from `src/` and from `dist/`.
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
