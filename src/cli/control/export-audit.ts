import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { AuditRecord } from "../../audit/audit-log.ts";
import type { ControlPlane } from "../../call/runtime.ts";
import { parseWhole } from "../arguments/choice.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { plural } from "../output/issues.ts";

const PAGE = 1000;

export interface ExportOptions {
  readonly output?: string;
  readonly after: string;
}

/** Writes records as JSON lines, oldest first, in pages, so that a long history needs little memory. */
export async function exportAudit(cli: Cli, options: ExportOptions): Promise<ExitCode> {
  const after = parseWhole(options.after, "--after", [0, 999_999_999_999]);
  return cli.withRuntime("control", async ({ control }) => {
    if (options.output === undefined) {
      await writeLines(process.stdout, control, after);
      return EXIT.ok;
    }
    const count = await exportTo(options.output, control, after);
    cli.print({ file: options.output, records: count }, () => `Wrote ${plural(count, "record")}.\n`);
    return EXIT.ok;
  });
}

async function exportTo(file: string, control: ControlPlane, after: number): Promise<number> {
  // Never over an existing file: an export is evidence, and so may be what was there.
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await once(stream, "open");
    const count = await writeLines(stream, control, after);
    stream.end();
    await once(stream, "finish");
    return count;
  } catch (error) {
    const { message } = error as Error;
    throw new CliError("NOT_WRITTEN", `cannot write ${file}: ${message}`, {
      hint: "name a file that does not exist yet",
    });
  }
}

async function writeLines(stream: Writable, control: ControlPlane, after: number): Promise<number> {
  let count = 0;
  for (let page = await readPage(control, after); page.length > 0; page = await readPage(control, lastSeq(page))) {
    count += page.length;
    const isReady = stream.write(page.map((record) => `${JSON.stringify(record)}\n`).join(""));
    if (stream.destroyed || stream.errored !== null) break;
    if (!isReady) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  }
  return count;
}

function readPage(control: ControlPlane, afterSeq: number): Promise<readonly AuditRecord[]> {
  return control.audit.query({ afterSeq, limit: PAGE });
}

function lastSeq(page: readonly AuditRecord[]): number {
  return page.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
}
