import { readFileSync, readdirSync } from "node:fs";
import { ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Every process of a call inherits this variable; its value is the call's id. */
const MARKER = /(?:^|\0)TOOLGATE_CALL=([^\0]*)/;

/**
 * Processes of calls that are over. Only looks where the system shows environments, as Linux does.
 *
 * @param isOver whether a call is one of this history, and has ended: another gateway's calls are its own business
 */
export async function checkLeftovers(isOver: (callId: string) => Promise<boolean>): Promise<Finding> {
  const marked = await Promise.all(listMarked().map(async (each) => ({ ...each, over: await isOver(each.callId) })));
  const left = marked.filter(({ over }) => over);
  if (left.length === 0) return ok("processes", "no process of an ended call is left");
  const list = left.map(({ pid }) => pid).join(", ");
  return warn(
    "processes",
    `processes of calls that are over still run: ${list}`,
    `look at them and end them: kill ${list}`,
  );
}

function listMarked(): readonly { readonly pid: number; readonly callId: string }[] {
  const names = readNames("/proc").filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    const callId = MARKER.exec(readText(`/proc/${name}/environ`))?.[1];
    return callId === undefined || Number(name) === process.pid ? [] : [{ pid: Number(name), callId }];
  });
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Other users' processes, and those that just ended, cannot be read; they are not ours to report. */
function readText(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
