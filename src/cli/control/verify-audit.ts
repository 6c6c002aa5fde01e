import type { AuditVerification } from "../../audit/audit-log.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { createStatusLine } from "../live/status-line.ts";
import { escapeLine } from "../output/escape.ts";
import { plural } from "../output/issues.ts";
import type { Screen } from "../output/screen.ts";

/** Walks the whole chain; fails when anything in it does not fit. */
export async function verifyAudit(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const status = createStatusLine(cli.err);
    const verified = await control.audit
      .verify((checked, total) => status.show(`checked ${checked} of ${plural(total, "record")}`))
      .finally(() => status.close());
    cli.print(verified, (screen) => renderVerification(verified, screen));
    return verified.ok ? EXIT.ok : EXIT.failed;
  });
}

function renderVerification(verified: AuditVerification, { colors }: Screen): string {
  if (!verified.ok) {
    const what = `record ${verified.seq}: ${verified.kind}`;
    return `${colors.red("✗")} ${colors.bold(what)}\n  ${escapeLine(verified.message)}\n`;
  }
  const counts = `${plural(verified.records, "record")}, ${plural(verified.checkpoints, "checkpoint")}`;
  return `${colors.green("✓")} ${counts}, nothing altered\n  head ${verified.headHash}\n`;
}
