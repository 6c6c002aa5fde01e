import type { CedarConfig } from "../config/config.ts";
import type { Tool } from "../model/tool.ts";
import type { CedarEngine } from "../policy/cedar/cedar-engine.ts";
import type { CedarResult } from "../policy/cedar/create-cedar-policy.ts";
import { denyUnpermitted } from "../policy/cedar/deny-unpermitted.ts";
import type { CedarPolicy } from "../policy/policy.ts";

/** `default = "deny"`, and nothing that could permit. */
const DENY_ALL: CedarPolicy = {
  judge: (request) => (request.call === undefined ? [] : [denyUnpermitted(request)]),
};

let loading: Promise<CedarEngine> | null = null;

/** Cedar's engine, loaded when it is first needed. One for the whole process. */
export function loadCedarEngine(): Promise<CedarEngine> {
  loading ??= import("@cedar-policy/cedar-wasm/nodejs").then((module) => module.default);
  return loading;
}

/**
 * The policies of the configuration, ready to judge these tools. `policy: null` without an error among the issues: there
 * are none, Cedar is not in use. The engine is loaded only where there are policies.
 */
export async function loadCedarPolicy(config: CedarConfig, tools: readonly Tool[]): Promise<CedarResult> {
  if (config.files.length === 0) return { policy: config.default === "deny" ? DENY_ALL : null, issues: [] };
  const [{ createCedarPolicy }, engine] = await Promise.all([
    import("../policy/cedar/create-cedar-policy.ts"),
    loadCedarEngine(),
  ]);
  return createCedarPolicy({ ...config, tools, engine });
}
