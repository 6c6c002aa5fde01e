import type { ToolChange, ToolChangeCode } from "../../call/runtime.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";

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
  where: { readonly id?: string; readonly file?: string },
  restored = false,
): ToolChange {
  return { ok: true, name, id: where.id ?? null, file: where.file ?? null, restored };
}
