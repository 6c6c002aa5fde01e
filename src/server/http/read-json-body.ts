import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { errorResponse } from "./error-response.ts";
import { readBody } from "./read-body.ts";

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly response: Response };

/** Reads a JSON body of at most `maxBytes`; a longer one is given up as soon as that is known. */
export async function readJsonBody(incoming: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  if (!isJsonContentType(incoming.headers["content-type"])) {
    return { ok: false, response: unsupported("expected the header `Content-Type: application/json`") };
  }
  if ((incoming.headers["content-encoding"] ?? "identity") !== "identity") {
    return { ok: false, response: unsupported("expected a body as it is, without `Content-Encoding`") };
  }
  const declared = Number(incoming.headers["content-length"] ?? 0);
  const bytes = declared > maxBytes ? "too-large" : await readBody(incoming, maxBytes);
  if (bytes === "too-large") return { ok: false, response: tooLarge(maxBytes) };
  return bytes === "broken-off" ? { ok: false, response: unparsable() } : parse(bytes);
}

/** Each of whole texts: nothing of one is left for the next. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): JsonBody {
  try {
    return { ok: true, value: JSON.parse(UTF_8.decode(bytes)) as unknown };
  } catch {
    return { ok: false, response: unparsable() };
  }
}

function unsupported(message: string): Response {
  return errorResponse({ status: 415, message, reason: "UNSUPPORTED_MEDIA_TYPE" });
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
