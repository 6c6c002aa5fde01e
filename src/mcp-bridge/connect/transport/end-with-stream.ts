import type { FetchLike } from "@modelcontextprotocol/client";

/**
 * Tells when the stream of events of a server of 2024 has ended. Its session is over then: another stream would be one that
 * nobody has greeted, and answers to what was asked before come on no stream.
 */
export function endWithStream(fetch: FetchLike, onEnd: () => void): FetchLike {
  return async (url, init) => {
    const answer = await fetch(url, init);
    const isStream = init?.method !== "POST" && answer.headers.get("content-type")?.startsWith("text/event-stream");
    if (isStream !== true || answer.body === null) return answer;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    answer.body.pipeTo(writable).then(onEnd, onEnd);
    return new Response(readable, { status: answer.status, headers: answer.headers });
  };
}
