import type { ToolChange, ToolChangeCode } from "../../call/runtime.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { StoredTool } from "../../storage/repositories.ts";

export type Refusal = Extract<ToolChange, { ok: false }>;

/** A change that was not made, and what to do instead. */
export function refuse(
  code: ToolChangeCode,
  message: string,
  hint: string,
  issues: readonly ManifestIssue[] = [],
): Refusal {
  return { ok: false, code, message, hint, issues };
}

/** A change that holds. */
export function changed(
  name: string,
  where: { readonly id?: string; readonly file?: string; readonly audience?: StoredTool["audience"] },
  restored = false,
): ToolChange {
  const { id = null, file = null, audience = { kind: "everybody" } } = where;
  return { ok: true, name, id, file, audience, restored };
}
