import { findWeakSpots } from "../../analysis/find-weak-spots.ts";
import { toParamSpaces } from "../../analysis/param-space.ts";
import { showSandbox } from "../../analysis/show-sandbox.ts";
import { toReach } from "../../analysis/to-reach.ts";
import { toShape } from "../../analysis/to-shape.ts";
import { toInputSchema } from "../../manifest/to-input-schema.ts";
import { toOutputSchema } from "../../manifest/to-output-schema.ts";
import type { CapabilityCommand } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ListedExtension } from "./loaded-extensions.ts";

/** What telling of a tool needs besides the tool. */
export interface EntryGround {
  /** Absolute; files in it are shown relative to it. */
  readonly workspace: string;
  /** Of this moment; `null`: there is no scope file. */
  readonly scope: () => Scope | null;
  /** Whether this gateway has something that could run it. */
  readonly canRun: (tool: Tool) => boolean;
}

/** One tool, as somebody has to see it who judges what it can do. Of secrets and variables there are names, never values. */
export function toToolEntry(
  { tool, owner, stale }: ListedExtension,
  withSchema: boolean,
  ground: EntryGround,
): JsonObject {
  const { name, title, description, version, origin, effect, riskTier, humanApproval, enabled, limits } = tool;
  return {
    name,
    ...(title === null ? {} : { title }),
    description,
    ...(version === null ? {} : { version }),
    format: origin.format,
    layer: origin.layer,
    line: origin.line,
    ...(owner === null ? {} : { owner }),
    effect,
    ...(riskTier === null ? {} : { riskTier }),
    humanApproval,
    enabled,
    runsHere: ground.canRun(tool),
    stale,
    exposeAsMcpTool: enabled && (tool.backend.kind !== "capability" || tool.backend.exposed),
    timeoutMs: limits.timeoutMs,
    maxOutputBytes: limits.maxStdoutBytes + limits.maxStderrBytes,
    definitionHash: tool.definitionHash,
    ...toCapabilities(tool, ground.scope()),
    ...(withSchema ? toSchemas(tool) : {}),
  };
}

function toCapabilities(tool: Tool, scope: Scope | null): JsonObject {
  const reach = toReach(tool, scope);
  const { backend, cedar } = tool;
  const weak = findWeakSpots(tool, toParamSpaces(tool), reach).map(({ code, message }) => ({ code, message }));
  return {
    does: [...toShape(tool)],
    capabilities: {
      programs: [...reach.programs],
      hosts: [...reach.hosts],
      targets: [...reach.targets],
      paths: [...reach.paths],
      environment: [...reach.environment],
      secrets: [...reach.secrets],
      tools: [...reach.tools],
      sandbox: [...showSandbox(tool.sandbox)],
      ...(cedar === null ? {} : { cedar: { ...cedar } }),
    },
    ...(backend.kind === "capability"
      ? {
          allow: { commands: Object.keys(backend.commands).sort(), net: backend.net === null ? [] : [...backend.net] },
          commands: Object.entries(backend.commands).map(([name, command]) => toCommand(name, command)),
        }
      : {}),
    warnings: weak,
  };
}

function toCommand(name: string, { timeoutMs, cwd, environment, persistent, output }: CapabilityCommand): JsonObject {
  return { name, timeoutMs, cwd: cwd ?? ".", environment: [...environment], persistent, output };
}

function toSchemas(tool: Tool): JsonObject {
  const outputSchema = toOutputSchema(tool);
  return { inputSchema: toInputSchema(tool), ...(outputSchema === null ? {} : { outputSchema }) };
}
