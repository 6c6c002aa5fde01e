import type { Socket } from "node:net";
import type { CallEvent } from "../../model/call.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { CallReply, CallRequest } from "../../server/local/forward/call-wire.ts";
import { MAX_LINE_BYTES, parseLine } from "../../server/local/forward/forward-wire.ts";
import { splitLines } from "../../server/mcp/lines/split-lines.ts";
import { CliError } from "../cli-error.ts";

export interface ForwardCall {
  readonly request: CallRequest;
  readonly onEvent: (event: CallEvent) => void;
  /** Asks the gateway to end the call; its outcome is waited for all the same. */
  readonly signal: AbortSignal;
}

/** What came of it; a text says why the gateway did not begin it, so that it may be made elsewhere. */
export type ForwardedCall = Outcome | string;

/**
 * Has a gateway that said yes make one call. @throws CliError when the gateway goes away before it has answered: nobody knows
 * then what the call did, so it must not be made again by itself.
 */
export function forwardCall(socket: Socket, { request, onEvent, signal }: ForwardCall): Promise<ForwardedCall> {
  return new Promise((resolve, reject) => {
    let callId: string | null = null;
    const take = splitLines(MAX_LINE_BYTES, {
      onLine: (bytes) => {
        const reply = parseLine(bytes.toString("utf8")) as Partial<CallReply>;
        if (reply.kind === "event" && reply.event !== undefined) {
          if (reply.event.kind === "started") ({ callId } = reply.event);
          onEvent(reply.event);
        } else if (reply.kind === "outcome" && reply.outcome !== undefined) end(reply.outcome);
        else if (reply.kind === "declined") end(String(reply.reason));
      },
      onTooLong: () => reject(lost("sent more than can be read", callId)),
    });
    const end = (result: ForwardedCall): void => {
      resolve(result);
      socket.destroy();
    };
    const cancel = (): void => {
      if (socket.writable) socket.write("{}\n");
    };
    signal.addEventListener("abort", cancel, { once: true });
    socket.on("data", take).on("error", () => undefined);
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      signal.removeEventListener("abort", cancel);
      // Too late where it has answered.
      reject(lost("went away", callId));
    });
    socket.write(`${JSON.stringify(request)}\n`);
    if (signal.aborted) cancel();
    socket.resume();
  });
}

function lost(what: string, callId: string | null): CliError {
  const where = callId === null ? "`toolgate audit list` says" : `\`toolgate audit show ${callId}\` says`;
  return new CliError("GATEWAY_LOST", `the gateway that made this call ${what} before it answered`, {
    hint: `${where} whether the call took effect; it is not made again by itself`,
    details: callId === null ? {} : { callId },
  });
}
