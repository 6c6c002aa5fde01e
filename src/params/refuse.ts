import type { ParamIssue, ParamIssueCode } from "../model/param.ts";

/** A refusal of one parameter's value. */
export interface Refusal {
  readonly ok: false;
  readonly issues: readonly [ParamIssue];
}

export function refuse(param: string, code: ParamIssueCode, message: string): Refusal {
  return { ok: false, issues: [{ param, code, message }] };
}
