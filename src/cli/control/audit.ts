import { RECORD_KINDS } from "../../audit/audit-log.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { exportAudit } from "./audit/export-audit.ts";
import { listRecords, showRecords } from "./audit/show-audit.ts";
import { verifyAudit } from "./audit/verify-audit.ts";

export const defineAudit: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("audit list --since 2h", "audit show 42", "audit verify"));
  command
    .command("list")
    .description("the newest records, oldest of them first")
    .option("--call <id>", "only of this call")
    .option("--tool <name>", "only of this tool")
    .option("--kind <kind>", RECORD_KINDS.join(", "))
    .option("--status <status>", "such as success, failed, refused, interrupted")
    .option("--principal <name>", "only of this person or service")
    .option("--since <time>", "an ISO 8601 time, or how long ago, such as 2h")
    .option("--limit <count>", "how many", "50")
    .addHelpText("after", examples("audit list --since 2h --status refused"))
    .action(act(listRecords));
  command
    .command("show <id>")
    .description("everything recorded about one call (the beginning of its id is enough) or in one record (its number)")
    .addHelpText("after", examples("audit show 42", "audit show 01a1fb4a-7667"))
    .action(act(showRecords));
  command
    .command("verify")
    .description("check that nothing was altered, removed or put in; fails on the first bad record")
    .option("--file <export>", "check an export instead of this machine's history; - for standard input")
    .option("--key <file>", "with --file: checkpoint.pub of the gateway that made it, got in some other way")
    .addHelpText("after", examples("audit verify", "audit verify --file audit.jsonl --key checkpoint.pub"))
    .action(act(verifyAudit));
  command
    .command("export")
    .description("the whole history as lines of JSON, with the signatures that prove it")
    .option("--output <file>", "a new file, readable by you only (default: standard output)")
    .addHelpText("after", examples("audit export --output audit.jsonl", "audit export | jq .record.tool"))
    .action(act(exportAudit));
};
