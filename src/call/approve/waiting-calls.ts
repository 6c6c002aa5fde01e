/** Calls of one credential that may wait for a human at once; more would only flood whoever answers. */
const MAX_WAITING_OF_ONE = 16;
/** Questions to clients that calls of one credential may have open at once; one call alone may put 16 of them together. */
const MAX_ASKED_OF_ONE = 20;

/** One call, as far as it waits for somebody. */
export interface WaitingCall {
  readonly credential: string;
  /** Waits for a human. */
  waits: boolean;
  /** Questions that its client has not answered yet. */
  asks: number;
}

/** The running calls that wait for somebody, and so take no room from others. */
export interface WaitingCalls {
  readonly size: number;
  /** `false`: as many of this credential wait for a human already. */
  wait(call: WaitingCall): boolean;
  proceed(call: WaitingCall): void;
  /** A question to its client, until what this returns is called. `null`: as many of this credential are open already. */
  ask(call: WaitingCall): (() => void) | null;
  /** It has ended, whatever it waited for. */
  leave(call: WaitingCall): void;
}

export function createWaitingCalls(): WaitingCalls {
  const away = new Set<WaitingCall>();
  const change = (call: WaitingCall, made: Partial<Pick<WaitingCall, "waits" | "asks">>): void => {
    Object.assign(call, made);
    if (call.waits || call.asks > 0) away.add(call);
    else away.delete(call);
  };
  const ofSame = ({ credential }: WaitingCall): readonly WaitingCall[] =>
    [...away].filter((other) => other.credential === credential);
  return {
    get size() {
      return away.size;
    },
    wait(call) {
      if (ofSame(call).filter(({ waits }) => waits).length >= MAX_WAITING_OF_ONE) return false;
      change(call, { waits: true });
      return true;
    },
    proceed: (call) => change(call, { waits: false }),
    ask(call) {
      if (ofSame(call).reduce((sum, { asks }) => sum + asks, 0) >= MAX_ASKED_OF_ONE) return null;
      change(call, { asks: call.asks + 1 });
      let isOpen = true;
      return () => {
        if (isOpen && call.asks > 0) change(call, { asks: call.asks - 1 });
        isOpen = false;
      };
    },
    leave: (call) => change(call, { waits: false, asks: 0 }),
  };
}
