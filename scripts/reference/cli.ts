import { Command } from "commander";
import { COMMANDS } from "../../src/cli/command-table.ts";
import type { Act } from "../../src/cli/command-row.ts";
import { ENVIRONMENT } from "../../src/cli/environment.ts";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { createProgram } from "../../src/cli/program.ts";
import { code, fence, renderTable } from "./markdown.ts";

const INTRO = `# Commands

\`toolgate --help\` lists the commands, \`toolgate COMMAND --help\` explains one. In a clone, \`npm run toolgate -- COMMAND\` runs the
one of that clone, in its folder; \`node PATH_OF_THE_CLONE/bin/toolgate.js COMMAND\` does in any.

Results go to standard output, everything for people to standard error, so that output can be piped. In a terminal there are
tables and colours; elsewhere, columns with tabs between them. \`--json\` prints one JSON document, also for errors.
`;

const EXITS = `Every command ends with ${EXIT.ok} (it worked), ${EXIT.failed} (it did not), ${EXIT.usage} (the command line was not understood),
${EXIT.refused} (refused) or ${EXIT.pending} (a human has to answer first). [Codes](error-codes.md) has more.
`;

/** Every command with its arguments, options and examples, from the program itself. */
export async function renderCli(): Promise<string> {
  const program = await createProgram([], () => undefined);
  const sections: string[] = [];
  for (const row of COMMANDS) {
    const command = new Command(row.name).description(row.summary);
    (await row.load())(command, ignore);
    sections.push(renderCommand(command, "", 2));
  }
  return [
    INTRO,
    EXITS,
    "## Options of every command\n",
    renderOptions(program),
    ...sections,
    "## Environment\n",
    renderTable(
      ["Variable", "What it does"],
      ENVIRONMENT.map(({ name, what }) => [code(name), what]),
    ),
  ].join("\n");
}

const ignore: Act = () => () => Promise.resolve();

function renderCommand(command: Command, prefix: string, level: number): string {
  const name = `${prefix}${command.name()}`;
  const usage = ["toolgate", name, ...command.registeredArguments.map(toUsage)].join(" ");
  const parts = [`${"#".repeat(level)} ${name}\n`, `${toSentence(command.description())}\n`];
  if (command.commands.length > 0) {
    return [...parts, ...command.commands.map((inner) => renderCommand(inner, `${name} `, level + 1))].join("\n");
  }
  parts.push(fence("text", usage));
  const rows = command.registeredArguments.flatMap((argument) =>
    argument.description === "" ? [] : [[code(argument.name()), argument.description]],
  );
  if (rows.length > 0) parts.push(renderTable(["Argument", "What it is"], rows));
  if (command.options.length > 0) parts.push(renderOptions(command));
  const after = readHelpEnd(command);
  if (after !== "") parts.push(fence("text", after));
  return parts.join("\n");
}

function toUsage(argument: Command["registeredArguments"][number]): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function renderOptions(command: Command): string {
  const rows = command.options.map(({ flags, description, defaultValue }) => {
    const fallback = typeof defaultValue === "string" ? ` (default: ${defaultValue})` : "";
    return [code(flags), `${description}${fallback}`];
  });
  return renderTable(["Option", "What it does"], rows);
}

/** What stands below the options in a command's help: its examples and what its exit codes mean. */
function readHelpEnd(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (written) => (text += written) });
  command.outputHelp();
  return text.slice(command.helpInformation().length).trim();
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
