import type { BackendSpec } from "../../../model/backend.ts";
import type { ParamSpec } from "../../../model/param.ts";
import type { Effect, OutputSpec, RiskTier } from "../../../model/tool.ts";
import type { ToolDraft } from "../../manifest.ts";
import { toEffect } from "./to-effect.ts";
import type { ToolHeader } from "./tool-header.ts";

const MEBIBYTE = 1024 * 1024;

/** What one tool of a file has of its own; the rest is the header's. */
interface OwnPart {
  readonly params: readonly ParamSpec[];
  readonly backend: BackendSpec;
  readonly output: OutputSpec;
  readonly secretEnvironment?: Readonly<Record<string, string>> | undefined;
  /** The command's part of the name, for one of several tools of a file. */
  readonly command?: CommandPart | undefined;
  /** @default 1 MiB */
  readonly maxOutputBytes?: number | undefined;
}

export interface CommandPart {
  readonly name: string;
  readonly description: string;
  readonly riskTier: RiskTier;
  readonly effect: Effect;
  readonly humanApproval: boolean;
}

/** One tool of a file: `[tool]` and what its back end adds. */
export function toDraft(header: ToolHeader, own: OwnPart): ToolDraft {
  const { command, maxOutputBytes = MEBIBYTE, secretEnvironment } = own;
  return {
    name: command === undefined ? header.name : `${header.name}.${command.name}`,
    title: command === undefined ? header.title : null,
    description: command?.description ?? header.description,
    version: header.version,
    group: header.group,
    input: { kind: "params", params: own.params },
    effect: command?.effect ?? header.effect ?? toEffect(header.riskTier),
    riskTier: command?.riskTier ?? header.riskTier,
    humanApproval: command?.humanApproval ?? header.humanApproval,
    enabled: header.enabled,
    overrides: header.overrides,
    backend: own.backend,
    limits: { timeoutMs: header.timeoutMs, maxStdoutBytes: maxOutputBytes, maxStderrBytes: MEBIBYTE },
    environment: header.environment,
    output: own.output,
    cedar: header.cedar,
    evidence: header.evidence,
    ...(header.sandbox === null ? {} : { sandbox: header.sandbox }),
    ...(secretEnvironment === undefined ? {} : { secretEnvironment }),
  };
}
