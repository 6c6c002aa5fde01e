import { BROWSER_INDICATORS } from "../../../model/backend.ts";
import type { BrowserProgram } from "../../../model/backend.ts";
import type { Effect, RiskTier } from "../../../model/tool.ts";
import { field, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import type { ReadTable } from "../../toml/table-reader.ts";
import { effect, riskTier } from "../shape.ts";

const DAY = 86_400;
type Engine = BrowserProgram["engine"];
type ExtractMode = BrowserProgram["extractMode"];

const extractMode: Field<ExtractMode> = field.oneOf<ExtractMode>({
  values: ["accessibility_tree", "html", "text"],
  what: "extract mode",
  code: "unknown-extract-mode",
});

/** The keys of `[browser]`. */
export const BROWSER_SHAPE: {
  readonly engine: Field<Engine>;
  readonly connect: Field<BrowserProgram["connect"]>;
  readonly headless: Field<boolean>;
  readonly extract_mode: Field<ExtractMode>;
  readonly startup_timeout_seconds: Field<number>;
  readonly session_timeout_seconds: Field<number>;
  readonly idle_timeout_seconds: Field<number>;
  readonly max_interactions: Field<number>;
  readonly defaults: Field<TableSource>;
  readonly scope: Field<TableSource>;
  readonly state: Field<TableSource>;
  readonly commands: Field<TableSource>;
  readonly auth_flows: Field<TableSource>;
} = {
  engine: field.oneOf<Engine>({ values: ["cdp", "cdp-direct", "playwright"], what: "engine", code: "unknown-engine" }),
  connect: field.oneOf({ values: ["launch", "live"], what: "way to connect", code: "unknown-connect" }),
  headless: field.boolean(),
  extract_mode: extractMode,
  startup_timeout_seconds: field.integer({ min: 1, max: 3600 }),
  session_timeout_seconds: field.integer({ min: 1, max: 7 * DAY }),
  idle_timeout_seconds: field.integer({ min: 1, max: DAY }),
  max_interactions: field.integer({ min: 1, max: 1_000_000 }),
  defaults: field.table(),
  scope: field.table(),
  state: field.table(),
  commands: required(field.table(), "Add a table like [browser.commands.navigate]."),
  auth_flows: field.table(),
};
export type BrowserTable = ReadTable<typeof BROWSER_SHAPE>;

export const DEFAULTS_SHAPE: { readonly extract_mode: Field<ExtractMode> } = { extract_mode: extractMode };

export const SCOPE_SHAPE: {
  readonly allowed_domains: Field<readonly string[]>;
  readonly blocked_domains: Field<readonly string[]>;
  readonly allow_external: Field<boolean>;
} = { allowed_domains: field.strings(), blocked_domains: field.strings(), allow_external: field.boolean() };

export const STATE_SHAPE: { readonly fields: Field<readonly string[]> } = { fields: field.strings() };

/** The keys of `[browser.commands.NAME]`. Toolgate's own addition: `effect`. */
export const COMMAND_SHAPE: {
  readonly description: Field<string>;
  readonly risk_tier: Field<RiskTier>;
  readonly effect: Field<Effect>;
  readonly human_approval: Field<boolean>;
  readonly args: Field<TableSource>;
} = {
  description: field.string(),
  risk_tier: riskTier,
  effect,
  human_approval: field.boolean(),
  args: field.table(),
};

type MfaHandler = "totp" | "sms" | "manual";

/** The keys of `[browser.auth_flows.NAME]`. */
export const AUTH_FLOW_SHAPE: {
  readonly login_url: Field<string>;
  readonly username_selector: Field<string>;
  readonly password_selector: Field<string>;
  readonly submit_selector: Field<string>;
  readonly success_indicator: Field<string>;
  readonly secret_ref: Field<string>;
  readonly mfa_handler: Field<MfaHandler>;
  readonly mfa_selector: Field<string>;
  readonly mfa_secret_ref: Field<string>;
} = {
  login_url: required(field.string(), 'Add a line like `login_url = "https://app.example.com/login"`.'),
  username_selector: required(field.string()),
  password_selector: required(field.string()),
  submit_selector: required(field.string()),
  success_indicator: required(
    field.string(),
    `Begin it with ${BROWSER_INDICATORS.map((kind) => `${kind}=`).join(" or ")}.`,
  ),
  secret_ref: required(field.string(), "Name the secret that holds user name and password."),
  mfa_handler: field.oneOf<MfaHandler>({
    values: ["totp", "sms", "manual"],
    what: "handler",
    code: "unknown-mfa-handler",
  }),
  mfa_selector: field.string(),
  mfa_secret_ref: field.string(),
};
export type AuthFlowTable = ReadTable<typeof AUTH_FLOW_SHAPE>;
