import type { Dispatcher, Pool } from "undici";
import { judgeTarget } from "../../address/judge-target.ts";
import type { EgressRules, EgressStream, EgressStreamRequest } from "../../egress.ts";
import { createDeadline } from "../deadline.ts";
import type { Deadline } from "../deadline.ts";
import { dispatchHop } from "../dispatch-hop.ts";
import type { HopHandler } from "../dispatch-hop.ts";
import { explainFailure, isConnectionLoss } from "../explain-failure.ts";
import type { HopRequest } from "../next-hop.ts";
import type { Line } from "../send-hop.ts";
import { tryAddresses } from "../try-addresses.ts";
import { createBodyStream } from "./body-stream.ts";
import type { BodyStream } from "./body-stream.ts";

type Options = Pick<EgressStreamRequest, "headTimeoutMs" | "idleTimeoutMs" | "maxBodyBytes" | "signal">;
/** `unsent`: nothing of the request has left, so that another address may be tried. */
type Opened = EgressStream & { readonly unsent?: boolean };

/** Sends one request to a checked address and hands its answer over as it comes. Never sent twice. */
export async function openStream(
  line: Line,
  request: HopRequest,
  options: Options,
  rules: EgressRules,
): Promise<EgressStream> {
  const deadline = createDeadline(options.signal, options.headTimeoutMs);
  try {
    const judged = await deadline.race(judgeTarget(request.target, rules, line.resolver));
    if ("ended" in judged) return { kind: judged.ended };
    if (judged.value.kind !== "reachable") return judged.value;
    const last = await tryAddresses<Opened>({
      pools: line.pools,
      target: request.target,
      addresses: judged.value.addresses,
      send: (pool) => send(pool, request, options, deadline),
      isUnsent: ({ unsent }) => unsent === true,
    });
    if (last === null) return { kind: "failed", reason: "no address was found for it" };
    if (last.kind === "failed") line.resolver.forget(request.target.host);
    return last;
  } finally {
    deadline.close();
  }
}

function send(pool: Pool, request: HopRequest, options: Options, deadline: Deadline): Promise<Opened> {
  return new Promise((resolve) => {
    const handler = createHandler(options, (opened) => {
      forget();
      resolve(opened);
    });
    const forget = deadline.onEnd(() => handler.giveUp(deadline.ended() ?? "cancelled"));
    dispatchHop(pool, request, handler);
  });
}

interface Handler extends HopHandler {
  readonly giveUp: (kind: "timeout" | "cancelled") => void;
}

function createHandler(options: Options, settle: (opened: Opened) => void): Handler {
  let controller: Dispatcher.DispatchController | null = null;
  let body: BodyStream | null = null;
  let isOver = false;
  const finish = (opened: Opened): void => {
    if (isOver) return;
    isOver = true;
    settle(opened);
    if (opened.kind !== "answered") controller?.abort(new Error("over"));
  };
  return {
    giveUp: (kind) => finish({ kind }),
    onRequestStart: (given) => {
      controller = given;
      if (isOver) given.abort(new Error("over"));
    },
    onResponseStart: (given, status, headers) => {
      if (status < 200 || isOver) return;
      const joined = joinHeaders(headers);
      if (!["", "identity"].includes(joined["content-encoding"] ?? "")) {
        finish({ kind: "failed", reason: "the body is packed in a way that was not asked for" });
        return;
      }
      const isEvents = /^text\/event-stream\b/i.test(joined["content-type"] ?? "");
      const { idleTimeoutMs, maxBodyBytes, signal } = options;
      body = createBodyStream({
        maxBytes: maxBodyBytes,
        isEvents,
        idleTimeoutMs: isEvents ? null : idleTimeoutMs,
        signal,
        resume: () => given.resume(),
        abort: () => given.abort(new Error("enough")),
      });
      finish({ kind: "answered", status, headers: joined, body: body.stream });
    },
    onResponseData: (given, chunk) => {
      if (body?.push(chunk) === false) given.pause();
    },
    onResponseEnd: () => body?.finish(),
    onResponseError: (_, error) => {
      const reason = explainFailure(error);
      body?.fail(reason);
      finish({ kind: "failed", reason, unsent: controller === null && isConnectionLoss(error) });
    },
  };
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(", ")] as const);
  return Object.fromEntries(entries);
}
