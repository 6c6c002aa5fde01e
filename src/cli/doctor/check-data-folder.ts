import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { fail, ok } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** The folder of the database and keys, and everything directly in it, must be its owner's alone. */
export function checkDataFolder(folder: string): readonly Finding[] {
  const entries = readdirSync(folder).map((name) => path.join(folder, name));
  const open = [folder, ...entries].flatMap((place) => checkPrivate(place));
  return open.length > 0 ? open : [ok("data folder", `${folder} is readable by you only`)];
}

function checkPrivate(place: string): readonly Finding[] {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  const uid = process.getuid?.();
  if (uid !== undefined && stat.uid !== uid) {
    return [fail("data folder", `${place} belongs to another user (${stat.uid})`, `chown it to yours (${uid})`)];
  }
  // The mode of a link means nothing, but a link here was not made by Toolgate.
  if (stat.isSymbolicLink()) return [fail("data folder", `${place} is a link`, "remove it: Toolgate makes none here")];
  if ((stat.mode & 0o077) === 0) return [];
  const mode = (stat.mode & 0o777).toString(8);
  return [fail("data folder", `${place} is open to others (${mode})`, `chmod go-rwx ${place}`)];
}
