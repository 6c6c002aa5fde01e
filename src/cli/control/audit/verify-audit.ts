import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AuditVerification } from "../../../audit/audit-log.ts";
import { verifyExport } from "../../../audit/verify/verify-export.ts";
import { CliError, usageError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { createStatusLine } from "../../live/status-line.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { plural } from "../../output/issues.ts";
import type { Screen } from "../../output/screen.ts";
import { readLines } from "../read-lines.ts";

/** The key in the data folder that checks signatures; it gives nothing away. */
export const PUBLIC_KEY_FILE = "checkpoint.pub";

export interface VerifyOptions {
  readonly file?: string;
  readonly key?: string;
}

/** Walks the whole chain, of this machine or of an export; fails when anything in it does not fit. */
export async function verifyAudit(cli: Cli, { file, key }: VerifyOptions): Promise<ExitCode> {
  if ((file === undefined) !== (key === undefined)) {
    const hint = `the key is ${PUBLIC_KEY_FILE} in the data folder of the gateway that made the export`;
    throw usageError("--file and --key go together: an export, and the key that its signatures are checked with", hint);
  }
  const isExport = file !== undefined && key !== undefined;
  const verified = isExport ? await verifyFile(cli, file, key) : await verifyStored(cli);
  cli.print(verified, (screen) => renderVerification(verified, screen));
  return verified.ok ? EXIT.ok : EXIT.failed;
}

function verifyStored(cli: Cli): Promise<AuditVerification> {
  return cli.withRuntime("control", async ({ control }) => {
    const status = createStatusLine(cli.err);
    return control.audit
      .verify((checked, total) => status.show(`checked ${checked} of ${plural(total, "record")}`))
      .finally(() => status.close());
  });
}

/** Needs no gateway and opens no database: an auditor has neither. */
async function verifyFile(cli: Cli, file: string, keyFile: string): Promise<AuditVerification> {
  const key = await readFile(keyFile, "utf8").catch((error: unknown) => unreadable(keyFile, error));
  const stream = file === "-" ? cli.input : createReadStream(file);
  try {
    return await verifyExport(readLines(stream), key);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!/^ERR_OSSL|^ERR_INVALID|^ERR_CRYPTO/.test(code)) return unreadable(file, error);
    throw new CliError("BAD_KEY", `${keyFile} is not a public key: ${(error as Error).message}`, {
      hint: `expected ${PUBLIC_KEY_FILE} of the gateway's data folder, which begins with -----BEGIN PUBLIC KEY-----`,
    });
  }
}

function unreadable(file: string, error: unknown): never {
  throw new CliError("UNREADABLE", `cannot read ${file}: ${(error as Error).message}`);
}

function renderVerification(verified: AuditVerification, { colors }: Screen): string {
  if (!verified.ok) {
    const what = `record ${verified.seq}: ${verified.kind}`;
    return `${colors.red("✗")} ${colors.bold(what)}\n  ${escapeLine(verified.message)}\n`;
  }
  const counts = `${plural(verified.records, "record")}, ${plural(verified.checkpoints, "checkpoint")}`;
  return `${colors.green("✓")} ${counts}, nothing altered\n  head ${verified.headHash}\n`;
}
