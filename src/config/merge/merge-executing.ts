import { tmpdir } from "node:os";
import path from "node:path";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { Config } from "../config.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/config-data.ts";

const MEGABYTE = 1024 * 1024;

/** How calls are executed: confinement, addresses, secrets and output. */
export function mergeExecuting(
  _own: ConfigData,
  _granted: ConfigData,
): Pick<Config, "sandbox" | "privateAddresses" | "secrets" | "output"> {
  return {
    sandbox: {
      engine: DEFAULTS.sandboxEngine,
      image: null,
      default: DEFAULTS.sandboxProfile,
      defaultForLines: DEFAULTS.sandboxProfileForLines,
      fallback: DEFAULTS.sandboxFallback,
      limits: NO_RESOURCE_LIMITS,
      tools: [],
    },
    privateAddresses: [],
    secrets: { providers: [{ kind: "store" }, { kind: "env", prefix: "TOOLCLAD_SECRET_" }], bindings: [] },
    output: {
      patternsOff: [],
      patterns: [],
      maxModelChars: DEFAULTS.maxModelChars,
      maxTotalBytes: null,
      evidence: {
        folder: path.join(tmpdir(), "toolgate-evidence"),
        keepDays: DEFAULTS.evidenceKeepDays,
        maxBytes: DEFAULTS.evidenceMaxMegabytes * MEGABYTE,
      },
    },
  };
}
