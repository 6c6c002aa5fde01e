import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { findSecret } from "../../policy/protected-paths/denied-files.ts";
import { HOME_SECRETS, SYSTEM_SECRETS } from "./hidden-places.ts";

/**
 * What no confined program sees unless the operator grants it: credentials of the home folder and of the system, as far
 * as they exist and could be opened. Absolute, links followed.
 */
export function listCredentials(home: string): readonly string[] {
  const inHome = [...HOME_SECRETS, ...readNames(home).filter((name) => findSecret(path.join(home, name)) !== null)];
  const places = [...inHome.map((name) => path.join(home, name)), ...SYSTEM_SECRETS];
  return [...new Set(places.flatMap(toReal))];
}

/** A program has no rights that Toolgate does not have, so what cannot be opened needs no cover. */
function toReal(place: string): readonly string[] {
  try {
    accessSync(place, constants.R_OK);
    return [realpathSync.native(place)];
  } catch {
    return [];
  }
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
