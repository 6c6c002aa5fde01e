import type { RiskTier, Tool } from "../../model/tool.ts";
import { toMapping } from "./to-mapping.ts";

export interface CedarBaseline {
  /** Policies, one for each tool with a `[tool.cedar]` table, in the order of the tools. */
  readonly text: string;
  /** Tools that no policy was made for: they do not say what they are to Cedar. */
  readonly skipped: readonly string[];
}

/**
 * A first set of Cedar policies from what the tools say of themselves: low risk runs, medium risk needs a phase, and what
 * is above it, or wants a human anyway, needs one.
 */
export function renderCedarBaseline(tools: readonly Tool[]): CedarBaseline {
  const policies = tools.filter(({ cedar }) => cedar !== null).map(renderPolicy);
  return {
    text: policies.join("\n"),
    skipped: tools.filter(({ cedar }) => cedar === null).map(({ name }) => name),
  };
}

function renderPolicy(tool: Tool): string {
  const { resourceType, actionType, action } = toMapping(tool);
  const condition = toCondition(tool);
  return `// ${toComment(tool)}
permit (
    principal,
    action == ${actionType}::${quote(action)},
    resource == ${resourceType}::${quote(tool.name)}
)${condition === null ? "" : `\nwhen { ${condition} }`};
`;
}

function toCondition({ riskTier, humanApproval }: Tool): string | null {
  if (humanApproval || needsHuman(riskTier)) return "context.human_approved";
  return riskTier === "medium" ? "context has phase" : null;
}

function needsHuman(riskTier: RiskTier | null): boolean {
  return riskTier === null || riskTier === "high" || riskTier === "critical";
}

function toComment({ name, riskTier, humanApproval, origin }: Tool): string {
  const risk = riskTier === null ? "no risk tier" : `risk tier ${riskTier}`;
  const file = origin.file === null ? "" : ` of ${origin.file.slice(origin.file.lastIndexOf("/") + 1)}`;
  const text = `${name}${file}: ${risk}${humanApproval ? ", human approval" : ""}`;
  // A line break in a file's name must not end the comment.
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, "?");
}

/** A Cedar string: what could end it or change its reading is escaped. */
function quote(text: string): string {
  const escaped = text.replaceAll(/[\\"\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === "\\" || character === '"' ? `\\${character}` : `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
  return `"${escaped}"`;
}
