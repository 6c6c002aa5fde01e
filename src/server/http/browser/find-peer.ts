import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Where Linux lists the connections of this machine. */
const TABLES: readonly string[] = ["/proc/net/tcp", "/proc/net/tcp6"];
const ESTABLISHED = "01";

type Ends = { readonly [End in "remoteAddress" | "remotePort" | "localPort"]?: Socket[End] | undefined };

/**
 * Who is at the other end of a connection, to tell the browser that logged in from others that hold its cookie: the address,
 * and for this machine the number of its user, where the system says it. `null`: that cannot be told now.
 */
export async function findPeer({ remoteAddress, remotePort, localPort }: Ends): Promise<string | null> {
  if (remoteAddress === undefined || remotePort === undefined || localPort === undefined) return null;
  if (!/^(::ffff:)?127\.|^::1$/.test(remoteAddress)) return remoteAddress;
  const tables = await Promise.all(TABLES.map((file) => readFile(file, "utf8").catch(() => null)));
  if (tables.every((table) => table === null)) return "this machine";
  const users = new Set(tables.flatMap((table) => findUsers(table ?? "", remotePort, localPort)));
  const [user] = users;
  // Somebody else may use the same two ports at other addresses, and be taken for this one.
  return users.size === 1 ? `user ${user ?? ""}` : null;
}

/** Of whoever has a connection from one port to another, by the columns of the table. */
export function findUsers(table: string, from: number, to: number): readonly string[] {
  return table.split("\n").flatMap((line) => {
    const [, local = "", remote = "", state, , , , user] = line.trim().split(/\s+/);
    const isIt = state === ESTABLISHED && portOf(local) === from && portOf(remote) === to;
    return isIt && user !== undefined ? [user] : [];
  });
}

function portOf(place: string): number {
  return Number.parseInt(place.slice(place.lastIndexOf(":") + 1), 16);
}
