import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ASSERTION, REQUIREMENT, SELECTION } from "../../src/analysis/assert/parse-assertions.ts";
import type { ToolgateOptions } from "../../src/library/create-toolgate.ts";
import type { ToolDefinition } from "../../src/library/define-tool.ts";
import type { ParamDefinition } from "../../src/library/param-definition.ts";
import * as agentTool from "../../src/manifest/agent-tool/shape.ts";
import { SANDBOX_SHAPE } from "../../src/manifest/checks/confine/sandbox-shape.ts";
import * as capability from "../../src/manifest/capability/shape.ts";
import { CREDENTIALED_SHAPE } from "../../src/manifest/credentialed/shape.ts";
import { CUSTOM_SHAPE } from "../../src/manifest/custom/shape.ts";
import { parseTomlWithPositions } from "../../src/manifest/toml/parse-toml.ts";
import * as browser from "../../src/manifest/toolclad/browser/browser-shape.ts";
import { KNOWN_COMMANDS } from "../../src/manifest/toolclad/browser/known-commands.ts";
import { ARG_TYPES, toArgShape, toArgType, toTypeShape } from "../../src/manifest/toolclad/arg-shape.ts";
import { HTTP_SHAPE } from "../../src/manifest/toolclad/http/read-http.ts";
import { MCP_SHAPE } from "../../src/manifest/toolclad/mcp/read-mcp.ts";
import { COMMAND_SHAPE } from "../../src/manifest/toolclad/read-command.ts";
import { CONDITIONAL_SHAPE } from "../../src/manifest/toolclad/read-conditionals.ts";
import { OUTPUT_SHAPE } from "../../src/manifest/toolclad/read-output.ts";
import * as session from "../../src/manifest/toolclad/session/session-shape.ts";
import { FILE_SHAPE, TOOL_SHAPE as TOOLCLAD_TOOL } from "../../src/manifest/toolclad/shape.ts";
import { CEDAR_SHAPE } from "../../src/manifest/toolclad/tool/read-cedar.ts";
import { EVIDENCE_SHAPE } from "../../src/manifest/toolclad/tool/read-evidence.ts";
import { BUILTIN_API_SHAPES } from "../../src/manifest/whitelist/builtin-apis.ts";
import { PARAM_TYPES, toParamShape } from "../../src/manifest/whitelist/param-shape.ts";
import { CONSTRAINTS_SHAPE } from "../../src/manifest/whitelist/read-constraints.ts";
import { OUTPUT_SHAPE as WHITELIST_OUTPUT } from "../../src/manifest/whitelist/read-output.ts";
import { TOOL_SHAPE as WHITELIST_TOOL } from "../../src/manifest/whitelist/shape.ts";
import type { ApiDefinition } from "../../src/packs/define-api.ts";
import { ROOT, readPages } from "./pages.ts";
import { readNames, readTable } from "./tables.ts";
import type { Row } from "./tables.ts";

const pages = new Map(readPages().map((page) => [page.name, page] as const));

function rowsOf(file: string, heading: string): readonly Row[] {
  const page = pages.get(`docs/reference/${file}`);
  return page === undefined ? [] : readTable(page, heading);
}

const keys = (shape: object): readonly string[] => Object.keys(shape);
const union = (shapes: readonly object[]): readonly string[] => [...new Set(shapes.flatMap(keys))];

const WHITELIST: readonly Table[] = [
  ["whitelist-keys.md", "At the top", keys(WHITELIST_TOOL)],
  ["whitelist-keys.md", "[params.NAME]", union(PARAM_TYPES.map(toParamShape))],
  ["whitelist-keys.md", "[constraints]", keys(CONSTRAINTS_SHAPE)],
  ["whitelist-keys.md", "[output]", keys(WHITELIST_OUTPUT)],
  ["whitelist-keys.md", "[sandbox]", keys(SANDBOX_SHAPE)],
  ["whitelist-keys.md", "Built-in APIs", [...BUILTIN_API_SHAPES.keys()]],
];

const TOOLCLAD: readonly Table[] = [
  ["toolclad-keys.md", "Tables of a file", keys(FILE_SHAPE).map((name) => `[${name}]`)],
  ["toolclad-keys.md", "[tool]", keys(TOOLCLAD_TOOL)],
  ["toolclad-keys.md", "[tool.cedar]", keys(CEDAR_SHAPE)],
  ["toolclad-keys.md", "[tool.evidence]", keys(EVIDENCE_SHAPE)],
  ["toolclad-keys.md", "[tool.sandbox]", keys(SANDBOX_SHAPE)],
  ["toolclad-keys.md", "[args.NAME]", union(ARG_TYPES.map((type) => toArgShape(toArgType(type))))],
  ["toolclad-keys.md", "[command]", keys(COMMAND_SHAPE)],
  ["toolclad-keys.md", "[command.conditionals.NAME]", keys(CONDITIONAL_SHAPE)],
  ["toolclad-keys.md", "[output]", keys(OUTPUT_SHAPE)],
  [
    "toolclad-keys.md",
    "toolclad.toml",
    ["[toolclad] profile", "[types.NAME] base", ...union(ARG_TYPES.map((type) => toTypeShape(toArgType(type))))],
  ],
  ["toolclad-backends.md", "[http]", keys(HTTP_SHAPE)],
  ["toolclad-backends.md", "[mcp]", keys(MCP_SHAPE)],
  ["toolclad-backends.md", "[session]", keys(session.SESSION_SHAPE)],
  ["toolclad-backends.md", "[session.interaction]", keys(session.INTERACTION_SHAPE)],
  ["toolclad-backends.md", "[session.child_detection]", keys(session.CHILD_SHAPE)],
  ["toolclad-backends.md", "[session.events]", keys(session.EVENTS_SHAPE)],
  ["toolclad-backends.md", "[session.commands.NAME]", keys(session.COMMAND_SHAPE)],
  ["toolclad-backends.md", "[browser]", keys(browser.BROWSER_SHAPE)],
  ["toolclad-backends.md", "[browser.defaults]", keys(browser.DEFAULTS_SHAPE)],
  ["toolclad-backends.md", "[browser.scope]", keys(browser.SCOPE_SHAPE)],
  ["toolclad-backends.md", "[browser.state]", keys(browser.STATE_SHAPE)],
  ["toolclad-backends.md", "[browser.commands.NAME]", keys(browser.COMMAND_SHAPE)],
  ["toolclad-backends.md", "Commands of a browser", [...KNOWN_COMMANDS.keys()]],
  ["toolclad-backends.md", "[browser.auth_flows.NAME]", keys(browser.AUTH_FLOW_SHAPE)],
];

const agentKeys = keys(agentTool.COMMAND_AGENT_SHAPE).map((key) => `agent.${key}`);
const OTHERS: readonly Table[] = [
  ["custom-tool-keys.md", "Keys of a custom tool", keys(CUSTOM_SHAPE)],
  ["credentialed-cli-keys.md", "Keys of a credentialed CLI", keys(CREDENTIALED_SHAPE)],
  ["capability-module-keys.md", "defineTool(manifest, handler?)", [...keys(capability.MODULE_SHAPE), "handler"]],
  ["capability-module-keys.md", "annotations", keys(capability.ANNOTATIONS_SHAPE)],
  ["capability-module-keys.md", "allow", keys(capability.ALLOW_SHAPE)],
  ["capability-module-keys.md", "allow.commands.NAME", keys(capability.COMMAND_SHAPE)],
  ["agent-declared-tools.md", "A tool", keys(agentTool.TOOL_SHAPE)],
  ["agent-declared-tools.md", "A command of the application", [...keys(agentTool.COMMAND_SHAPE), ...agentKeys]],
  ["assertions.md", "[[assert]]", keys(ASSERTION)],
  ["assertions.md", "for", keys(SELECTION)],
  ["assertions.md", "must", keys(REQUIREMENT)],
];

/** Types have no keys to read while a test runs; that these are all of them is checked when it is compiled. */
type Keys<T> = Readonly<Record<T extends unknown ? keyof T & string : never, true>>;
const GATEWAY: Keys<ToolgateOptions> = {
  cwd: true,
  configPath: true,
  env: true,
  tools: true,
  apis: true,
  callbacks: true,
  agent: true,
};
const IN_CODE: Keys<ToolDefinition> = {
  name: true,
  description: true,
  handler: true,
  title: true,
  version: true,
  params: true,
  inputSchema: true,
  outputSchema: true,
  effect: true,
  humanApproval: true,
  group: true,
  specifier: true,
  requires: true,
  task: true,
  timeoutMs: true,
};
const PARAM: Keys<ParamDefinition> = {
  type: true,
  description: true,
  optional: true,
  default: true,
  allowedPrefix: true,
  guarded: true,
  pattern: true,
  allowEmpty: true,
  maxBytes: true,
  schema: true,
  min: true,
  max: true,
  values: true,
};
const API: Keys<ApiDefinition> = { name: true, description: true, handler: true, effect: true, params: true };
const LIBRARY: readonly Table[] = [
  ["library.md", "createToolgate(options)", keys(GATEWAY)],
  ["library.md", "defineTool(definition)", keys(IN_CODE)],
  ["library.md", "params", keys(PARAM)],
  ["library.md", "defineApi(definition)", keys(API)],
];

const weakSpots = ["find-weak-spots.ts", "find-file-values.ts"]
  .map((name) => readFileSync(path.join(ROOT, "src/analysis", name), "utf8"))
  .join("\n");
const spaces = (REQUIREMENT.spaces.schema() as { readonly items: { readonly enum: readonly string[] } }).items.enum;
const ANALYSIS: readonly Table[] = [
  ["assertions.md", "Spaces", spaces],
  ["assertions.md", "Weak spots", [...weakSpots.matchAll(/code: "([a-z-]+)"/g)].map(([, code = ""]) => code)],
];

const ALL: readonly Table[] = [...WHITELIST, ...TOOLCLAD, ...OTHERS, ...LIBRARY];

/** A page, a heading in it, and what the table below that heading has one row for: no more and no less. */
type Table = readonly [file: string, heading: string, names: readonly string[]];

describe("the tables of keys", () => {
  it.each([...ALL, ...ANALYSIS])("%s %s: has what the reader knows", (file, heading, names) => {
    expect([...readNames(rowsOf(file, heading))].sort()).toEqual([...names].sort());
  });

  const withKeys = ALL.filter(([, heading]) => heading !== "Built-in APIs");
  it.each(withKeys)("%s %s: has an example for each", (file, heading) => {
    const bare = rowsOf(file, heading).filter(({ Example = "" }) => !/^`.+`$/.test(Example));
    expect(bare).toEqual([]);
  });

  it.each([...WHITELIST.slice(0, -1), ...TOOLCLAD, ...OTHERS.slice(-3)])(
    "%s %s: has examples in TOML",
    (file, heading) => {
      const broken = rowsOf(file, heading).filter(({ Example = "" }) => {
        return parseTomlWithPositions(Example.slice(1, -1), file).document === null;
      });
      expect(broken).toEqual([]);
    },
  );
});
