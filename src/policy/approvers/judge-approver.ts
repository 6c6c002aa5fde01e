import type { ApproverRule } from "../../config/config.ts";
import type { Caller, Role } from "../../model/caller.ts";
import { ROLES } from "../../model/caller.ts";
import { showText } from "../../text/show-text.ts";
import type { PolicyTool } from "../policy.ts";
import { compileEntries } from "../visibility/compile-entries.ts";

/** What an approval is about, and who asked. */
export interface ApprovalSubject {
  readonly tool: PolicyTool;
  readonly principal: string;
  readonly agent: string;
  readonly credential: string;
}

export type ApproverVerdict =
  { readonly ok: true } | { readonly ok: false; readonly code: "OWN_CALL" | "NOT_APPROVER"; readonly message: string };

/**
 * May `by` answer? Nobody answers for their own call: not the credential that made it, and no other credential of the same
 * agent. Then every row that is about the call must name whoever answers; without such a row the role `approver` is needed.
 */
export function judgeApprover(rules: readonly ApproverRule[], subject: ApprovalSubject, by: Caller): ApproverVerdict {
  if (subject.credential === by.credential) {
    return { ok: false, code: "OWN_CALL", message: "the credential that made the call cannot answer for it" };
  }
  const isSameAgent = by.roles.includes("agent") && by.principal === subject.principal && by.agent === subject.agent;
  if (isSameAgent) {
    const message = "another credential of the agent that made the call cannot answer for it";
    return { ok: false, code: "OWN_CALL", message };
  }
  const concerned = rules.filter((rule) => isAboutTool(rule, subject.tool));
  if (concerned.length === 0) return hasRole(by, "approver") ? { ok: true } : refuse(by, "the role `approver`", null);
  const failed = concerned.find(({ approvers }) => !approvers.some((entry) => isMeant(entry, by)));
  if (failed === undefined) return { ok: true };
  const wanted = failed.approvers.map((entry) => `\`${showText(entry)}\``).join(" or ");
  return refuse(by, wanted === "" ? "somebody whom no rule names" : wanted, failed.source);
}

/** An entry of another effect says nothing; an empty list of effects means all of them. */
export function isAboutTool({ tools, effects }: ApproverRule, tool: PolicyTool): boolean {
  return (effects.length === 0 || effects.includes(tool.effect)) && compileEntries(tools)(tool);
}

const ROLE = "role:";

/** Agents carry their person's name: a name alone is believed only of somebody who may answer at all. */
function isMeant(entry: string, by: Caller): boolean {
  if (!entry.startsWith(ROLE)) return entry === by.principal && hasRole(by, "approver");
  const role = ROLES.find((known) => known === entry.slice(ROLE.length));
  return role !== undefined && role !== "agent" && hasRole(by, role);
}

function hasRole({ roles }: Caller, role: Role): boolean {
  return roles.includes(role);
}

function refuse(by: Caller, wanted: string, source: string | null): ApproverVerdict {
  const has = by.roles.join(", ") || "no role";
  const where = source === null ? "" : ` (${showText(source)})`;
  const message = `answering this call needs ${wanted}${where}; ${showText(by.credential)} is ${showText(by.principal)} with ${has}`;
  return { ok: false, code: "NOT_APPROVER", message };
}
