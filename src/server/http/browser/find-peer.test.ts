import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { endianness } from "node:os";
import { describe, expect, it } from "vitest";
import { findPeer, findUsers } from "./find-peer.ts";
import type { Ends } from "./find-peer.ts";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:12CF 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 1 1 0 100 0 0 10 0
   1: 0100007F:8001 0100007F:12CF 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:12CF 0100007F:8001 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
   3: 0100007F:8002 0100007F:12CF 06 00000000:00000000 03:00000ABC 00000000     0        0 0 3 0
   4: 0200007F:8001 0200007F:12CF 01 00000000:00000000 00:00000000 00000000    33        0 4 1 0 20 4 30 10 -1
   5: 00000000000000000000000001000000:8001 00000000000000000000000001000000:12CF 01 00000000:00000000 00:00000000 00000000  1002        0 5 1 0 20 4 30 10 -1
`;

const [SERVER, BROWSER] = [0x12cf, 0x8001];

/** A connection as the side that is asked has it. */
const toEnds = (remoteAddress: string, remotePort: number, localAddress: string, localPort: number): Ends => ({
  remoteAddress,
  remotePort,
  localAddress,
  localPort,
});

// Tables have addresses in the byte order of the machine.
describe.runIf(endianness() === "LE")("who is at the other end of a connection, by a table", () => {
  it.each<[what: string, ends: Ends, users: readonly string[]]>([
    ["is the user of that end", toEnds("127.0.0.1", BROWSER, "127.0.0.1", SERVER), ["1000"]],
    ["is the same for an end of IPv6", toEnds("::ffff:127.0.0.1", BROWSER, "::ffff:127.0.0.1", SERVER), ["1000"]],
    ["is the user of our end, asked from there", toEnds("127.0.0.1", SERVER, "127.0.0.1", BROWSER), ["1001"]],
    ["is nobody else with the same ports", toEnds("127.0.0.3", BROWSER, "127.0.0.1", SERVER), []],
    ["is nobody else who came to another address", toEnds("127.0.0.2", BROWSER, "127.0.0.1", SERVER), []],
    ["is found by IPv6", toEnds("::1", BROWSER, "::1", SERVER), ["1002"]],
    ["is nobody any more once the connection is over", toEnds("127.0.0.1", 0x8002, "127.0.0.1", SERVER), []],
  ])("%s", (_, ends, users) => {
    expect(findUsers(TABLE, ends)).toEqual(users);
  });
});

describe("who is at the other end of a connection", () => {
  it.runIf(process.platform === "linux")("is the user of a process of this machine", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const [socket] = (await once(server, "connection")) as [Socket];
    expect(await findPeer(socket)).toBe(`user ${process.getuid?.() ?? ""}`);
    client.destroy();
    socket.destroy();
    server.close();
  });

  it("is its address on another machine, and unknown once it is gone", async () => {
    expect(await findPeer({ remoteAddress: "172.17.0.2", remotePort: 1 })).toBe("172.17.0.2");
    expect(await findPeer({})).toBeNull();
  });
});
