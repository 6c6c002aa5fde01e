import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";
import { isObject } from "../../../model/json.ts";
import type { JsonObject } from "../../../model/json.ts";
import { UpstreamError } from "../../upstream.ts";

type SendOptions = Parameters<Transport["send"]>[1];
type Incoming = Parameters<NonNullable<Transport["onmessage"]>>;

/** Where in `_meta` of a result the untouched one is. */
export const RAW_RESULT = "toolgate/raw";

/** Their results are looked at by Toolgate, not by the library: it would refuse a list for one tool, or change a value. */
const RAW_METHODS: Readonly<Record<string, object>> = {
  "tools/list": { tools: [], ttlMs: 0, cacheScope: "private" },
  "tools/call": { content: [] },
  "resources/list": { resources: [], ttlMs: 0, cacheScope: "private" },
  "resources/templates/list": { resourceTemplates: [], ttlMs: 0, cacheScope: "private" },
  "resources/read": { contents: [], ttlMs: 0, cacheScope: "private" },
  "prompts/list": { prompts: [], ttlMs: 0, cacheScope: "private" },
  "prompts/get": { messages: [] },
  "completion/complete": { completion: { values: [] } },
};
const GREETINGS: readonly string[] = ["initialize", "server/discover"];
/** Characters of headers that are made of arguments, all together: most servers take no more of all headers than twice that. */
const MAX_ARGUMENT_HEADERS = 8 * 1024;
/** Questions of the server that are open at once: until it has taken the answer, which it need not. */
const MAX_INCOMING = 16;

/**
 * Stands between the library's client and a transport: lets only answers through that were asked for, hands results on as
 * they came, and ends what an answer's stream ended without.
 */
export class RawTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (...incoming: Incoming) => void;
  /** What the server said of itself when it was first asked, as sent. */
  greeting: JsonObject | null = null;
  /** Called with the id of each request of ours right before it is sent. */
  onasked?: (id: RequestId) => void;
  readonly #inner: Transport;
  readonly #asked = new Map<RequestId, string>();
  readonly #incoming = new Set<RequestId>();
  #refusing = 0;
  #isModern = false;

  constructor(inner: Transport) {
    this.#inner = inner;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (...incoming: Incoming) => {
      try {
        this.#take(...incoming);
      } catch (error) {
        // Whatever a server sends must not end what reads it.
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    };
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#isModern = version >= "2026-07-28";
    this.#inner.setProtocolVersion?.(version);
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (!("method" in message)) {
      const { id } = message;
      const forget = (): boolean => id !== undefined && this.#incoming.delete(id);
      return this.#inner.send(message, options).finally(forget);
    }
    if (!("id" in message)) {
      const cancelled = message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined;
      if (typeof cancelled === "string" || typeof cancelled === "number") this.#asked.delete(cancelled);
      return this.#inner.send(message, options);
    }
    const { id, method } = message;
    if (this.hasPerRequestStream) refuseLongHeaders(options?.headers ?? {});
    this.#asked.set(id, method);
    this.onasked?.(id);
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      this.#answerFor(id);
    };
    options?.requestSignal?.addEventListener("abort", () => this.#asked.delete(id), { once: true });
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd });
    } catch (error) {
      this.#asked.delete(id);
      throw error;
    }
  }

  #take(message: Incoming[0], extra: Incoming[1]): void {
    if ("method" in message) {
      if ("id" in message && !this.#admit(message.id)) return;
      this.onmessage?.(message, extra);
      return;
    }
    const { id } = message;
    const method = id === undefined ? undefined : this.#asked.get(id);
    // Twice, late, or to what was never asked.
    if (id === undefined || method === undefined) return;
    this.#asked.delete(id);
    if (!isAnswer(message)) {
      this.#answerWith(id, "the answer is no message of the protocol");
      return;
    }
    if (!("result" in message)) {
      this.onmessage?.(message, extra);
      return;
    }
    const result: unknown = message.result;
    if (!isObject(result)) {
      this.#answerWith(id, "the answer is not an object");
      return;
    }
    if (GREETINGS.includes(method)) this.greeting = result;
    this.onmessage?.({ ...message, result: this.#wrap(method, result) } as Incoming[0], extra);
  }

  #wrap(method: string, result: JsonObject): object {
    const stand = Object.hasOwn(RAW_METHODS, method) ? RAW_METHODS[method] : undefined;
    const resultType = result["resultType"];
    if (stand === undefined || (this.#isModern && resultType === "input_required")) return result;
    // The library knows no tasks; where one is no answer, that is seen in the result.
    const known = this.#isModern && resultType === "task" ? "complete" : resultType;
    return { ...(known === undefined ? {} : { resultType: known }), ...stand, _meta: { [RAW_RESULT]: result } };
  }

  #admit(id: RequestId): boolean {
    if (this.#incoming.size < MAX_INCOMING && !this.#incoming.has(id)) {
      this.#incoming.add(id);
      return true;
    }
    if (this.#refusing >= MAX_INCOMING) return false;
    const error = { code: -32000, message: "too many open requests" };
    this.#refusing += 1;
    const end = (): unknown => (this.#refusing -= 1);
    this.#inner.send({ jsonrpc: "2.0", id, error }).then(end, end);
    return false;
  }

  /** The library waits on when the stream that an answer was to come on has ended. */
  #answerFor(id: RequestId): void {
    if (this.#asked.delete(id)) this.#answerWith(id, "the answer broke off before it was complete");
  }

  #answerWith(id: RequestId, message: string): void {
    this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32000, message } });
  }
}

/** The library drops any other without a word, and the call would wait for its time to be over. */
function isAnswer(message: object): boolean {
  const { jsonrpc, result, error } = message as JsonObject;
  if (jsonrpc !== "2.0" || !Object.keys(message).every((key) => ANSWER_KEYS.includes(key))) return false;
  if (error === undefined) return result !== undefined;
  if (result !== undefined || !isObject(error)) return false;
  return Number.isInteger(error["code"]) && typeof error["message"] === "string";
}

const ANSWER_KEYS: readonly string[] = ["jsonrpc", "id", "result", "error"];

function refuseLongHeaders(headers: Readonly<Record<string, string>>): void {
  const length = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length <= MAX_ARGUMENT_HEADERS) return;
  const message = `arguments that its tool wants in headers are ${length} characters long there; at most ${MAX_ARGUMENT_HEADERS} are sent`;
  throw new UpstreamError(message, "send less in them");
}

/** The library tells a program from a place on the network by these two. */
export class RawChildTransport extends RawTransport {
  readonly stderr: null = null;
  readonly pid: null = null;
}
