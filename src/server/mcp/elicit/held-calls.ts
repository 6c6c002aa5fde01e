import { randomUUID } from "node:crypto";
import type { CallEvent } from "../../../model/call.ts";
import { notAsked } from "../../../model/question.ts";
import type { AskClient } from "../../../model/question.ts";
import { createHeldCall } from "./held-call.ts";
import type { HeldCall, Reached } from "./held-call.ts";
import type { LeftCall } from "./left-call.ts";
import { createStateSealer } from "./seal-state.ts";
import type { StateSealer } from "./seal-state.ts";

/** Calls that wait for their clients to come back with answers: of this process, few and not for long. */
export interface HeldCalls {
  /** Runs a call; when it asks, it is held. */
  begin<T>(call: HoldableCall<T>): Promise<HeldResult<T>>;
  /**
   * Goes on with a held call. `null`: the state was not given out here, for this call, or is used or too old; then nothing
   * has happened.
   */
  resume<T>(state: string, call: HoldableCall<T>): Promise<HeldResult<T>> | null;
  /** Ends all of them. */
  close(): void;
}

export interface HoldableCall<T> {
  /** Whose it is; nobody may have many of them waiting. */
  readonly owner: string;
  /** Of whom and of what it is: only a request with the same may go on with it. */
  readonly binding: string;
  /** Ends the call, as long as this request is what it answers to. */
  readonly signal: AbortSignal;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Called once, when it begins. */
  readonly start: (around: CallAround) => Promise<T>;
  readonly onEvent: ((event: CallEvent) => void) | undefined;
  /**
   * Given what takes the call away from its request, as long as that waits for it: from then on nothing here ends the call.
   * `null`: the request has its answer. @default it is never taken away
   */
  readonly arrange?: ((leave: () => LeftCall<T> | null) => void) | undefined;
}

export interface CallAround {
  readonly ask: AskClient | undefined;
  readonly signal: AbortSignal;
  /** Leads to whichever request is at work on the call. */
  readonly onEvent: ((event: CallEvent) => void) | undefined;
}

export type HeldResult<T> =
  | Extract<Reached<T>, { kind: "ended" }>
  | (Extract<Reached<T>, { kind: "asks" }> & { readonly state: string })
  /** It was taken away. */
  | { readonly kind: "left" };

export interface HeldLimits {
  /** How long one waits for its client. @default 5 minutes */
  readonly holdMs?: number;
  /** How many wait at once. @default 200 */
  readonly most?: number;
  /** @default 20 */
  readonly mostPerOwner?: number;
}

interface Known {
  readonly held: HeldCall<unknown>;
  readonly controller: AbortController;
  /** The round that its client has to answer; `null`: a request is at work on it. */
  round: number | null;
  readonly owner: string;
  onEvent: ((event: CallEvent) => void) | undefined;
  /** The last event that says how far it is. */
  told: CallEvent | null;
  timer: NodeJS.Timeout | undefined;
}

export function createHeldCalls({ holdMs = 5 * 60_000, most = 200, mostPerOwner = 20 }: HeldLimits = {}): HeldCalls {
  const sealer = createStateSealer();
  const known = new Map<string, Known>();

  const hasRoom = (owner: string): boolean => {
    const waiting = [...known.values()].filter(({ round }) => round !== null);
    return waiting.length < most && waiting.filter((one) => one.owner === owner).length < mostPerOwner;
  };

  const shelf: Shelf = { known, sealer, holdMs };
  return {
    begin(call) {
      const id = randomUUID();
      const held = createHeldCall<unknown>();
      const { owner, onEvent } = call;
      const controller = new AbortController();
      const one: Known = { held, owner, controller, round: null, onEvent, told: null, timer: undefined };
      held.answer(call.answers);
      const ask: AskClient = (question, signal) =>
        hasRoom(owner) ? held.ask(question, signal) : Promise.resolve(notAsked(question));
      known.set(id, one);
      const tell = (event: CallEvent): void => {
        if (event.kind !== "output" && event.kind !== "log") one.told = event;
        one.onEvent?.(event);
      };
      held.start(call.start({ ask, signal: controller.signal, onEvent: tell }));
      return follow(shelf, id, one, call);
    },
    resume(state, call) {
      const place = sealer.open(state, call.binding);
      const one = place === null ? undefined : known.get(place.id);
      if (place === null || one === undefined || one.round !== place.round) return null;
      clearTimeout(one.timer);
      one.round = null;
      one.onEvent = call.onEvent;
      one.held.answer(call.answers);
      return follow(shelf, place.id, one, call);
    },
    close() {
      for (const { controller, timer } of known.values()) {
        clearTimeout(timer);
        controller.abort();
      }
      known.clear();
    },
  };
}

interface Shelf {
  readonly known: Map<string, Known>;
  readonly sealer: StateSealer;
  readonly holdMs: number;
}

/** Waits with a request for what its call comes to; while it asks, nobody but the time watches over it. */
async function follow<T>(shelf: Shelf, id: string, one: Known, call: HoldableCall<T>): Promise<HeldResult<T>> {
  const { known, sealer, holdMs } = shelf;
  const end = (): void => one.controller.abort();
  call.signal.addEventListener("abort", end, { once: true });
  if (call.signal.aborted) end();
  const leaving = offerToLeave(one, call, () => {
    known.delete(id);
    call.signal.removeEventListener("abort", end);
  });
  try {
    const reached = (await Promise.race([one.held.next(), leaving.left])) as Reached<T> | null;
    if (reached === null || leaving.stop() === "left") return { kind: "left" };
    if (reached.kind === "ended") {
      known.delete(id);
      return reached;
    }
    one.round = reached.round;
    one.onEvent = undefined;
    one.timer = setTimeout(() => {
      known.delete(id);
      end();
    }, holdMs).unref();
    return { ...reached, state: sealer.seal({ id, round: reached.round }, call.binding) };
  } catch (error) {
    known.delete(id);
    throw error;
  } finally {
    leaving.stop();
    call.signal.removeEventListener("abort", end);
  }
}

interface Leaving {
  /** Resolves when the call was taken away. */
  readonly left: Promise<null>;
  /** From now on it cannot be. */
  stop(): "left" | "stays";
}

function offerToLeave<T>(one: Known, { signal, arrange }: HoldableCall<T>, onLeft: () => void): Leaving {
  const { promise: left, resolve } = Promise.withResolvers<null>();
  let state: "waits" | "left" | "stays" = "waits";
  arrange?.(() => {
    if (state !== "waits" || signal.aborted) return null;
    state = "left";
    onLeft();
    resolve(null);
    return toLeftCall<T>(one);
  });
  return {
    left,
    stop() {
      if (state === "waits") state = "stays";
      return state;
    },
  };
}

function toLeftCall<T>(one: Known): LeftCall<T> {
  const { held, controller, told } = one;
  return {
    told,
    ended: held.ended as Promise<T>,
    listen: (onEvent) => void (one.onEvent = onEvent),
    follow: (onOpen) => held.follow(onOpen),
    answer(key, answer) {
      held.answer({ [key]: answer });
      // What did not fit must not be kept for another question.
      held.answer({});
    },
    cancel: () => controller.abort(),
  };
}
