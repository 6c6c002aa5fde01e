import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Runtime } from "../../call/runtime.ts";

const FILE = "local-agent-token";
/** The agent that the printed entries stand for. */
const AGENT = "local-http";

/**
 * The token that `serve` prints. The store keeps only its hash, so the text is kept in a file of the data folder that
 * only its owner can read, and a restart prints the same one. A revoked or unknown one is replaced.
 */
export async function obtainLocalToken({ config, control }: Runtime): Promise<string> {
  const file = path.join(config.dataFolder, FILE);
  const kept = await readPrivate(file);
  if (kept !== null && (await control.authenticate(kept)) !== null) return kept;
  const owner = await control.owner();
  const { principal } = owner;
  const { token } = await control.createToken({ principal, agent: AGENT, roles: ["agent"], expiresAt: null }, owner);
  await writePrivate(file, token);
  return token;
}

/** The text, or `null` when there is none that only we can have written. */
async function readPrivate(file: string): Promise<string | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    const isOurs = stat.isFile() && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0 && stat.size < 1000;
    return isOurs ? (await handle.readFile("utf8")).trim() : null;
  } finally {
    await handle.close();
  }
}

/** Two servers that start at once must not leave half of each; the last one to be renamed stays, and both are valid. */
async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${text}\n`);
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
