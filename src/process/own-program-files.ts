import { fileURLToPath } from "node:url";

/**
 * Absolute paths that a confined place has to show, at the same path and only to be read, for the processes that Toolgate
 * itself puts into it: those of scripts, and the one that leads to the proxy.
 */
export function ownProgramFiles(): readonly string[] {
  const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
  // Without the package's file, Node.js would not know what kind of modules the others are.
  return [process.execPath, at("../../package.json"), at("./bridge"), at("./script")];
}
