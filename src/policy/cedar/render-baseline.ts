import type { RiskTier, Tool } from "../../model/tool.ts";

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
  const policies = tools.flatMap((tool) => (tool.cedar === null ? [] : [renderPolicy(tool, tool.cedar)]));
  return {
    text: policies.join("\n"),
    skipped: tools.filter(({ cedar }) => cedar === null).map(({ name }) => name),
  };
}

function renderPolicy(tool: Tool, { resource, action }: NonNullable<Tool["cedar"]>): string {
  const conditions = [`resource.tool_name == ${quote(tool.name)}`, ...toConditions(tool)];
  return `// ${toComment(tool)}
permit (
    principal,
    action == ${toNamespace(resource)}Action::${quote(action)},
    resource
)
when {
    ${conditions.join(" &&\n    ")}
};
`;
}

function toConditions({ riskTier, humanApproval }: Tool): readonly string[] {
  if (humanApproval || needsHuman(riskTier)) return ["context has human_approved && context.human_approved"];
  return riskTier === "medium" ? ["context has phase"] : [];
}

function needsHuman(riskTier: RiskTier | null): boolean {
  return riskTier === null || riskTier === "high" || riskTier === "critical";
}

/** `PenTest::` for the entity type `PenTest::ScanTarget`; nothing for a type without a namespace. */
function toNamespace(resource: string): string {
  const end = resource.lastIndexOf("::");
  return end === -1 ? "" : resource.slice(0, end + 2);
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
