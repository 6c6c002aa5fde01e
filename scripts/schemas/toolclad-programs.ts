import * as browser from "../../src/manifest/toolclad/browser/browser-shape.ts";
import { KNOWN_COMMANDS } from "../../src/manifest/toolclad/browser/known-commands.ts";
import { STATE_FIELDS } from "../../src/manifest/toolclad/browser/read-browser.ts";
import * as session from "../../src/manifest/toolclad/session/session-shape.ts";
import { BROWSER_INDICATORS } from "../../src/model/backend.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { NAMES } from "./names.ts";
import { says, toMapSchema, toTableSchema, without } from "./table-schema.ts";
import * as texts from "./texts/toolclad-programs.ts";
import { ARGS } from "./toolclad-args.ts";

const NAMES_OF_KINDS: JsonObject = { items: { type: "string", pattern: NAMES.service.source } };

/** `[session]`. */
export function toSessionSchema(): JsonObject {
  return toTableSchema(session.SESSION_SHAPE, texts.SESSION_TEXTS, {
    startup_command: { type: ["string", "array"], items: { type: "string" }, minItems: 1, minLength: 1 },
    interaction: toTableSchema(session.INTERACTION_SHAPE, texts.INTERACTION_TEXTS, {
      input_sanitize: { items: { enum: ["injection"] } },
    }),
    commands: toMapSchema(
      toTableSchema(session.COMMAND_SHAPE, texts.SESSION_COMMAND_TEXTS, { args: ARGS }),
      NAMES.command,
      { minProperties: 1, maxProperties: 100 },
    ),
    child_detection: toTableSchema(session.CHILD_SHAPE, texts.CHILD_TEXTS, {
      type: { pattern: NAMES.service.source },
      manifest: { pattern: "\\.clad\\.toml$" },
    }),
    events: toTableSchema(session.EVENTS_SHAPE, texts.EVENTS_TEXTS, { event_types: NAMES_OF_KINDS }),
  });
}

/** `[browser.commands.NAME]`; each command has the same keys. */
export function toBrowserCommandSchema(): JsonObject {
  return toTableSchema(browser.COMMAND_SHAPE, texts.BROWSER_COMMAND_TEXTS, { args: ARGS });
}

const COMMAND: JsonObject = { $ref: "#/definitions/browserCommand" };

/** `[browser]`. */
export function toBrowserSchema(): JsonObject {
  const commands = Object.fromEntries(
    [...KNOWN_COMMANDS].map(([name, { description }]) => [name, { description, allOf: [COMMAND] }] as const),
  );
  const table = toTableSchema(browser.BROWSER_SHAPE, texts.BROWSER_TEXTS, {
    defaults: toTableSchema(browser.DEFAULTS_SHAPE, texts.BROWSER_DEFAULTS_TEXTS),
    scope: toTableSchema(browser.SCOPE_SHAPE, texts.BROWSER_SCOPE_TEXTS, {
      allowed_domains: { uniqueItems: true },
      blocked_domains: { uniqueItems: true },
    }),
    state: toTableSchema(browser.STATE_SHAPE, texts.BROWSER_STATE_TEXTS, {
      fields: { items: { enum: STATE_FIELDS }, uniqueItems: true },
    }),
    commands: { type: "object", properties: commands, additionalProperties: false },
    auth_flows: toMapSchema(toAuthFlowSchema(), NAMES.service),
  });
  const some = { properties: { commands: { ...without("login"), minProperties: 1 } } };
  return { ...table, allOf: [{ if: { not: { required: ["auth_flows"] } }, then: some }] };
}

function toAuthFlowSchema(): JsonObject {
  const selector: JsonObject = { minLength: 1, maxLength: 1000 };
  const secret: JsonObject = { pattern: NAMES.secret.source };
  const flow = toTableSchema(browser.AUTH_FLOW_SHAPE, texts.AUTH_FLOW_TEXTS, {
    login_url: { pattern: "^[Hh][Tt][Tt][Pp][Ss]?://" },
    username_selector: selector,
    password_selector: selector,
    submit_selector: selector,
    mfa_selector: selector,
    success_indicator: { pattern: `^(${BROWSER_INDICATORS.join("|")})=` },
    secret_ref: secret,
    mfa_secret_ref: secret,
  });
  return {
    ...flow,
    allOf: [
      { if: { required: ["mfa_handler"] }, then: { required: ["mfa_selector"] }, else: without("mfa_selector") },
      { if: says("mfa_handler", "totp"), then: { required: ["mfa_secret_ref"] }, else: without("mfa_secret_ref") },
    ],
  };
}
