import path from "node:path";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import type { Screen } from "../output/screen.ts";

interface InitReport {
  readonly workspace: string;
  readonly created: readonly string[];
  readonly skipped: readonly string[];
  /** `false` when the folder held something that a person has to look at first. */
  readonly trusted: boolean;
}

export const defineInit: DefineCommand = (command, act) => {
  command
    .argument("[folder]", "where; created when missing", ".")
    .addHelpText("after", examples("init", "init my-tools"))
    .action(act(runInit));
};

/** Makes a workspace, and trusts it when all that counts in it was made just now. */
async function runInit(cli: Cli, folder: string): Promise<ExitCode> {
  const { initWorkspace } = await import("../../config/init.ts");
  const { acceptTrust, reportTrust } = await import("../../setup/trust-workspace.ts");
  const workspace = path.resolve(cli.cwd, folder);
  const { created, skipped } = initWorkspace(workspace);
  const options = { cwd: workspace, env: cli.env, configPath: path.join(workspace, "toolgate.toml") };
  const report = await reportTrust(options);
  const files = report.trust?.files.map((file) => file.path) ?? [];
  // A tool that was lying in the folder before, as in a clone, must not be trusted along the way.
  const isAllNew = files.length > 0 && files.every((file) => created.includes(file));
  if (isAllNew) await acceptTrust(report, options);
  cli.print({ workspace, created, skipped, trusted: isAllNew } satisfies InitReport, (screen) =>
    renderInit({ workspace, created, skipped, trusted: isAllNew }, screen, cli.cwd),
  );
  return EXIT.ok;
}

function renderInit({ workspace, created, skipped, trusted }: InitReport, { colors }: Screen, cwd: string): string {
  const { bold, cyan, dim, green, yellow } = colors;
  const there = workspace === cwd ? [] : [`cd ${escapeLine(path.relative(cwd, workspace))}`];
  const trust = trusted ? [] : ["toolgate trust"];
  const steps = [
    ...there,
    ...trust,
    "toolgate tools list",
    "toolgate call files.find --arg text=toml",
    "toolgate serve",
  ];
  return [
    ...created.map((file) => `${green("+")} ${escapeLine(file)}`),
    ...skipped.map((file) => `${dim("=")} ${escapeLine(file)} ${dim("was there and is as it was")}`),
    trusted
      ? `${green("✓")} this folder is trusted; a change to these files has to be trusted again`
      : `${yellow("!")} this folder held files before, so it is not trusted yet`,
    "",
    bold("Next"),
    ...steps.map((step) => `  ${cyan(step)}`),
    "",
  ].join("\n");
}
