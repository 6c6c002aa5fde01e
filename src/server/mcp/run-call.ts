import type { CallEvent } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { McpConnection } from "./create-mcp-server.ts";
import { refuseIncapable } from "./elicit/refuse-incapable.ts";
import { runAsking } from "./elicit/run-asking.ts";
import type { Answered } from "./elicit/run-asking.ts";
import { createLogSender } from "./log-sender.ts";
import { showOutcomeLinks } from "./offers/show-outcome-links.ts";
import { toHints } from "./read-list-hints.ts";
import { createProgress } from "./progress.ts";
import type { Progress } from "./progress.ts";
import { readTrace } from "./read-trace.ts";
import type { Departure } from "./tasks/departure.ts";
import type { RequestContext } from "./request-context.ts";

/** One request of a client that becomes a call. */
export interface CallRequest {
  readonly tool: string;
  readonly args: unknown;
}

/** Runs it for whoever sent it, as long as the client is there; it may come back with questions instead of an end. */
export async function runCall(
  request: CallRequest,
  context: RequestContext,
  connection: McpConnection,
): Promise<Exclude<Answered<Outcome>, { kind: "left" }>> {
  const answered = await runLeaving(request, context, connection, null);
  if (answered.kind === "left") throw new Error("a call left its request, and nobody was to have it");
  return answered;
}

/** As `runCall`; the call may leave the request, and is then ended by whoever took it away and nobody else. */
export async function runLeaving(
  { tool, args }: CallRequest,
  context: RequestContext,
  { options, live, capabilities, notify }: McpConnection,
  departure: Departure | null,
): Promise<Answered<Outcome>> {
  const { runtime, entry, held } = options;
  const request = context.http?.req;
  const { caller, session, gone = request?.signal } = options.identify(request);
  const { mcpReq } = context;
  const progress = createProgressFor(context);
  const { signal, release } = followSignals([mcpReq.signal, gone], live);
  try {
    const answered = await runAsking({
      context,
      held,
      caller,
      about: [mcpReq.method, tool, (args ?? {}) as JsonObject, session ?? null],
      capabilities: capabilities(),
      notify,
      signal,
      onEvent: joinListeners(joinListeners(progress?.onEvent, createLogSender(context, options)), departure?.onEvent),
      arrange: departure?.arrange,
      start(around) {
        const call = runtime.call({
          ...around,
          takesTasks: departure !== null,
          entry,
          tool,
          args,
          caller,
          session,
          hints: toHints(mcpReq._meta),
          trace: readTrace({ meta: mcpReq._meta, headers: context.http?.req?.headers }),
        });
        options.track(call);
        return call.then((outcome) => showOutcomeLinks(outcome, caller, runtime));
      },
    });
    await progress?.finish();
    if (answered.kind === "ended") refuseIncapable(answered.result, context);
    return answered;
  } finally {
    release();
  }
}

type Listener = (event: CallEvent) => void;

function joinListeners(one: Listener | undefined, other: Listener | undefined): Listener | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (event) => {
    one(event);
    other(event);
  };
}

function createProgressFor({ mcpReq }: RequestContext): Progress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return createProgress({
    send: (step) => mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...step } }),
  });
}

/** A signal that comes when one of the signals does, or when what is `live` ends. `release` stops listening. */
function followSignals(
  signals: readonly (AbortSignal | undefined)[],
  live: McpConnection["live"],
): { readonly signal: AbortSignal; readonly release: () => void } {
  const followed = new Set(signals.filter((signal) => signal !== undefined));
  const [only] = followed;
  if (live === null && only !== undefined && followed.size === 1) return { signal: only, release: () => undefined };
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of followed) {
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  }
  live?.add(controller);
  const release = (): void => {
    live?.delete(controller);
    for (const signal of followed) signal.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}
