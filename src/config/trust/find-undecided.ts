import type { ManifestIssue, ManifestResult } from "../../manifest/manifest.ts";

/** What another try, or a faster machine, may answer differently. */
const UNDECIDED: ReadonlySet<string> = new Set(["module-timeout", "module-crash"]);

/**
 * Says why a project cannot be trusted: nobody saw what a file declares that could not be read to its end, and the
 * gateway may well read it. `null` for a file that always gives the same.
 */
export function findUndecided({ issues }: ManifestResult): ManifestIssue | null {
  const found = issues.find(({ code }) => UNDECIDED.has(code));
  if (found === undefined) return null;
  const message = "what the module declares cannot be shown, so nothing of the project can be trusted";
  return { ...found, code: "module-undecided", message, hint: "Repair the module, or delete it." };
}
