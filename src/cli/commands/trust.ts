import type { TrustReport } from "../../setup/trust-workspace.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { renderTrust } from "../output/trust.ts";

export const defineTrust: DefineCommand = (command, act) => {
  command
    .option("--yes", "accept without being asked, having read what is shown")
    .addHelpText("after", examples("trust", "trust --json", "trust --yes"))
    .action(act(runTrust));
};

/** Shows what the folder would get; records it when a person says so. Elsewhere than in a terminal only with `--yes`. */
async function runTrust(cli: Cli, options: { readonly yes?: boolean }): Promise<ExitCode> {
  const { acceptTrust, reportTrust } = await import("../../setup/trust-workspace.ts");
  const { cwd, env, configPath } = cli;
  const place = { cwd, env, configPath };
  const report = await reportTrust(place);
  if (!cli.json) cli.err.write(await renderIssues(report.issues, cli.err));
  const { workspace, trust } = report;
  if (workspace === null || trust === null) throw toError(report);
  const isTrusted = report.recorded === trust.hash;
  const isAccepted = !isTrusted && (options.yes === true || (await confirm(cli, report)));
  if (isAccepted) await acceptTrust(report, place);
  const trusted = isTrusted || isAccepted;
  cli.print({ workspace, trusted, hash: trust.hash, ...trust.summary, issues: report.issues }, (screen) => {
    // Before a question everything was shown already.
    const shown = cli.isInteractive && !isTrusted && options.yes !== true ? "" : renderTrust(report, screen);
    return `${shown}${renderState(trusted, isAccepted, screen.colors.green)}`;
  });
  if (!trusted) cli.note("Not trusted. `toolgate trust --yes` accepts what is shown.");
  return trusted ? EXIT.ok : EXIT.refused;
}

function renderState(trusted: boolean, isAccepted: boolean, paint: (text: string) => string): string {
  if (!trusted) return "";
  return `${paint("✓")} ${isAccepted ? "trusted from now on; a change asks again" : "trusted already"}\n`;
}

async function confirm(cli: Cli, report: TrustReport): Promise<boolean> {
  if (!cli.isInteractive || cli.json) return false;
  cli.err.write(renderTrust(report, cli.err));
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({
    message: "Trust this folder as it is now?",
    initialValue: false,
    input: cli.input,
    output: process.stderr,
  });
  return answer === true;
}

function toError({ workspace, issues }: TrustReport): CliError {
  if (workspace === null && issues.length === 0) {
    const hint = "`toolgate init` makes one, --config names one";
    return new CliError("NO_PROJECT", "there is no toolgate.toml here or above", { hint });
  }
  const details = { issues: issues.map((issue) => ({ ...issue })) };
  return new CliError("CONFIG", `the configuration cannot be trusted: ${countIssues(issues)}`, { details });
}
