import { addError, addWarning } from "../../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { Place, TomlDocument, TomlPath } from "../../../manifest/toml/toml-document.ts";
import { RULE_EFFECTS } from "../../../policy/policy.ts";
import type { Rule, RuleEffect } from "../../../policy/policy.ts";
import type { RuleIssue } from "../../../policy/rules/rule-issue.ts";
import { validateRule } from "../../../policy/rules/validate-rule.ts";
import { showText } from "../../../text/show-text.ts";
import { toLabel } from "../label.ts";
import { claimId } from "./own-ids.ts";
import type { OwnIds } from "./own-ids.ts";
import { parseExpiry } from "./parse-expiry.ts";
import type { PermissionData, RuleEntry, RuleTable } from "../data/permission-data.ts";
import { readRule } from "./read-rule.ts";

/** Where rules come from, and where what is wrong with them goes. */
export interface RuleSource {
  readonly layer: "user" | "project";
  readonly document: TomlDocument;
  readonly ids: OwnIds;
  readonly log: IssueLog;
}

/** A rule as it stands in a file. */
export interface WrittenRule {
  readonly rule: Rule;
  /** `null` for one that is a text. */
  readonly table: RuleTable | null;
  readonly path: TomlPath;
}

interface Entry {
  readonly effect: RuleEffect;
  readonly written: RuleEntry;
  readonly path: TomlPath;
  /** Where it has none of its own. */
  readonly id: string;
}

/** The rules of a file: its lists, then its tables. What cannot be understood or used goes to the log. */
export function toRules(permissions: PermissionData | undefined, source: RuleSource): readonly WrittenRule[] {
  const lists = RULE_EFFECTS.flatMap((effect) =>
    (permissions?.[effect] ?? []).map((written, index): Entry => {
      const id = `config:${source.layer}:${effect}:${index + 1}`;
      return { effect, written, path: ["permissions", effect, index], id };
    }),
  );
  const tables = (permissions?.rules ?? []).map((written, index): Entry => {
    const id = `config:${source.layer}:rule:${index + 1}`;
    return { effect: written.effect, written, path: ["permissions", "rules", index], id };
  });
  return [...lists, ...tables].flatMap((entry) => toWritten(entry, source) ?? []);
}

/** Reports what is wrong with a rule, at the key that it is about. */
export function logRuleIssue({ severity, code, message, hint, key }: LoggedIssue, written: Where, log: IssueLog): void {
  const add = severity === "error" ? addError : addWarning;
  add(log, code, toPlace(written, key), message, hint);
}

type Where = Pick<WrittenRule, "table" | "path">;
type LoggedIssue = Pick<RuleIssue, "severity" | "message" | "hint" | "key"> & { readonly code: string };

function toPlace({ table, path }: Where, key: keyof RuleTable | undefined): Place {
  const hasKey = table !== null && key !== undefined && table[key] !== undefined;
  return { path: hasKey ? [...path, key] : path, part: "value" };
}

function toWritten(
  { effect, written, path, id }: Entry,
  { layer, document, ids, log }: RuleSource,
): WrittenRule | null {
  const table: RuleTable | null = typeof written === "string" ? null : written;
  const where: Where = { table, path };
  const parsed = readRule(written);
  if (!parsed.ok) {
    logRuleIssue({ ...parsed, severity: "error", code: "bad-rule" }, where, log);
    return null;
  }
  if (table?.id !== undefined) claimId(ids, table.id, toPlace(where, "id"), document, log);
  const expiresAt = toExpiry(where, log);
  const { tool, specifier } = parsed;
  const rule: Rule = {
    id: table?.id ?? id,
    effect,
    tool,
    layer,
    source: `${toLabel(layer)}:${document.locate({ path, part: "value" }).line}`,
    reason: table?.reason ?? null,
    ...(specifier === null ? {} : { specifier }),
    ...(table?.params === undefined ? {} : { params: table.params }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
  for (const issue of validateRule(rule)) logRuleIssue(issue, where, log);
  return { rule, table, path };
}

function toExpiry(where: Where, log: IssueLog): string | null {
  const written = where.table?.expires_at;
  if (written === undefined) return null;
  const expiresAt = parseExpiry(written);
  if (expiresAt !== null) return expiresAt;
  const message = `\`expires_at\` expects a date, or a date and time with its zone, got "${showText(written)}"`;
  const hint = "Write `2027-01-31`, or `2027-01-31T18:00:00Z`.";
  addError(log, "bad-expiry", toPlace(where, "expires_at"), message, hint);
  return null;
}
