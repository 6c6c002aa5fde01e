import { matchScope } from "../../scope/match-scope.ts";
import type { Scope, ScopeMatch } from "../../scope/scope.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import type { ExitCode } from "../exit-codes.ts";
import { answerCases } from "./read-cases.ts";
import type { Case } from "./read-cases.ts";
import { readScope } from "./read-scope.ts";

export const defineScope: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("scope eval --scope scope/scope.toml --input targets.jsonl"));
  command
    .command("eval")
    .description("say of many targets whether a scope file covers them: addresses, CIDR blocks, host names and URLs")
    .requiredOption("--scope <file>", "the scope file")
    .requiredOption("--input <file>", "lines of {id, target}; - for standard input")
    .addHelpText(
      "after",
      `${examples("scope eval --scope scope/scope.toml --input targets.jsonl")}
Prints {id, inScope, reason} for each line, in their order. Ends with 2 when a line was no case.
`,
    )
    .action(act(evaluate));
};

async function evaluate(cli: Cli, options: { readonly scope: string; readonly input: string }): Promise<ExitCode> {
  const scope = await readScope(options.scope);
  return answerCases(cli, options.input, (one) => ({ ...judge(one, scope) }));
}

function judge({ members: { target } }: Case, scope: Scope): ScopeMatch {
  if (typeof target === "string") return matchScope(target, scope);
  return { inScope: false, reason: "the target is not a text" };
}
