import { fileURLToPath } from "node:url";

const BRIDGE_FILE = fileURLToPath(new URL(`./bridge-main${import.meta.url.slice(-3)}`, import.meta.url));

/**
 * The same program, for a place without a network of its own: a small process beside it makes the proxy's socket file a
 * port of the loopback device, names it in the usual variables, and ends as the program does, with 128 and the number of
 * a signal. Both need to see `ownProgramFiles()` there. The program gets `handedOn` descriptors, from 3 on.
 */
export function toBridgeArguments(argv: readonly string[], socketFile: string, handedOn = 0): readonly string[] {
  return [process.execPath, BRIDGE_FILE, socketFile, String(handedOn), ...argv];
}
