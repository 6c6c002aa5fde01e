import type { CallerHints } from "../../model/caller.ts";
import type { Facts } from "../../model/facts.ts";
import type { JsonObject, JsonSchema } from "../../model/json.ts";
import type { ParamSpec, ParamType } from "../../model/param.ts";
import type { Layer, RiskTier, Tool } from "../../model/tool.ts";
import { makeTool } from "../../registry/tools.fixture.ts";
import { loadCedarEngine } from "../../setup/load-cedar.ts";
import type { PolicyRequest } from "../policy.ts";
import { toPolicyTool } from "../to-policy-tool.ts";
import type { CedarEngine } from "./cedar-engine.ts";
import { createCedarPolicy } from "./create-cedar-policy.ts";
import type { CedarOptions, CedarResult } from "./create-cedar-policy.ts";

export const ENGINE: CedarEngine = await loadCedarEngine();

/** A tool as a test or a vector writes it. */
export interface ShortTool {
  readonly name: string;
  readonly cedar?: readonly [resource: string, action: string];
  readonly params?: Readonly<Record<string, ParamType>>;
  readonly schema?: JsonSchema;
  readonly riskTier?: RiskTier;
  readonly layer?: Layer;
  readonly humanApproval?: boolean;
  readonly group?: string;
  /** Makes it a command of a session. */
  readonly command?: string;
}

export function toTool(short: ShortTool): Tool {
  const { name, cedar, params = {}, schema, riskTier = null, layer = "user", humanApproval = false, command } = short;
  const specs = Object.entries(params).map(([param, type], position) => ({
    ...{ name: param, type, position, description: null, required: false, default: undefined, allowLeadingDash: false },
    ...(type === "json" ? { schema: {} } : {}),
  })) as readonly unknown[] as readonly ParamSpec[];
  const tool = makeTool(name, {
    origin: { format: "toolclad", layer, file: `/tools/${name}.clad.toml`, line: 1, column: 1 },
    input: schema === undefined ? { kind: "params", params: specs } : { kind: "schema", schema },
    cedar: cedar === undefined ? null : { resource: cedar[0], action: cedar[1] },
    group: short.group ?? null,
    riskTier,
    humanApproval,
  });
  const backend = { kind: "session", command } as Tool["backend"];
  return command === undefined ? tool : { ...tool, backend };
}

export interface ShortCall {
  readonly args?: JsonObject;
  readonly hints?: CallerHints;
  readonly caller?: Partial<PolicyRequest["caller"]>;
  readonly session?: string | null;
  readonly depth?: number;
}

export function toRequest(
  tool: Tool,
  { args = {}, hints, caller, session = null, depth = 0 }: ShortCall = {},
): PolicyRequest {
  return {
    tool: toPolicyTool(tool),
    caller: { tenant: "acme", principal: "ada", agent: "coder", roles: ["agent"], credential: "c", ...caller },
    hints,
    call: { args, specifier: null, paths: [], session, depth },
  };
}

/** Wednesday 2025-06-04, 10:30 UTC. */
export const NOW = 1_749_033_000_000;

export function toFacts(more: Partial<Facts> = {}): Facts {
  return {
    ...{ headless: false, now: NOW, folder: "/w", home: "/home/u", roots: ["/w"], ownFolders: [], lexical: true },
    ...{ realPaths: new Map(), programs: new Map(), limits: new Map(), session: null },
    ...more,
  };
}

/** Policies of one file, `/p/test.cedar`, for these tools. */
export function load(text: string, tools: readonly Tool[], more: Partial<CedarOptions> = {}): CedarResult {
  const files = [{ file: "/p/test.cedar", text, layer: "user", forbidOnly: false }] as const;
  return createCedarPolicy({ engine: ENGINE, files, tools, default: "nothing", environment: null, ...more });
}
