import { accessSync, constants, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { findSecret } from "../../policy/protected-paths/denied-files.ts";
import { ACCOUNT_FILES, HOME_SECRETS, SYSTEM_SECRETS } from "./hidden-places.ts";
import { holdsPassword } from "./holds-password.ts";

/**
 * What no confined program sees unless the operator grants it: credentials of the home folder and of the system, as far
 * as they exist and could be opened. Absolute, links followed.
 */
export function listCredentials(home: string): readonly string[] {
  const inHome = [...HOME_SECRETS, ...readNames(home).filter((name) => findSecret(path.join(home, name)) !== null)];
  const hostKeys = readNames(HOST_KEYS).filter((name) => name.endsWith("_key"));
  const places = [
    ...inHome.map((name) => path.join(home, name)),
    ...SYSTEM_SECRETS,
    ...ACCOUNT_FILES,
    ...hostKeys.map((name) => path.join(HOST_KEYS, name)),
  ];
  return [...new Set(places.flatMap(toReal))];
}

/** Beside the settings of ssh, which programs need. */
const HOST_KEYS = "/etc/ssh";

/** A program has no rights that Toolgate does not have, so what cannot be opened needs no cover; nor does what is empty. */
function toReal(place: string): readonly string[] {
  try {
    // Most are not there, and to throw for each of them would cost more than all the rest of the look.
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) return [];
    accessSync(place, constants.R_OK);
    const isEmpty = found.isDirectory() ? readdirSync(place).length === 0 : found.size === 0;
    if (ACCOUNT_FILES.includes(place) && !holdsPassword(place)) return [];
    return isEmpty ? [] : [realpathSync.native(place)];
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
