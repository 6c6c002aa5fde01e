import { CommanderError } from "commander";
import { createCli } from "./create-cli.ts";
import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { normalizeWords } from "./command-words.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./report-error.ts";

/** Runs one command line, the program's name left out, and resolves to its exit code. Never rejects. */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  ignoreClosedOutput();
  let exitCode: ExitCode = EXIT.ok;
  try {
    const program = await createProgram(argv, (code) => (exitCode = code));
    const words = normalizeWords(program, argv);
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    // Help and version were printed already; asking for nothing at all is a mistake.
    if (error instanceof CommanderError && isAnswered(error)) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportError(error, createCli({ json: argv.includes("--json"), color: !argv.includes("--no-color") }));
  }
}

function isAnswered({ code }: CommanderError): boolean {
  return ["commander.helpDisplayed", "commander.help", "commander.version"].includes(code);
}

/**
 * `toolgate audit list | head` closes our output early, and so does whoever closes the window; that is no error, and what
 * runs must still end in order.
 */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}
