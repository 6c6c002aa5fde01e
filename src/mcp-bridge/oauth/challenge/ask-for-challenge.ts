import type { FetchLike } from "@modelcontextprotocol/client";
import { readChallenge } from "./read-challenge.ts";
import type { ServerChallenge } from "./read-challenge.ts";

/** What every server understands that wants a login for anything. */
const QUESTION = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/**
 * Asks a server for something without a token, to hear what it wants of one. `null`: it wants none, or cannot be asked, which is
 * no reason to give up.
 */
export async function askForChallenge(serverUrl: string, fetch: FetchLike): Promise<ServerChallenge | null> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  try {
    const { status, headers: answered } = await fetch(serverUrl, { method: "POST", headers, body: QUESTION });
    return status === 401 ? readChallenge(answered, serverUrl) : null;
  } catch {
    return null;
  }
}
