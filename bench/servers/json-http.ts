import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers every request with the same JSON of about 1 KiB. */
const items = Array.from({ length: 12 }, (_, id) => ({
  id,
  name: `item ${id}`,
  url: `https://example.org/items/${id}`,
  open: true,
}));
const body = Buffer.from(JSON.stringify({ items }));
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
