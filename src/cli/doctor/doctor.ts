import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import type { Screen } from "../output/screen.ts";
import { wrapText } from "../output/wrap-text.ts";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkNode, checkSearchPath, checkSpace } from "./check-machine.ts";
import { checkAudit, checkGit, checkScope, checkServers, checkTools, checkTrust } from "./check-runtime.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkTelemetry } from "./check-telemetry.ts";
import { fail, ok } from "./finding.ts";
import type { Finding } from "./finding.ts";

export const defineDoctor: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("doctor", "doctor --json")).action(act(runDoctor));
};

/** Looks at everything and fails when something is broken. */
async function runDoctor(cli: Cli): Promise<ExitCode> {
  const findings = [checkNode(), ...checkSearchPath(cli.env["PATH"]), ...(await checkWorkspace(cli))];
  cli.print(findings, (screen) => findings.map((finding) => renderFinding(finding, screen)).join(""));
  return findings.some(({ level }) => level === "fail") ? EXIT.failed : EXIT.ok;
}

/** Opening the gate is a check of its own: it reads the configuration and opens the database. */
async function checkWorkspace(cli: Cli): Promise<readonly Finding[]> {
  try {
    return await cli.withRuntime("all", async (runtime) => {
      const running = await runtime.control.running.list();
      return [
        ok("configuration", runtime.config.configFile ?? "none: defaults are used"),
        ok("database", "opens"),
        ...checkDataFolder(runtime.config.dataFolder),
        checkSpace(runtime.config.dataFolder),
        await checkAudit(runtime),
        checkTrust(runtime),
        checkScope(runtime),
        checkGit(runtime),
        ...(await checkSandbox(runtime)),
        ...(await checkSecrets(runtime)),
        ...(await checkServers(runtime)),
        ...checkTools(runtime),
        ...checkTelemetry(runtime, cli.env),
        await checkLeftovers(async (callId) => {
          if (running.some((call) => call.callId === callId)) return false;
          return (await runtime.control.audit.query({ callId, limit: 1 })).length > 0;
        }),
      ];
    });
  } catch (error) {
    return [toFinding(error)];
  }
}

function toFinding(error: unknown): Finding {
  const { name, message, hint } = error as Error & { hint?: string };
  if (name === "StoreError") return fail("database", message, hint ?? "repair or move the data folder");
  return fail("configuration", message, hint ?? "`toolgate validate` shows every mistake and its place");
}

/** Where messages begin: behind the mark and the longest name of a check. */
const INDENT = 17;

function renderFinding({ check, level, message, advice }: Finding, { colors, isTerminal, width }: Screen): string {
  if (!isTerminal) return `${[level, check, message, advice ?? ""].map(escapeLine).join("\t")}\n`;
  const mark = { ok: colors.green("✓"), warn: colors.yellow("!"), fail: colors.red("✗") }[level];
  const line = `${mark} ${colors.dim(check.padEnd(13))}  ${wrapText(escapeLine(message), width, INDENT)}\n`;
  if (advice === null) return line;
  return `${line}${" ".repeat(INDENT)}${colors.cyan(`→ ${wrapText(escapeLine(advice), width, INDENT + 2)}`)}\n`;
}
