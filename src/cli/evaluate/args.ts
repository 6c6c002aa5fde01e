import { isObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { ParamContext } from "../../params/param-type.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import type { ExitCode } from "../exit-codes.ts";
import { evaluateArguments } from "./evaluate-arguments.ts";
import type { Evaluation } from "./evaluate-arguments.ts";
import { BadLine, answerCases } from "./read-cases.ts";
import type { Case } from "./read-cases.ts";
import { readScope } from "./read-scope.ts";
import { readTools } from "./read-tools.ts";

const SESSION_FOLDER = "/session";

export const defineArgs: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("args eval --manifest tools/whois.clad.toml --input cases.jsonl"));
  command
    .command("eval")
    .description("check many sets of arguments against a tool file: types, and with --scope the targets")
    .requiredOption("--manifest <file>", "the tool file, of any format")
    .requiredOption(
      "--input <file>",
      "lines of {id, args}, with `tool` where the file has several; - for standard input",
    )
    .option("--scope <file>", "a scope file that targets must be in; without it the scope is not looked at")
    .option("--tool <name>", "the tool of the lines that name none")
    .addHelpText(
      "after",
      `${examples("args eval --manifest tools/nmap.clad.toml --input cases.jsonl", "args eval --manifest tools/git.toml --input - --scope scope.toml")}${NOTES}`,
    )
    .action(act(evaluate));
};

const NOTES = `
Prints {id, ok, value, argv} or {id, ok, issues} for each line, in their order, and opens no database. Paths start in
this folder, $SESSION_DIR is shown as ${SESSION_FOLDER}, and no link is followed. Ends with 2 when a line was no case.
`;

interface Options {
  readonly manifest: string;
  readonly input: string;
  readonly scope?: string;
  readonly tool?: string;
}

async function evaluate(cli: Cli, options: Options): Promise<ExitCode> {
  const tools = await readTools(cli, options.manifest);
  const scope = options.scope === undefined ? null : await readScope(options.scope);
  const context: ParamContext = {
    sessionFolder: SESSION_FOLDER,
    workspaceRoots: [cli.cwd],
    scope,
    scopeRequired: scope !== null,
  };
  return answerCases(cli, options.input, (one) => ({ ...judge(one, tools, options.tool, context) }));
}

function judge(
  { members }: Case,
  tools: readonly Tool[],
  named: string | undefined,
  context: ParamContext,
): Evaluation {
  const { args = {} } = members;
  const tool = findTool(tools, members["tool"] ?? named);
  if (isObject(args)) return evaluateArguments(tool, args, context);
  return { ok: false, issues: [{ param: "", code: "type", message: "Expected the arguments as an object." }] };
}

function findTool(tools: readonly Tool[], name: unknown): Tool {
  const [only] = tools;
  if (name === undefined && only !== undefined && tools.length === 1) return only;
  const names = tools.map((tool) => tool.name);
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  if (typeof name === "string") throw new BadLine(`the file declares no such tool${suggestNearest(name, names)}`);
  throw new BadLine(`expected \`tool\`, one of ${names.join(", ")}`);
}
