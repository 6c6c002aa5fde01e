import { lstatSync, statSync } from "node:fs";
import path from "node:path";

export type JudgedSocket =
  | { readonly kind: "usable" }
  /** No gateway runs. */
  | { readonly kind: "absent" }
  /** Somebody else could have put it there. */
  | { readonly kind: "open"; readonly message: string };

/** Whether what stands at a gateway's place is this user's own. */
export function judgeSocket(socketPath: string): JudgedSocket {
  const folder = statSync(path.dirname(socketPath), { throwIfNoEntry: false });
  const socket = lstatSync(socketPath, { throwIfNoEntry: false });
  if (folder === undefined || socket === undefined) return { kind: "absent" };
  const uid = process.getuid?.();
  if (!socket.isSocket()) return open(`${socketPath} is no socket`);
  if (socket.uid !== uid || (socket.mode & 0o077) !== 0) return open(`${socketPath} is open to other users`);
  if (folder.uid !== uid || (folder.mode & 0o022) !== 0) return open(`others may write in ${path.dirname(socketPath)}`);
  return { kind: "usable" };
}

function open(message: string): JudgedSocket {
  return { kind: "open", message };
}
