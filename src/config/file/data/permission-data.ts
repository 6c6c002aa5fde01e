import type { Effect } from "../../../model/tool.ts";
import type { LimitScope, Mode, RuleEffect } from "../../../policy/policy.ts";

/** A rule written as a table, where a text does not say enough. */
export interface RuleTable {
  readonly tool: string;
  readonly specifier?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly reason?: string | undefined;
  readonly id?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly match?: readonly string[] | undefined;
  readonly not_match?: readonly string[] | undefined;
}

export interface EffectRuleTable extends RuleTable {
  readonly effect: RuleEffect;
}

export type RuleEntry = string | RuleTable;

/** `[permissions]` */
export interface PermissionData {
  readonly mode?: Mode | undefined;
  readonly allow?: readonly RuleEntry[] | undefined;
  readonly ask?: readonly RuleEntry[] | undefined;
  readonly deny?: readonly RuleEntry[] | undefined;
  readonly rules?: readonly EffectRuleTable[] | undefined;
  readonly headless?: boolean | undefined;
  readonly approval_timeout_seconds?: number | undefined;
}

export interface AllowData {
  readonly allow?: readonly string[] | undefined;
}

export interface ProviderData extends AllowData {
  readonly profile?: string | undefined;
}

export interface AgentData extends AllowData {
  readonly deny?: readonly string[] | undefined;
  readonly also_allow?: readonly string[] | undefined;
  readonly mode?: Mode | undefined;
  readonly by_provider?: Readonly<Record<string, AllowData>> | undefined;
}

/** `[policy]` */
export interface PolicyData extends ProviderData {
  readonly deny?: readonly string[] | undefined;
  readonly also_allow?: readonly string[] | undefined;
  readonly profiles?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly by_provider?: Readonly<Record<string, ProviderData>> | undefined;
  readonly agents?: Readonly<Record<string, AgentData>> | undefined;
  readonly groups?: Readonly<Record<string, AllowData>> | undefined;
  readonly delegation?:
    { readonly deny?: readonly string[] | undefined; readonly leaf_deny?: readonly string[] | undefined } | undefined;
}

/** `[cedar]` */
export interface CedarData {
  readonly policies?: readonly string[] | undefined;
  readonly default?: "nothing" | "deny" | undefined;
  readonly environment?: string | undefined;
}

/** `[[limits.rules]]` */
export interface LimitRuleData {
  readonly id?: string | undefined;
  readonly tools?: string | readonly string[] | undefined;
  readonly per?: readonly LimitScope[] | undefined;
  readonly rate?: string | undefined;
  readonly concurrent?: number | undefined;
  readonly daily?: number | undefined;
}

/** `[approvals]` */
export interface ApprovalsData {
  readonly elicit_form?: boolean | undefined;
  readonly who?: readonly ApproverData[] | undefined;
}

/** `[[approvals.who]]` */
export interface ApproverData {
  readonly tools?: string | readonly string[] | undefined;
  readonly effects?: readonly Effect[] | undefined;
  readonly approvers: readonly string[];
}
