import type { Redirect } from "../model/backend.ts";
import type { Plan } from "../model/plan.ts";
import { showPlannedText } from "../template/http/show-planned-text.ts";
import { quoteArguments } from "./quote-arguments.ts";

/** What a plan runs, on one line that a person can read as a command. */
export function describePlan(plan: Plan): string {
  switch (plan.kind) {
    case "command":
      return quoteArguments(plan.argv);
    case "script":
      return plan.steps.map(describeStep).join(" ");
    case "http":
      return `${plan.method} ${showPlannedText(plan.url)}`;
    case "mcp":
      return `${plan.tool} of ${plan.server} ${JSON.stringify(plan.arguments)}`;
    case "handler":
      return plan.api === null ? JSON.stringify(plan.arguments) : `${plan.api} ${JSON.stringify(plan.arguments)}`;
  }
}

type Step = Extract<Plan, { kind: "script" }>["steps"][number];

function describeStep({ operator, stages }: Step, index: number): string {
  const line = stages
    .map(({ argv, redirects }) => [quoteArguments(argv), ...redirects.map(describeRedirect)].join(" "))
    .join(" | ");
  if (index === 0) return line;
  return operator === ";" ? `; ${line}` : `${operator} ${line}`;
}

const NUMBERS = { stdin: "", stdout: "", stderr: "2" } as const;
const SIGNS = { read: "<", write: ">", append: ">>" } as const;

function describeRedirect(redirect: Redirect): string {
  if (redirect.mode === "join") return redirect.stream === "stderr" ? "2>&1" : "1>&2";
  return `${NUMBERS[redirect.stream]}${SIGNS[redirect.mode]} ${quoteArguments([redirect.file])}`;
}
