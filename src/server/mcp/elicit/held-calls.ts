import { randomUUID } from "node:crypto";
import type { CallEvent } from "../../../model/call.ts";
import type { AskClient } from "../../../model/question.ts";
import { createHeldCall } from "./held-call.ts";
import type { HeldCall, Reached } from "./held-call.ts";
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
}

export interface CallAround {
  readonly ask: AskClient | undefined;
  readonly signal: AbortSignal;
  /** Leads to whichever request is at work on the call. */
  readonly onEvent: ((event: CallEvent) => void) | undefined;
}

export type HeldResult<T> =
  Extract<Reached<T>, { kind: "ended" }> | (Extract<Reached<T>, { kind: "asks" }> & { readonly state: string });

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
      const one: Known = { held, owner, controller: new AbortController(), round: null, onEvent, timer: undefined };
      held.answer(call.answers);
      const ask: AskClient = (question, signal) =>
        hasRoom(owner) ? held.ask(question, signal) : Promise.resolve({ action: "decline" });
      known.set(id, one);
      const { signal } = one.controller;
      held.start(call.start({ ask, signal, onEvent: (event) => one.onEvent?.(event) }));
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
  try {
    const reached = (await one.held.next()) as Reached<T>;
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
    call.signal.removeEventListener("abort", end);
  }
}
