import { validateRule } from "../../policy/rules/validate-rule.ts";

/** Whether a pattern of tools also covers names that somebody else can take, as no rule that allows may. */
export function coversForeignNames(tool: string): boolean {
  const issues = validateRule({ id: "", effect: "allow", tool, layer: "user", source: "", reason: null });
  return issues.some(({ code }) => code === "unanchored-glob" || code === "allow-everything");
}
