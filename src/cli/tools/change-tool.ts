import type { Runtime, ToolChange } from "../../call/runtime.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { describeAudience, toAudience } from "./audience.ts";
import type { AudienceOptions } from "./audience.ts";
import { toChangeError } from "./change-error.ts";
import { findServed } from "./find-served.ts";

/** Removes a tool that was created. */
export function deleteTool(cli: Cli, name: string, options: AudienceOptions): Promise<ExitCode> {
  const audience = toAudience(options);
  return cli.withRuntime("all", (runtime) => remove(name, audience, runtime, cli));
}

/** Removes the tool of the user layer that replaces a built-in one. */
export function restoreTool(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("all", (runtime) => {
    const { origin, overrides } = findServed(runtime, name);
    if (origin.layer === "user" && overrides) return remove(name, { kind: "everybody" }, runtime, cli);
    const hint = "`toolgate tools delete` removes a tool of yours; a project's tools are in its folder";
    throw new CliError("NOTHING_TO_RESTORE", `\`${name}\` is no tool of yours that replaces another`, { hint });
  });
}

/** Makes the command that switches a tool on, or off. */
export function switchTool(enabled: boolean): (cli: Cli, name: string, options: AudienceOptions) => Promise<ExitCode> {
  return (cli, name, options) => {
    const audience = toAudience(options);
    return cli.withRuntime("all", async ({ control }) => {
      const change = await control.tools.setEnabled(name, audience, enabled, await control.owner());
      const { file, id } = expectDone(change);
      cli.print({ name, enabled, audience, file, id }, ({ colors }) => {
        return `${colors.green("✓")} ${escapeLine(name)} is ${enabled ? "on" : "off"} from the next call\n`;
      });
      return EXIT.ok;
    });
  };
}

async function remove(
  name: string,
  audience: StoredTool["audience"],
  { control }: Runtime,
  cli: Cli,
): Promise<ExitCode> {
  const change = expectDone(await control.tools.remove(name, audience, await control.owner()));
  const { file, id, restored } = change;
  cli.print({ name, removed: true, restored, audience, file, id }, ({ colors }) => {
    const where = file === null ? `of ${describeAudience(audience)}` : `(${file})`;
    return `${colors.green("✓")} removed ${escapeLine(`${name} ${where}`)}\n`;
  });
  if (restored) cli.note("The tool that it stood in front of is served again.");
  return EXIT.ok;
}

function expectDone(change: ToolChange): Extract<ToolChange, { ok: true }> {
  if (!change.ok) throw toChangeError(change);
  return change;
}
