import { statSync, statfsSync } from "node:fs";
import path from "node:path";
import { fail, ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

const NODE_NEEDED = [22, 22] as const;
const LOW_BYTES = 200 * 1024 * 1024;
const EMPTY_BYTES = 20 * 1024 * 1024;

/** The Node that runs this. The launcher refuses older ones; a program that embeds Toolgate has no launcher. */
export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isRecent = major > NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor >= NODE_NEEDED[1]);
  if (isRecent) return ok("node", `Node ${version}`);
  return fail("node", `Node ${version} is too old`, `install Node ${NODE_NEEDED.join(".")} or newer`);
}

/** Programs are looked up on PATH: who can write into one of its folders decides what runs. */
export function checkSearchPath(value: string | undefined): readonly Finding[] {
  const entries = (value ?? "").split(":");
  const bad = entries.flatMap((entry) => {
    if (!path.isAbsolute(entry)) {
      const shown = entry === "" ? "an empty entry" : `\`${entry}\``;
      return [warn("path", `PATH has ${shown}, which is not absolute and is passed over`, "take it out of PATH")];
    }
    return checkFolder(entry);
  });
  return bad.length > 0 ? bad : [ok("path", `PATH has ${entries.length} absolute folders that only owners can write`)];
}

function checkFolder(entry: string): readonly Finding[] {
  const stat = statSync(entry, { throwIfNoEntry: false });
  // With the sticky bit others can still add programs, so it does not help here.
  if (stat === undefined || (stat.mode & 0o002) === 0) return [];
  return [fail("path", `anybody can write into ${entry} on PATH`, `chmod o-w ${entry}, or take it out of PATH`)];
}

/** Room for evidence: a call that cannot be recorded does not run. */
export function checkSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `${Math.floor(free / 1024 / 1024)} MiB free for the data folder`;
  if (free >= LOW_BYTES) return ok("space", text);
  const advice = "make room: a call that cannot be recorded does not run";
  return free < EMPTY_BYTES ? fail("space", text, advice) : warn("space", text, advice);
}
