import type { Rule } from "../../policy/policy.ts";

/** An allow rule in one line: as a text where that says all of it, else with what narrows it behind it. */
export function describeGrant({ tool, specifier = null, params = {}, expiresAt = null }: Rule): string {
  const values = Object.entries(params).map(([name, pattern]) => `${name} = ${JSON.stringify(pattern)}`);
  const narrowed = values.length === 0 ? "" : ` with ${values.join(" and ")}`;
  const until = expiresAt === null ? "" : ` until ${expiresAt}`;
  return `${tool}${specifier === null ? "" : `(${specifier})`}${narrowed}${until}`;
}
