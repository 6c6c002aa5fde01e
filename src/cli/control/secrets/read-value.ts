import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { trimLineEnd } from "../../../text/trim-line-end.ts";
import { CliError, usageError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";

/** Far above any secret. */
const MAX_BYTES = 1024 * 1024;

/**
 * A value from a file, from what is piped in, or as a person types it unseen. Never from the command line, which every
 * process can read and shells keep. @throws CliError for what is no text
 */
export async function readValue(name: string, file: string | undefined, cli: Cli): Promise<string> {
  if (file !== undefined) return decode(await readBytes(file), file);
  if (!cli.input.isTTY) return decode(await buffer(cli.input), "standard input");
  if (cli.isInteractive) return ask(name, cli);
  throw usageError("nobody can be asked for the value here", "give --from-file, or pipe the value in");
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new CliError("UNREADABLE", `${file} is larger than 1 MiB`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError("UNREADABLE", `cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}

function decode(bytes: Uint8Array, place: string): string {
  try {
    return trimLineEnd(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const hint = "keep it as base64, and decode it where it is used";
    throw new CliError("UNREADABLE", `${place} is not UTF-8 text`, { hint });
  }
}

async function ask(name: string, { input }: Cli): Promise<string> {
  const { isCancel, password } = await import("@clack/prompts");
  // No mark for a character: not even the length is seen.
  const given = await password({ message: `Value of ${name}`, mask: "", input, output: process.stderr });
  if (isCancel(given)) throw new CliError("CANCELLED", "nothing was changed");
  return given;
}
