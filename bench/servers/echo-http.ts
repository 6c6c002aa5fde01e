import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers every request with the same 1024 bytes. */
const body = Buffer.alloc(1024, "x");
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
