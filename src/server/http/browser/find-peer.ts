import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** Where Linux lists the connections of this machine. */
const TABLES: readonly string[] = ["/proc/net/tcp", "/proc/net/tcp6"];
const ESTABLISHED = "01";

/** The two ends of a connection, as its socket here knows them. */
export type Ends = {
  readonly [End in "remoteAddress" | "remotePort" | "localAddress" | "localPort"]?: Socket[End] | undefined;
};

/**
 * Who is at the other end of a connection, to tell the browser that logged in from others that hold its cookie: the address,
 * and for this machine the number of its user, where the system says it. `null`: that cannot be told now.
 */
export async function findPeer(ends: Ends): Promise<string | null> {
  const { remoteAddress } = ends;
  if (remoteAddress === undefined) return null;
  if (!/^(::ffff:)?127\.|^::1$/.test(remoteAddress)) return remoteAddress;
  const tables = await Promise.all(TABLES.map((file) => readFile(file, "utf8").catch(() => null)));
  if (tables.every((table) => table === null)) return "this machine";
  const users = new Set(tables.flatMap((table) => findUsers(table ?? "", ends)));
  const [user] = users;
  return users.size === 1 ? `user ${user ?? ""}` : null;
}

/**
 * Of whoever has the other end, by the columns of a table. All four parts of a connection count: a line may be missing from a
 * table that changes while it is read, and that of somebody else with the same ports must not stand in for it.
 */
export function findUsers(
  table: string,
  { remoteAddress, remotePort, localAddress, localPort }: Ends,
): readonly string[] {
  const [theirs, ours] = [toPlaces(remoteAddress, remotePort), toPlaces(localAddress, localPort)];
  return table.split("\n").flatMap((line) => {
    const [, local = "", remote = "", state, , , , user] = line.trim().split(/\s+/);
    const isIt = state === ESTABLISHED && theirs.includes(local) && ours.includes(remote);
    return isIt && user !== undefined ? [user] : [];
  });
}

/** How the tables write an end on this machine itself. One of IPv4 may be in that of IPv6. */
function toPlaces(address: string | undefined, port: number | undefined): readonly string[] {
  if (address === undefined || port === undefined) return [];
  const toPlace = (words: readonly number[]): string =>
    `${words.map(toHex).join("")}:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  if (address === "::1") return [toPlace([0, 0, 0, 1])];
  const word = Buffer.from(address.replace("::ffff:", "").split(".").map(Number)).readUInt32BE();
  return [toPlace([word]), toPlace([0, 0, 0xffff, word])];
}

/** Each four bytes of an address are a number of the machine. */
function toHex(word: number): string {
  const bytes = Buffer.alloc(4);
  if (endianness() === "LE") bytes.writeUInt32LE(word);
  else bytes.writeUInt32BE(word);
  return bytes.toString("hex").toUpperCase();
}
