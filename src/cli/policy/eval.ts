import type { Cli } from "../cli.ts";
import { answerCases } from "../evaluate/read-cases.ts";
import { EXIT } from "../exit-codes.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import type { ExitCode } from "../exit-codes.ts";

export const EVAL_NOTES = `
Reads lines of {id, tool, args, mode?, allow?, ask?, deny?, denyPack?, cwd?, headless?, caller?, facts?, declare?} and
prints {id, effect, code, reasons} for each, in their order. A rule list that is there replaces the configured one, and
\`deny\` the deny pack as well. Nothing is looked at: paths lead where they say, and bare program names mean the system's
programs, unless \`facts\` says otherwise. Built-in tools count as served. A case that cannot be read is denied with
BAD_CASE. Ends with 2 when there was one, or a line was no case.
`;

/** Decides every line of a file, and prints one line for each. */
export async function evaluatePolicy(cli: Cli, { input }: { readonly input: string }): Promise<ExitCode> {
  let isWhole = true;
  const exit = await cli.withRuntime("all", (runtime) => {
    warnUntrusted(runtime.config.trust, cli);
    return answerCases(cli, input, async ({ members }) => {
      const answer = await runtime.evaluate(members);
      isWhole &&= answer.ok;
      if (!answer.ok) return { effect: "deny", code: "BAD_CASE", reasons: [answer.message] };
      const { effect, code, reasons } = answer.verdict;
      return { effect, code, reasons };
    });
  });
  return isWhole ? exit : EXIT.usage;
}
