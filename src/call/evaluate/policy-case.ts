import type { CallerHints } from "../../model/caller.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Verdict } from "../../model/decision.ts";
import type { Effect } from "../../model/tool.ts";
import type { DenyPack, Mode } from "../../policy/policy.ts";

/** One question to the policy, as `toolgate policy eval` reads it from a line. Whatever is absent is as configured. */
export interface PolicyCase {
  readonly id: string;
  /** A tool's name here, or another system's name of it. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly mode?: Mode | undefined;
  /** Rule lists; each that is present replaces the configured one, `deny` also the deny pack. */
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly denyPack?: DenyPack | undefined;
  /** Where the call works; also the workspace, unless `facts.roots` says otherwise. Absolute. */
  readonly cwd?: string | undefined;
  readonly headless?: boolean | undefined;
  readonly caller?: CaseCaller | undefined;
  readonly facts?: CaseFacts | undefined;
  /** Tools that exist for this case alone. */
  readonly declare?: readonly CaseTool[] | undefined;
  /** For `policy test`. */
  readonly expect?: Verdict | undefined;
  /** For `policy test`: the code as well. */
  readonly code?: string | undefined;
  /** Why, for people. */
  readonly why?: string | undefined;
}

export interface CaseCaller extends CallerHints {
  readonly tenant?: string | undefined;
  readonly principal?: string | undefined;
  readonly agent?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly session?: string | undefined;
}

/** What looking would have found; what is not here is taken as it is written. */
export interface CaseFacts {
  readonly home?: string | undefined;
  readonly roots?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly now?: string | undefined;
  /** Path → where its links lead. */
  readonly realPaths?: Readonly<Record<string, string>> | undefined;
  /** Program → where it is found; `null`: nowhere. A program found outside the system's folders is not trusted. */
  readonly programs?: Readonly<Record<string, string | null>> | undefined;
  /** Id of a limit → calls that count. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
}

export interface CaseTool {
  readonly name: string;
  readonly effect?: Effect | undefined;
  readonly specifier?: string | null | undefined;
  readonly humanApproval?: boolean | undefined;
}

export interface PolicyVerdict {
  readonly id: string;
  readonly effect: Verdict;
  readonly code: string;
  readonly reasons: readonly string[];
}
