import type { Dispatcher, Pool } from "undici";
import { WRONG_PEER } from "../address/connect-pinned.ts";
import type { Deadline } from "./deadline.ts";
import { dispatchHop } from "./dispatch-hop.ts";
import type { HopHandler } from "./dispatch-hop.ts";
import { explainFailure, findCode, isConnectionLoss } from "./explain-failure.ts";
import type { HopRequest } from "./next-hop.ts";
import { createBodyReader } from "./read-body.ts";
import type { BodyEnd, BodyReader } from "./read-body.ts";
import { chooseUnpacking } from "./unpack-body.ts";

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

type ReadBody = Extract<BodyEnd, { kind: "read" }>;

export type ExchangeEnd =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: AnswerHeaders;
      /** Empty when it was not wanted. */
      readonly body: ReadBody;
    }
  | { readonly kind: "ended" }
  /** `lost`: the connection went before any byte of an answer. `sent`: bytes of the request may have left. */
  | { readonly kind: "refused" | "failed"; readonly reason: string; readonly lost: boolean; readonly sent: boolean };

export interface ExchangeOptions {
  readonly request: HopRequest;
  readonly maxBodyBytes: number;
  readonly deadline: Deadline;
  readonly wantsBody: (status: number, headers: AnswerHeaders) => boolean;
}

const MAX_INTERIM_ANSWERS = 16;
/** Read of an unwanted body so that its connection can serve the next request; a longer one costs the connection. */
const UNWANTED_BYTES = 16_384;
/** Read beyond the cap of a body to count and hash it. */
const BEYOND_CAP_BYTES = 16 * 1024 * 1024;

/** One request and its answer over a connection of the pool. Never rejects. */
export function exchange(pool: Pool, options: ExchangeOptions): Promise<ExchangeEnd> {
  const { request, deadline } = options;
  if (deadline.ended() !== null) return Promise.resolve({ kind: "ended" });
  return new Promise((resolve) => {
    const handler = createAnswerHandler(options, (end) => {
      forget();
      resolve(end);
    });
    const forget = deadline.onEnd(() => handler.giveUp());
    dispatchHop(pool, request, handler);
  });
}

interface AnswerHandler extends HopHandler {
  readonly giveUp: () => void;
}

function createAnswerHandler(options: ExchangeOptions, settle: (end: ExchangeEnd) => void): AnswerHandler {
  let controller: Dispatcher.DispatchController | null = null;
  let reader: BodyReader | null = null;
  let isOver = false;
  let hasAnswer = false;
  let hasEnded = false;
  let interim = 0;
  const finish = (end: ExchangeEnd): void => {
    if (isOver) return;
    isOver = true;
    reader?.drop();
    settle(end);
    // What may still come would be read for nobody.
    if (!hasEnded) controller?.abort(new Error("enough"));
  };
  const fail = (reason: string): void => finish({ kind: "failed", reason, lost: false, sent: true });
  return {
    giveUp: () => finish({ kind: "ended" }),
    onRequestStart: (given) => {
      controller = given;
      if (isOver) given.abort(new Error("over"));
    },
    onResponseStarted: () => void (hasAnswer = true),
    onResponseStart: (given, status, headers) => {
      if (status < 200) {
        if (++interim > MAX_INTERIM_ANSWERS) fail("too many interim answers came");
        return;
      }
      const resume = (): void => given.resume();
      reader = openReader(options, status, headers, resume, (end) => {
        if (end.kind === "broken") fail(end.reason);
        else finish({ kind: "answered", status, headers, body: end });
      });
    },
    onResponseData: (given, chunk) => {
      if (reader?.push(chunk) === false) given.pause();
    },
    onResponseEnd: () => {
      hasEnded = true;
      reader?.finish();
    },
    onResponseError: (_, error) => {
      hasEnded = true;
      const isWrong = findCode(error) === WRONG_PEER;
      const lost = !hasAnswer && isConnectionLoss(error);
      const sent = controller !== null;
      finish({ kind: isWrong ? "refused" : "failed", reason: explainFailure(error), lost, sent });
    },
  };
}

function openReader(
  { request, maxBodyBytes, wantsBody }: ExchangeOptions,
  status: number,
  headers: AnswerHeaders,
  onReady: () => void,
  onEnd: (end: BodyEnd) => void,
): BodyReader {
  if (!wantsBody(status, headers)) {
    return createBodyReader({ maxBodyBytes: 0, beyondBytes: UNWANTED_BYTES, unpack: null, onReady, onEnd });
  }
  const coding = [headers["content-encoding"] ?? []].flat().join(", ");
  const hasNone = request.method === "HEAD" || status === 204 || status === 304;
  const unpack = hasNone ? null : chooseUnpacking(coding);
  return createBodyReader({ maxBodyBytes, beyondBytes: BEYOND_CAP_BYTES, unpack, onReady, onEnd });
}
