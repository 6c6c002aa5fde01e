import type { BindSecretRequest, ControlPlane, SecretChange } from "../../../call/runtime.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { readValue } from "./read-value.ts";
import { describeReceiver } from "./show-secrets.ts";

interface TargetOptions {
  readonly tool?: readonly string[];
  readonly host?: readonly string[];
  readonly workspace?: boolean;
}

interface SetOptions extends TargetOptions {
  readonly fromFile?: string;
}

export async function setSecret(cli: Cli, name: string, options: SetOptions): Promise<ExitCode> {
  const value = await readValue(name, options.fromFile, cli);
  return cli.withRuntime(partsFor(options), async ({ control }) => {
    const request = { ...toRequest(name, options), value };
    const change = await control.secrets.set(request, await control.owner());
    const exit = report(change, (done) => (done.isNew ? "kept" : "replaced"), cli);
    if (change.ok && change.bindings.length === 0) cli.note(await describeReceivers(name, control.secrets));
    return exit;
  });
}

/** Files may have bound it before it had a value. */
async function describeReceivers(name: string, secrets: ControlPlane["secrets"]): Promise<string> {
  const bindings = (await secrets.list()).find((secret) => secret.name === name)?.bindings ?? [];
  if (bindings.length === 0) return `Nobody gets it yet: toolgate secrets bind ${name} --tool TOOL`;
  const shown = bindings.map((binding) => `${describeReceiver(binding)} by ${binding.source}`);
  return escapeLine(`It is released to ${shown.join("; ")}`);
}

export async function bindSecret(cli: Cli, name: string, options: TargetOptions): Promise<ExitCode> {
  return cli.withRuntime(partsFor(options), async ({ control }) =>
    report(await control.secrets.bind(toRequest(name, options), await control.owner()), () => "bound", cli),
  );
}

export async function unbindSecret(cli: Cli, name: string, options: TargetOptions): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) =>
    report(await control.secrets.unbind(toRequest(name, options), await control.owner()), () => "unbound", cli),
  );
}

export async function removeSecret(cli: Cli, name: string, options: TargetOptions): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) =>
    report(await control.secrets.remove(toRequest(name, options), await control.owner()), () => "removed", cli),
  );
}

export async function rotateKey(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const rotation = await control.secrets.rotate(await control.owner());
    const { to, resealed, removed } = rotation;
    cli.print(rotation, ({ colors }) => {
      const values = resealed === 1 ? "1 value is" : `${resealed} values are`;
      return `${colors.green("✓")} ${values} sealed with the key ${colors.bold(to)} now\n`;
    });
    if (removed.length > 0) cli.note(`The key before is gone; a backup of the database from before needs it.`);
    cli.note("Keep a copy of the key apart from the database.");
    return EXIT.ok;
  });
}

/** Whether a tool would be reached is said of the tools of files, too. */
function partsFor({ tool = [] }: TargetOptions): "all" | "control" {
  return tool.length === 0 ? "control" : "all";
}

function toRequest(name: string, { tool = [], host = [], workspace = false }: TargetOptions): BindSecretRequest {
  return { name, tools: tool, hosts: host, workspaceOnly: workspace };
}

type Done = Extract<SecretChange, { ok: true }>;

function report(change: SecretChange, toVerb: (done: Done) => string, cli: Cli): ExitCode {
  if (!change.ok) throw new CliError(change.code.toUpperCase(), change.message, { hint: change.hint });
  const { name, workspace, bindings, isNew, warnings = [] } = change;
  const verb = toVerb(change);
  cli.print({ name, workspace, bindings, isNew, warnings }, ({ colors }) => {
    const where = workspace === null ? "" : " in this workspace";
    // Shown each time: a mistyped tool or host is seen here or nowhere.
    const whom =
      bindings.length === 0 ? "" : `  released to ${bindings.map(describeReceiver).map(escapeLine).join("; ")}\n`;
    return `${colors.green("✓")} ${verb} ${colors.bold(escapeLine(name))}${where}\n${whom}`;
  });
  for (const warning of warnings) cli.note(escapeLine(warning));
  return EXIT.ok;
}
