import type { SpecifierValue } from "../../policy/policy.ts";
import type { AskedRequest } from "./stored-request.ts";

/** Why only this one call can be allowed, whatever a human says; `null`: rules may follow from a yes. */
export function findObstacle({ request, code, cut }: AskedRequest): string | null {
  const { tool, call } = request;
  const specifier = call?.specifier ?? null;
  if (tool.humanApproval) return "the tool asks a human before every call";
  if (code !== "ASK_BY_DEFAULT") return "it asks because of a rule or a breaker, which no allow rule overrides";
  if (cut) return "it is too long to be shown whole, so nobody can have seen what would be allowed";
  if (call?.needsShell === true) return "only a real shell can run the line, and each of those is asked about";
  if (specifier?.ok === false) return specifier.message;
  const lines = specifier?.values.filter((value) => value.kind === "shell") ?? [];
  if (lines.some(isUnclear)) return "the line has parts that only a shell could tell";
  if (lines.length === 0 && isDangerous(tool))
    return `a tool of this risk (${tool.riskTier ?? tool.effect}) is asked about each time`;
  return null;
}

function isUnclear({ line }: Extract<SpecifierValue, { kind: "shell" }>): boolean {
  const { items, problems } = line;
  return (
    problems.length > 0 ||
    items.length === 0 ||
    items.some(({ words }) => words.some(({ text, glob }) => text === null || glob))
  );
}

/** Of a command line it is the commands that are dangerous or not, and each is looked at. */
function isDangerous({ effect, riskTier }: AskedRequest["request"]["tool"]): boolean {
  return effect === "destructive" || riskTier === "high" || riskTier === "critical";
}
