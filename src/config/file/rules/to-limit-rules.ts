import { createHash } from "node:crypto";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { Place, TomlDocument } from "../../../manifest/toml/toml-document.ts";
import type { LimitRule } from "../../../policy/policy.ts";
import { toLabel } from "../label.ts";
import { claimId } from "./own-ids.ts";
import type { OwnIds } from "./own-ids.ts";
import type { LimitRuleData } from "../data/permission-data.ts";

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `[[limits.rules]]` of a file, as they are judged. */
export function toLimitRules(
  layer: "user" | "project",
  rules: readonly LimitRuleData[],
  document: TomlDocument,
  ids: OwnIds,
  log: IssueLog,
): readonly LimitRule[] {
  const given = new Map<string, number>();
  return rules.map((rule, index) => {
    const place: Place = { path: ["limits", "rules", index], part: "value" };
    const own: Place = { path: [...place.path, "id"], part: "value" };
    if (rule.id !== undefined) claimId(ids, rule.id, own, document, log);
    const limit = toLimit(rule);
    return {
      ...limit,
      id: rule.id ?? nameLimit(layer, limit, given),
      source: `${toLabel(layer)}:${document.locate(place).line}`,
    };
  });
}

function toLimit({ tools = "*", per = ["session"], rate, concurrent, daily }: LimitRuleData): Counted {
  const [count = "0", unit = "s"] = rate?.split("/") ?? [];
  return {
    tools: typeof tools === "string" ? [tools] : tools,
    per,
    kind: rate !== undefined ? "rate" : concurrent !== undefined ? "concurrent" : "daily",
    max: concurrent ?? daily ?? Number(count),
    windowMs: rate === undefined ? 0 : (UNITS[unit] ?? 0),
  };
}

type Counted = Omit<LimitRule, "id" | "source">;

/** What was counted stays counted when rules above are added, or the number is changed. */
function nameLimit(layer: string, { tools, per, kind, windowMs }: Counted, given: Map<string, number>): string {
  const what = createHash("sha256")
    .update(JSON.stringify([tools, per, kind, windowMs]))
    .digest("hex")
    .slice(0, 12);
  const count = (given.get(what) ?? 0) + 1;
  given.set(what, count);
  return `config:${layer}:limit:${what}${count === 1 ? "" : `:${count}`}`;
}
