import type { JsonObject } from "../model/json.ts";
import type { HookAgentName } from "./agent-names.ts";
import type { HookSettings } from "./settings/hook-settings.ts";

/** An agent that asks a program before it uses one of its own tools. */
export interface HookAgent {
  /** As on the command line and in the audit: `claude-code`. */
  readonly name: HookAgentName;
  readonly title: string;
  /** What the event means here. `folder`: where the hook runs, for paths that the event leaves relative; absolute. */
  read(event: JsonObject, folder: string): HookRequest;
  /** The answer in the agent's own words. */
  reply(answer: HookAnswer, event: JsonObject): HookReply;
  readonly settings: HookSettings;
}

/** What an event asks for. */
export type HookRequest =
  | { readonly kind: "calls"; readonly calls: readonly HookCall[] }
  /** Nothing has to be decided: an event after the fact, or one that another event stands for. */
  | { readonly kind: "nothing" }
  /** Not what the agent's documentation describes. Never let through. */
  | { readonly kind: "unreadable"; readonly message: string };

/** One thing that the agent is about to do, as a call of a tool here. */
export interface HookCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The agent's own bookkeeping: what is let through is left to the agent, which may have to ask its person anyway. */
  readonly own?: boolean | undefined;
}

export interface HookAnswer {
  /** `nothing`: the agent goes on as if it had not asked. */
  readonly verdict: "allow" | "ask" | "deny" | "nothing";
  /** For the person or the model; one line without control characters. */
  readonly reason: string;
}

/** What the hook's process ends with. */
export interface HookReply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}
