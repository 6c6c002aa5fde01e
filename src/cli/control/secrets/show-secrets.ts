import type { ListedSecret, SecretCheck } from "../../../call/runtime.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { escapeLine } from "../../output/text/escape.ts";

export async function listSecrets(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const secrets = await control.secrets.list();
    cli.print(secrets, (screen) => renderSecrets(secrets, screen));
    if (secrets.length === 0) cli.note("No secrets: `toolgate secrets set NAME` keeps one.");
    return EXIT.ok;
  });
}

function renderSecrets(secrets: readonly ListedSecret[], screen: Screen): string {
  if (secrets.length === 0) return "";
  return renderTable(
    [
      { title: "name", value: (secret: ListedSecret) => secret.name },
      { title: "from", value: describePlace, style: paintPlace, shrinks: true },
      { title: "bound to", value: describeBindings, wraps: true },
    ],
    secrets,
    screen,
  );
}

function describePlace({ place, problem }: ListedSecret): string {
  return place ?? (problem === null ? "nowhere" : `unknown: ${problem}`);
}

function paintPlace(text: string, { place }: ListedSecret, colors: Screen["colors"]): string {
  return place === null ? colors.red(text) : text;
}

function describeBindings({ bindings }: ListedSecret): string {
  if (bindings.length === 0) return "nothing";
  return bindings.map((binding) => `${describeReceiver(binding)} by ${binding.source}`).join("; ");
}

/** Who gets a secret by one binding. */
export function describeReceiver({ tool, host }: { readonly tool: string; readonly host: string | null }): string {
  return `${tool} ${host === null ? "(program)" : `at ${host}`}`;
}

interface CheckOptions {
  readonly tool: string;
  readonly host?: string;
}

export async function checkSecret(cli: Cli, name: string, { tool, host }: CheckOptions): Promise<ExitCode> {
  return cli.withRuntime("all", async ({ control }) => {
    const check = await control.secrets.check(name, tool, host ?? null);
    cli.print({ name, tool, ...check }, (screen) => renderCheck(name, tool, check, screen));
    if (check.isUsed === false) cli.note(escapeLine(`\`${tool}\` does not use \`${name}\`: it names no such secret.`));
    return check.isReleased ? EXIT.ok : EXIT.refused;
  });
}

function renderCheck(
  name: string,
  tool: string,
  { isReleased, binding, place, host, error }: SecretCheck,
  { colors }: Screen,
): string {
  const whom = `${escapeLine(tool)}${host === null ? "" : ` for ${escapeLine(host)}`}`;
  if (isReleased && error === null) {
    const from = `  from ${escapeLine(place ?? "nowhere")}, bound by ${escapeLine(binding ?? "nobody")}\n`;
    return `${colors.green("✓")} ${colors.bold(escapeLine(name))} is released to ${whom}\n${from}`;
  }
  const why =
    error === null ? "" : `  ${error.code}: ${escapeLine(error.message)}\n  hint: ${escapeLine(error.hint)}\n`;
  return `${colors.red("✗")} ${colors.bold(escapeLine(name))} is not released to ${whom}\n${why}`;
}
