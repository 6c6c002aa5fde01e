import { createReadStream } from "node:fs";
import type { CaseAnswer, Runtime } from "../../call/runtime.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { readLines } from "../control/read-lines.ts";
import { parseJsonLine } from "../evaluate/read-cases.ts";
import { EXIT } from "../exit-codes.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";

export const TEST_NOTES = `
Reads the lines of \`policy eval\` with \`expect\` (allow, ask or deny) and, where it matters, \`code\`. Prints every case
that was decided otherwise, with the reasons, and ends with 1 when there is one or a line is no case.
`;

interface Difference {
  readonly id: string;
  readonly line: number;
  readonly expected: string;
  readonly got: string;
  readonly reasons: readonly string[];
}

/** Holds written-down expectations against the policy of this moment. */
export async function testPolicy(cli: Cli, files: readonly string[]): Promise<ExitCode> {
  return cli.withRuntime("all", async (runtime) => {
    warnUntrusted(runtime.config.trust, cli);
    const results = await Promise.all(files.map((file) => testFile(cli, file, runtime)));
    const differences = results.flatMap((result) => result.differences);
    const cases = results.reduce((sum, result) => sum + result.cases, 0);
    cli.print({ cases, failed: differences.length, differences }, ({ colors }) => {
      const shown = differences.map(
        ({ id, line, expected, got, reasons }) =>
          `${colors.red("✗")} ${escapeLine(id)} (line ${line}): expected ${expected}, got ${got}\n${reasons
            .map((reason) => `    ${escapeLine(reason)}\n`)
            .join("")}`,
      );
      return `${shown.join("")}${cases - differences.length} of ${cases} cases as expected\n`;
    });
    return differences.length === 0 && cases > 0 ? EXIT.ok : EXIT.failed;
  });
}

async function testFile(
  cli: Cli,
  file: string,
  runtime: Runtime,
): Promise<{ readonly cases: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = [];
  let line = 0;
  let cases = 0;
  for await (const text of readLines(open(cli, file))) {
    line += 1;
    if (text.trim() === "") continue;
    cases += 1;
    const parsed = parseJsonLine(text);
    const answer: CaseAnswer = parsed.ok
      ? await runtime.evaluate(parsed.members)
      : { ok: false, message: parsed.message };
    const difference = compare(answer, line);
    if (difference !== null) differences.push(difference);
  }
  return { cases, differences };
}

function compare(answer: CaseAnswer, line: number): Difference | null {
  if (!answer.ok) return { id: "?", line, expected: "a case", got: "something else", reasons: [answer.message] };
  const { one, verdict } = answer;
  const { expect, code } = one;
  if (expect === undefined) {
    return { id: one.id, line, expected: "`expect` in the case", got: "none", reasons: [] };
  }
  // A slip in the name of a tool is denied, too, and must not pass for what was meant.
  const isMeant = code === undefined ? verdict.code !== "UNKNOWN_TOOL" : verdict.code === code;
  const isSame = verdict.effect === expect && isMeant;
  if (isSame) return null;
  const expected = code === undefined ? expect : `${expect} (${code})`;
  return { id: one.id, line, expected, got: `${verdict.effect} (${verdict.code})`, reasons: verdict.reasons };
}

async function* open(cli: Cli, file: string): AsyncGenerator {
  try {
    yield* file === "-" ? cli.input : createReadStream(file);
  } catch (error) {
    throw new CliError("UNREADABLE", `cannot read ${file}: ${(error as Error).message}`);
  }
}
