import type { Config } from "../../config.ts";
import type { PolicyFile } from "../../cedar/read-policies.ts";
import type { ConfigLayer } from "../../file/config-layer.ts";
import type { ConfigOverrides } from "../../merge-config.ts";
import type { DecidingLimits } from "../../trust/trust-limits.ts";

/** The part of the configuration that decides about calls, and that is followed while Toolgate runs. */
export interface PermissionSet extends Pick<Config, "permissions" | "policy" | "cedar" | "approvers"> {
  readonly limits: Pick<Config["limits"], "rules" | "maxDepth">;
  readonly packs: Pick<Config["packs"], "denyPack">;
}

/** One configuration with its policies. */
export interface DecidingPart {
  readonly layer: ConfigLayer;
  readonly policies: readonly PolicyFile[];
}

/** What can only take away: of a project that is not trusted, of an edit nobody accepted, or of what was trusted once. */
export interface Restriction {
  readonly from: "project" | "edited" | "trusted";
  readonly limits: DecidingLimits;
}

export interface PermissionParts {
  readonly user: DecidingPart | null;
  /** A project that is trusted, as it was accepted. */
  readonly project: DecidingPart | null;
  readonly restrictions: readonly Restriction[];
  readonly overrides: ConfigOverrides;
}

/** Said of what holds although the file does not say it now. */
export function labelSource(source: string, from: Restriction["from"]): string {
  return from === "trusted" ? `${source} as it was trusted` : source;
}
