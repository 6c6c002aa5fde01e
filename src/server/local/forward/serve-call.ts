import type { Socket } from "node:net";
import type { Runtime } from "../../../call/runtime.ts";
import { splitLines } from "../../mcp/lines/split-lines.ts";
import type { CallReply, CallRequest } from "./call-wire.ts";
import { MAX_LINE_BYTES, parseLine } from "./forward-wire.ts";
import { isServed, toRawCall } from "./to-raw-call.ts";
import { isObject } from "../../../model/json.ts";

/** Makes one call for another process of this user, and tells it what happens. A client that goes away ends its call. */
export async function serveCall(runtime: Runtime, socket: Socket, agent: string): Promise<void> {
  const ended = new AbortController();
  const { promise: asked, resolve: ask } = Promise.withResolvers<CallRequest | string>();
  const take = splitLines(MAX_LINE_BYTES, {
    onLine: (bytes) => {
      if (isAsked) ended.abort();
      isAsked = true;
      ask(parseRequest(bytes.toString("utf8")) ?? "the call cannot be read");
    },
    onTooLong: () => ask(`the call is longer than ${MAX_LINE_BYTES} bytes`),
  });
  let isAsked = false;
  for (const event of ["end", "close"]) {
    socket.once(event, () => {
      ended.abort();
      ask("the client went away");
    });
  }
  socket.on("data", take).resume();
  const request = await asked;
  const send = (reply: CallReply): void => {
    if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
  };
  send(typeof request === "string" ? { kind: "declined", reason: request } : await answer(request));
  socket.end();

  async function answer(call: CallRequest): Promise<CallReply> {
    if (!isServed(call, runtime))
      return { kind: "declined", reason: "the gateway serves another definition of the tool" };
    const raw = await toRawCall(call, agent, runtime);
    const onEvent = (event: Extract<CallReply, { kind: "event" }>["event"]): void => send({ kind: "event", event });
    return { kind: "outcome", outcome: await runtime.call({ ...raw, signal: ended.signal, onEvent }) };
  }
}

/** What the gate does not check itself; the rest of it is judged there like any other call. */
function parseRequest(line: string): CallRequest | null {
  const { tool, args, texts, hints, timeoutMs, hold, definitionHash } = parseLine(line);
  if (typeof tool !== "string" || !isObject(args) || !isTexts(texts) || typeof hold !== "boolean") return null;
  if (timeoutMs !== null && typeof timeoutMs !== "number") return null;
  if (definitionHash !== null && typeof definitionHash !== "string") return null;
  return { tool, args: args, texts, hints, timeoutMs, hold, definitionHash };
}

function isTexts(value: unknown): value is CallRequest["texts"] {
  const isText = (one: unknown): boolean => typeof one === "string";
  return (
    isObject(value) && Object.values(value).every((one) => isText(one) || (Array.isArray(one) && one.every(isText)))
  );
}
