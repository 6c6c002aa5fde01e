import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { findPeer, findUsers } from "./find-peer.ts";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:12CF 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 1 1 0 100 0 0 10 0
   1: 0100007F:8001 0100007F:12CF 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:12CF 0100007F:8001 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
   3: 0100007F:8002 0100007F:12CF 06 00000000:00000000 03:00000ABC 00000000     0        0 0 3 0
   4: 0200007F:8001 0200007F:12CF 01 00000000:00000000 00:00000000 00000000    33        0 4 1 0 20 4 30 10 -1
`;

describe("who is at the other end of a connection", () => {
  it.each<[what: string, from: number, to: number, users: readonly string[]]>([
    ["is the user of its own end", 0x12cf, 0x8001, ["1001"]],
    ["is unclear where others have the same two ports", 0x8001, 0x12cf, ["1000", "33"]],
    ["is nobody any more once the connection is over", 0x8002, 0x12cf, []],
  ])("%s", (_, from, to, users) => {
    expect(findUsers(TABLE, from, to)).toEqual(users);
  });

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
    expect(await findPeer({ remoteAddress: "172.17.0.2", remotePort: 1, localPort: 2 })).toBe("172.17.0.2");
    expect(await findPeer({ remoteAddress: undefined, remotePort: undefined, localPort: undefined })).toBeNull();
  });
});
