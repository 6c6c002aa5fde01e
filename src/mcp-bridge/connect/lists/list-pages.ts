import type { Client } from "@modelcontextprotocol/client";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { UpstreamError } from "../../upstream.ts";
import { AS_IT_CAME } from "../as-it-came.ts";
import { RAW_RESULT } from "../transport/raw-transport.ts";

const MAX_ENTRIES = 5000;
const MAX_PAGES = 64;
const MAX_BYTES = 16 * 1024 * 1024;

/** What is listed, and the member of a page that holds it. */
export interface Listed {
  readonly method: "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";
  readonly member: "tools" | "resources" | "resourceTemplates" | "prompts";
  /** For messages. */
  readonly what: string;
}

/**
 * A whole list of a server, as sent. A list that is too long, or turns in a circle, is no list: half of one would be taken
 * for all. @throws UpstreamError for such, and what the client throws
 */
export async function listPages(
  client: Pick<Client, "request">,
  { method, member, what }: Listed,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<readonly JsonValue[]> {
  const entries: JsonValue[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, AS_IT_CAME, options);
    const page = (result["_meta"] as JsonObject)[RAW_RESULT] as JsonObject;
    if (!Array.isArray(page[member])) throw refuse(`what it sent as its list of ${what} is none`);
    entries.push(...(page[member] as readonly JsonValue[]));
    bytes += measure(page, what);
    if (entries.length > MAX_ENTRIES) throw refuse(`it has more than ${MAX_ENTRIES} ${what}`);
    if (bytes > MAX_BYTES) throw refuse(`its list of ${what} is longer than ${MAX_BYTES} bytes`);
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined;
    if (cursor !== undefined && seen.has(cursor)) throw refuse(`the pages of its ${what} lead in a circle`);
    if (cursor !== undefined) seen.add(cursor);
    if (seen.size >= MAX_PAGES) throw refuse(`its list of ${what} has more than ${MAX_PAGES} pages`);
  } while (cursor !== undefined);
  return entries;
}

/** Whatever can be written as JSON once more, others may walk through, too. */
function measure(page: JsonObject, what: string): number {
  try {
    return Buffer.byteLength(JSON.stringify(page));
  } catch {
    throw refuse(`its list of ${what} is nested too deeply to be read`);
  }
}

function refuse(reason: string): UpstreamError {
  return new UpstreamError(reason, "this server cannot be used as it is; tell whoever makes it");
}
