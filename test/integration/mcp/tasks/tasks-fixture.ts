import type { RawCall } from "../../../../src/model/call.ts";
import type { Outcome } from "../../../../src/model/outcome.ts";
import { toTool } from "../../../fixtures/runtime/sample-tools.ts";
import { send, serve, TOKEN } from "../http-fixture.ts";
import type { Served } from "../http-fixture.ts";

const FORM = { type: "object", properties: { name: { type: "string" } } };

const META = "io.modelcontextprotocol";

export interface Rpc {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Caller {
  /** @default that of Alice */
  readonly token?: string;
  /** @default true */
  readonly declares?: boolean;
  /** @default a client that can show forms */
  readonly elicitation?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request of 2026-07-28, as a client writes it. */
export function toRequest(method: string, params: object, { declares = true, elicitation = {} }: Caller = {}): object {
  const extensions = declares ? { extensions: { [`${META}/tasks`]: {} } } : {};
  const _meta = {
    [`${META}/protocolVersion`]: "2026-07-28",
    [`${META}/clientInfo`]: { name: "raw", version: "1" },
    [`${META}/clientCapabilities`]: { elicitation, ...extensions },
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
}

export function toHeaders(method: string, params: object, { token = TOKEN, headers = {} }: Caller = {}): object {
  const { name, taskId } = params as { readonly name?: string; readonly taskId?: string };
  const of = name ?? taskId;
  return {
    authorization: `Bearer ${token}`,
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(of === undefined ? {} : { "mcp-name": of }),
    ...headers,
  };
}

export async function rpc(url: URL, method: string, params: object, caller: Caller = {}): Promise<Rpc> {
  const headers = toHeaders(method, params, caller) as Record<string, string>;
  const { status, text } = await send(url, { headers, body: JSON.stringify(toRequest(method, params, caller)) });
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6));
  return { status, ...(JSON.parse(data.at(-1) ?? text) as object) };
}

export interface SlowTool extends Served {
  /** Lets every call of `slow` that waits go on. */
  release(text: string): void;
  call(name: string, caller?: Caller, more?: object): Promise<Rpc>;
  get(taskId: string, caller?: Caller): Promise<Rpc>;
  cancel(taskId: string, caller?: Caller): Promise<Rpc>;
  update(taskId: string, inputResponses: object): Promise<Rpc>;
  /** Waits for a status. */
  until(taskId: string, status: string): Promise<Record<string, unknown>>;
}

/** A gateway whose tools wait for the test. */
export async function serveSlow(): Promise<SlowTool> {
  const served = await serve();
  const { runtime, url } = served;
  const waiting = new Set<(text: string) => void>();
  const wait = (raw: RawCall): Promise<string | null> =>
    new Promise((resolve) => {
      waiting.add(resolve);
      raw.signal?.addEventListener("abort", () => resolve(null), { once: true });
    });
  const slow = async (
    raw: RawCall,
    outcome: Parameters<Parameters<typeof runtime.addTool>[1]>[1],
  ): Promise<Outcome> => {
    const text = await wait(raw);
    return text === null ? outcome.failed("CANCELLED", "the call was cancelled") : outcome.success(text);
  };
  runtime.addTool(toTool("slow"), slow);
  runtime.addTool(toTool("always", { task: "required" }), (_raw, outcome) => outcome.success("quick"));
  runtime.addTool(toTool("never", { task: "never" }), slow);
  runtime.addTool(toTool("tells"), (raw, outcome) => {
    raw.onEvent?.({ kind: "progress", progress: 1, total: 2, message: "half\u001b[31m" });
    return slow(raw, outcome);
  });
  runtime.addTool(toTool("breaks"), async (raw, outcome) => {
    await wait(raw);
    return outcome.failed("UPSTREAM_FAILED", "the call broke");
  });
  runtime.addTool(toTool("asks"), async (raw, outcome) => {
    const signal = raw.signal ?? new AbortController().signal;
    const ask = (message: string) =>
      raw.ask?.({ key: "who", kind: "form", server: "up", message, schema: FORM }, signal);
    const first = (raw.args as { readonly text?: string }).text === "at once" ? await ask("at once") : null;
    await wait(raw);
    const second = await ask("first");
    const third = await ask("second");
    return outcome.success(JSON.stringify([first, second, third]));
  });
  const of = (method: string) => (taskId: string, caller?: Caller) => rpc(url, `tasks/${method}`, { taskId }, caller);
  return {
    ...served,
    release(text) {
      for (const resolve of waiting) resolve(text);
      waiting.clear();
    },
    call: (name, caller, more) => rpc(url, "tools/call", { name, arguments: {}, ...more }, caller),
    get: of("get"),
    cancel: of("cancel"),
    update: (taskId, inputResponses) => rpc(url, "tasks/update", { taskId, inputResponses }),
    async until(taskId, status) {
      for (let turn = 0; turn < 500; turn += 1) {
        const { result = {} } = await of("get")(taskId);
        if (result["status"] === status) return result;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`task never became ${status}`);
    },
  };
}
