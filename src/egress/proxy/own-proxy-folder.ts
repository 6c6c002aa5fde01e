import { lstatSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/**
 * The folder (0700) in which the proxies of all gateways of this user open their sockets, made where it is missing. Links
 * followed. One folder for all, so that whoever is confined can be kept from every one of them, also from later ones.
 */
export function ownProxyFolder(): string {
  const shared = join(realpathSync.native(tmpdir()), `toolgate-egress-${userInfo().uid}`);
  try {
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    if (isOwn(shared)) return shared;
  } catch {
    // Whatever stands there under its name is not for proxies.
  }
  return (substitute ??= mkdtempSync(`${shared}-`));
}

/** Others can make a folder of the name first. */
let substitute: string | undefined;

function isOwn(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === userInfo().uid && (stat.mode & 0o077) === 0;
}
