import type { Violation } from "./property.ts";

/** A violation as a person reads it: the line, what ran, what was said, and how to see it again. */
export function renderViolation({ line, judgement, executed, changed, from }: Violation): string {
  const lines = [
    `allowed: ${JSON.stringify(line)}`,
    ...executed.map((argv) => `  ran unannounced:   ${JSON.stringify(argv)}`),
    ...changed.map((path) => `  wrote unannounced: ${JSON.stringify(path)}`),
    `  the inventory had: ${JSON.stringify(judgement.commands)}`,
    `  and would write:   ${JSON.stringify(judgement.writes)}`,
  ];
  if (from === null) return lines.join("\n");
  return [...lines, `  shrunk from case ${from.index} of seed ${from.seed}: ${JSON.stringify(from.line)}`].join("\n");
}
