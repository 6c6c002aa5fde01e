import { fileURLToPath } from "node:url";

const BRIDGE_FILE = fileURLToPath(new URL(`./bridge-main${import.meta.url.slice(-3)}`, import.meta.url));

/** Says that descriptor 3 is for what the program reports. */
export const REPORTS = "reports";

/**
 * The same program, for a place without a network of its own: a small process beside it makes the proxy's socket file a
 * port of the loopback device, names it in the usual variables, and ends as the program does, with 128 and the number of
 * a signal. Both need to see `ownProgramFiles()` there. The program gets descriptor 3 where it `reportsExit`.
 */
export function toBridgeArguments(argv: readonly string[], socketFile: string, reportsExit = false): readonly string[] {
  return [process.execPath, BRIDGE_FILE, socketFile, reportsExit ? REPORTS : "quiet", ...argv];
}
