import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { errorResponse } from "./error-response.ts";

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly response: Response };

/** Reads a JSON body of at most `maxBytes`; a longer one is given up as soon as that is known. */
export async function readJsonBody(incoming: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  if (!isJsonContentType(incoming.headers["content-type"])) {
    const message = "expected the header `Content-Type: application/json`";
    return { ok: false, response: errorResponse({ status: 415, message, reason: "UNSUPPORTED_MEDIA_TYPE" }) };
  }
  const declared = Number(incoming.headers["content-length"] ?? 0);
  const bytes = declared > maxBytes ? "too-large" : await collect(incoming, maxBytes);
  if (bytes === "too-large") return { ok: false, response: tooLarge(maxBytes) };
  return bytes === "broken-off" ? { ok: false, response: unparsable() } : parse(bytes);
}

/** Read from Node's own stream: going through a web stream costs more than everything else around a call. */
function collect(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large" | "broken-off"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Buffer | "too-large" | "broken-off"): void => {
      incoming.off("data", take).off("end", end).off("error", abandon).off("close", abandon);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) finish("too-large");
      else chunks.push(chunk);
    };
    const end = (): void => finish(Buffer.concat(chunks));
    const abandon = (): void => finish("broken-off");
    incoming.on("data", take).on("end", end).on("error", abandon).on("close", abandon);
  });
}

function parse(bytes: Buffer): JsonBody {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return { ok: false, response: unparsable() };
  }
}

function unparsable(): Response {
  const message = "Parse error: expected one JSON value in UTF-8 as the body";
  return errorResponse({ status: 400, message, reason: "MALFORMED_CALL", code: -32700 });
}

function tooLarge(maxBytes: number): Response {
  const message = `the body is larger than ${maxBytes} bytes; pass large data as a file`;
  const headers = { connection: "close" };
  return errorResponse({ status: 413, message, reason: "ARGUMENTS_TOO_LARGE", headers });
}
