import type { CallEvent } from "../../../model/call.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { LeftCall } from "../elicit/left-call.ts";

/** Takes away the call, if its request still waits for it. */
export type Leave = () => LeftCall<Outcome> | null;

/** When a call stops being what its request waits for. */
export interface Departure {
  readonly onEvent: (event: CallEvent) => void;
  readonly arrange: (leave: Leave) => void;
  /** The request has its answer. */
  stop(): void;
}

/** After a while, or as soon as the call waits for a person's approval: nobody knows how long that takes. */
export function createDeparture(afterMs: number, depart: (leave: Leave) => void): Departure {
  let leave: Leave | null = null;
  let isTime = false;
  const go = (): void => {
    isTime = true;
    if (leave !== null) depart(leave);
  };
  const timer = setTimeout(go, afterMs).unref();
  return {
    onEvent(event) {
      if (event.kind === "awaiting-approval") go();
    },
    arrange(given) {
      leave = given;
      if (isTime) go();
    },
    stop: () => clearTimeout(timer),
  };
}
