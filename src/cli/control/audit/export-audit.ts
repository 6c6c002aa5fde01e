import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import { RECORD_LINE } from "../../../audit/export.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { plural } from "../../output/issues.ts";
import { quoteArguments } from "../../../text/quote-arguments.ts";
import { PUBLIC_KEY_FILE } from "./verify-audit.ts";

export interface ExportOptions {
  readonly output?: string;
}

/** Writes the whole log as it is stored, with the signatures, so that it can be checked without this machine. */
export async function exportAudit(cli: Cli, { output }: ExportOptions): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const lines = control.audit.exportLines();
    if (output === undefined) {
      await writeLines(process.stdout, lines);
      return EXIT.ok;
    }
    const records = await exportTo(output, lines);
    const key = path.join(config.dataFolder, PUBLIC_KEY_FILE);
    cli.print({ file: output, records, key }, () => `Wrote ${plural(records, "record")}.\n`);
    cli.note(`Anybody who has that key checks them with: toolgate ${quoteArguments(toVerifyArguments(output, key))}`);
    return EXIT.ok;
  });
}

function toVerifyArguments(file: string, key: string): readonly string[] {
  return ["audit", "verify", "--file", file, "--key", key];
}

async function exportTo(file: string, lines: AsyncIterable<string>): Promise<number> {
  // Never over an existing file: an export is evidence, and so may be what was there.
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 }).on("error", () => undefined);
  try {
    await once(stream, "open");
    const count = await writeLines(stream, lines);
    stream.end();
    await once(stream, "finish");
    return count;
  } catch (error) {
    if (error !== stream.errored) throw error;
    const { message } = error as Error;
    throw new CliError("NOT_WRITTEN", `cannot write ${file}: ${message}`, {
      hint: "name a file that does not exist yet",
    });
  }
}

/** How many records were written. Ends early when nobody reads any more. */
async function writeLines(stream: Writable, lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    const isReady = stream.write(`${line}\n`);
    if (line.startsWith(RECORD_LINE.before)) count += 1;
    if (stream.destroyed || stream.errored !== null) break;
    if (!isReady) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  }
  if (stream.errored !== null && stream !== process.stdout) throw stream.errored;
  return count;
}
