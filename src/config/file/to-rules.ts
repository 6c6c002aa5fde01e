import { addError, addWarning } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { Place, TomlDocument, TomlPath } from "../../manifest/toml/toml-document.ts";
import { RULE_EFFECTS } from "../../policy/policy.ts";
import type { Rule, RuleEffect } from "../../policy/policy.ts";
import { showText } from "../../text/show-text.ts";
import { toLabel } from "./label.ts";
import { claimId } from "./own-ids.ts";
import type { OwnIds } from "./own-ids.ts";
import { parseExpiry } from "./parse-expiry.ts";
import type { PermissionData, RuleEntry, RuleTable } from "./permission-data.ts";
import { readRule } from "./read-rule.ts";

/** Where rules come from, and where what is wrong with them goes. */
export interface RuleSource {
  readonly layer: "user" | "project";
  readonly document: TomlDocument;
  readonly ids: OwnIds;
  readonly log: IssueLog;
}

interface Entry {
  readonly effect: RuleEffect;
  readonly written: RuleEntry;
  readonly path: TomlPath;
  /** Where it has none of its own. */
  readonly id: string;
}

/** The rules of a file: its lists, then its tables. What cannot be understood goes to the log. */
export function toRules(permissions: PermissionData | undefined, source: RuleSource): readonly Rule[] {
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
  return [...lists, ...tables].flatMap((entry) => toRule(entry, source) ?? []);
}

function toRule({ effect, written, path, id }: Entry, { layer, document, ids, log }: RuleSource): Rule | null {
  const table: RuleTable | null = typeof written === "string" ? null : written;
  const place: Place = { path: table === null ? path : [...path, "tool"], part: "value" };
  const parsed = readRule(written, effect);
  if (!parsed.ok) {
    const about: Place = { path: parsed.key === undefined ? place.path : [...path, parsed.key], part: "value" };
    addError(log, parsed.code, about, parsed.message, parsed.hint);
    return null;
  }
  for (const warning of parsed.warnings) addWarning(log, warning.code, place, warning.message, warning.hint);
  if (table?.id !== undefined) claimId(ids, table.id, { path: [...path, "id"], part: "value" }, document, log);
  const expiresAt = toExpiry(table, path, log);
  const { tool, specifier } = parsed;
  return {
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
}

function toExpiry(table: RuleTable | null, path: TomlPath, log: IssueLog): string | null {
  const written = table?.expires_at;
  if (written === undefined) return null;
  const expiresAt = parseExpiry(written);
  if (expiresAt !== null) return expiresAt;
  const message = `\`expires_at\` expects a date, or a date and time with its zone, got "${showText(written)}"`;
  const hint = "Write `2027-01-31`, or `2027-01-31T18:00:00Z`.";
  addError(log, "bad-expiry", { path: [...path, "expires_at"], part: "value" }, message, hint);
  return null;
}
