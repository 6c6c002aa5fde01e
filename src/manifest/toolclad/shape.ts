import { EFFECTS, RISK_TIERS } from "../../model/tool.ts";
import type { Effect, RiskTier } from "../../model/tool.ts";
import { field, required } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";

type FileShape = {
  readonly tool: Field<TableSource>;
  readonly args: Field<TableSource>;
  readonly command: Field<TableSource>;
  readonly output: Field<TableSource>;
  readonly http: Field<TableSource>;
  readonly mcp: Field<TableSource>;
  readonly session: Field<TableSource>;
  readonly browser: Field<TableSource>;
};

/** The tables of a ToolClad file. */
export const FILE_SHAPE: FileShape = {
  tool: required(field.table(), "A ToolClad file begins with [tool]."),
  args: field.table(),
  command: field.table(),
  output: field.table(),
  http: field.table(),
  mcp: field.table(),
  session: field.table(),
  browser: field.table(),
};
export type FileTable = ReadTable<FileShape>;

type ToolShape = {
  readonly name: Field<string>;
  readonly version: Field<string>;
  readonly binary: Field<string>;
  readonly description: Field<string>;
  readonly mode: Field<"oneshot" | "session" | "browser">;
  readonly dispatch: Field<"exec" | "callback">;
  readonly timeout_seconds: Field<number>;
  readonly risk_tier: Field<RiskTier>;
  readonly human_approval: Field<boolean>;
  readonly cedar: Field<TableSource>;
  readonly evidence: Field<TableSource>;
  readonly sandbox: Field<TableSource>;
  readonly title: Field<string>;
  readonly group: Field<string>;
  readonly enabled: Field<boolean>;
  readonly overrides: Field<boolean>;
  readonly effect: Field<Effect>;
  readonly environment: Field<readonly string[]>;
  readonly profile: Field<"strict" | "peer">;
};

export const riskTier: Field<RiskTier> = field.oneOf<RiskTier>({
  values: RISK_TIERS,
  what: "risk tier",
  code: "unknown-risk-tier",
});
export const effect: Field<Effect> = field.oneOf<Effect>({ values: EFFECTS, what: "effect", code: "unknown-effect" });

/**
 * The keys of `[tool]`. Toolgate's own additions, with the meaning they have in whitelist tools: `title`, `group`,
 * `enabled`, `overrides`, `effect` (not said: from the risk tier), `environment` and `sandbox`; and `profile`, which the folder's
 * `toolclad.toml` says otherwise.
 */
export const TOOL_SHAPE: ToolShape = {
  name: required(field.string(), 'Add a line like `name = "whois_lookup"`.'),
  version: field.string(),
  binary: field.string(),
  description: field.string(),
  mode: field.oneOf({ values: ["oneshot", "session", "browser"], what: "mode", code: "unknown-mode" }),
  dispatch: field.oneOf({ values: ["exec", "callback"], what: "dispatch", code: "unknown-dispatch" }),
  timeout_seconds: field.integer({ min: 1, max: 86_400 }),
  risk_tier: riskTier,
  human_approval: field.boolean(),
  cedar: field.table(),
  evidence: field.table(),
  sandbox: field.table(),
  title: field.string(),
  group: field.string(),
  enabled: field.boolean(),
  overrides: field.boolean(),
  effect,
  environment: field.strings(),
  profile: field.oneOf({ values: ["strict", "peer"], what: "profile", code: "unknown-profile" }),
};
