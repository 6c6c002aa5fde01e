import type { ProgramPlan } from "../../../model/plan.ts";

/** Names of all variables that the programs of a plan get, sorted. */
export function listVariables({
  environment,
  fixedEnvironment,
  sealedEnvironment,
  secretEnvironment = {},
}: Pick<
  ProgramPlan,
  "environment" | "fixedEnvironment" | "sealedEnvironment" | "secretEnvironment"
>): readonly string[] {
  const names = [
    ...environment,
    ...Object.keys(fixedEnvironment),
    ...sealedEnvironment,
    ...Object.keys(secretEnvironment),
  ];
  return [...new Set(names)].sort();
}
