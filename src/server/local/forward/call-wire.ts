import type { CallEvent } from "../../../model/call.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { GivenText } from "../../../params/json-schema/from-texts.ts";

/**
 * One call as the command line describes it, whoever makes it: the first line after the greeting. Whatever the client sends
 * after it ends the call, and so does hanging up.
 */
export interface CallRequest {
  readonly tool: string;
  readonly args: JsonObject;
  /** Arguments beside `args` that were typed as texts; what they stand for is said by the tool's schema. */
  readonly texts: Readonly<Record<string, GivenText>>;
  readonly hints: unknown;
  /** `null`: the tool's own limit. */
  readonly timeoutMs: number | null;
  /** Whether it may wait for a human. */
  readonly hold: boolean;
  /** Of the definition that is meant, where a file was named; `null`: the one that is served under the name. */
  readonly definitionHash: string | null;
}

/** A line of the answer: events as they come, then one of the other two. */
export type CallReply =
  | { readonly kind: "event"; readonly event: CallEvent }
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  /** Nothing was begun; the client may make the call itself. */
  | { readonly kind: "declined"; readonly reason: string };
