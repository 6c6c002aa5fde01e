import { hash } from "node:crypto";
import path from "node:path";

/** What the system takes as a socket's path, without the zero at its end. */
const MAX_PATH_BYTES = 107;

/**
 * Where the gateway of a workspace listens for this user's own programs; `null` when the path would be too long. One
 * data folder serves many workspaces.
 * @param workspace absolute, links followed
 */
export function toSocketPath(dataFolder: string, workspace: string): string | null {
  const name = `gateway-${hash("sha256", workspace).slice(0, 16)}.sock`;
  const file = path.join(dataFolder, name);
  return Buffer.byteLength(file) > MAX_PATH_BYTES ? null : file;
}
