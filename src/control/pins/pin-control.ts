import type { Caller } from "../../model/caller.ts";
import type { DescribedPin } from "../../mcp-bridge/pins/describe-pins.ts";

/** What upstream MCP servers offer, and what of it may be used. */
export interface PinControl {
  /** Every server that was ever seen from here, by name. */
  list(): Promise<readonly PinnedServer[]>;
  /** From the next call on, in every process. */
  answer(request: AnswerPins, by: Caller): Promise<AnswerPinsResult>;
}

export interface PinnedServer {
  readonly server: string;
  /** `null`: a server of the user, the same in every workspace. */
  readonly workspace: string | null;
  /** Whether the configuration still names it. */
  readonly isConfigured: boolean;
  readonly pins: readonly DescribedPin[];
}

export interface AnswerPins {
  readonly server: string;
  readonly verdict: "accept" | "refuse";
  /** By tool, the hash of the offer that the person saw; `null` for one that is gone. `""` is the server itself. */
  readonly seen: Readonly<Record<string, string | null>>;
}

export type AnswerPinsResult =
  | {
      readonly ok: true;
      /** What the answer holds for. */
      readonly tools: readonly string[];
      /** What changed once more since the person saw it, so that nothing was answered. */
      readonly changedSince: readonly string[];
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };
