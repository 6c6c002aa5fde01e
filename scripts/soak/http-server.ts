import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A process of its own, so that what it keeps is not taken for the gateway's. It tells its port to whoever started it. */
const body = JSON.stringify({ items: Array.from({ length: 12 }, (_, id) => ({ id, name: `item ${id}` })) });
const server = createServer(({ url }, response) => {
  // Never answered: who asked has to give up.
  if (url === "/slow") return;
  if (url === "/cut") {
    response.writeHead(200, { "content-length": body.length });
    response.write(body.slice(0, 10), () => response.destroy());
    return;
  }
  response.writeHead(url === "/fails" ? 503 : 200, { "content-type": "application/json" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
