import path from "node:path";
import { resolveFolders } from "../../config/folders.ts";
import { locateConfig } from "../../config/locate-config.ts";
import type { HookAgent } from "../../hooks/hook-agent.ts";
import { HOOK_AGENTS, findHookAgent } from "../../hooks/hook-agents.ts";
import { addHook, removeHook } from "../../hooks/settings/edit-settings.ts";
import { renderHookCommand } from "../../hooks/settings/hook-command.ts";
import { HOOK_SECONDS } from "../../server/local/hook-wire.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { LAUNCHER, movedFolders } from "../serve/stdio-access.ts";
import { renderChange } from "./render-change.ts";
import { readSettings, writeSettings } from "./settings-file.ts";

export interface ChangeOptions {
  readonly project?: boolean;
  readonly user?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly approvals?: boolean;
}

/** Shows what would change in an agent's settings, and writes it when a person says so. */
export async function changeHook(
  cli: Cli,
  verb: "install" | "uninstall",
  name: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const agent = findHookAgent(name);
  if (agent === null) {
    throw usageError(`no agent is named ${JSON.stringify(name)}`, HOOK_AGENTS.map((each) => each.name).join(", "));
  }
  if (options.user === true && options.project === true) throw usageError("--user and --project exclude each other");
  const { file, project } = placeOf(cli, agent, options.user === true);
  const settings = readSettings(file, project);
  const { base = {}, entries } = agent.settings;
  const approvals = options.approvals === true;
  const seconds = HOOK_SECONDS[approvals ? "approvals" : "plain"];
  const wanted = { agent: name, base, entries: entries(commandOf(cli, agent, approvals), seconds) };
  const edited = verb === "install" ? addHook(settings.text, wanted) : removeHook(settings.text, wanted);
  if (!edited.ok) throw new CliError("SETTINGS", `${settings.file} is left as it is: ${edited.message}`);
  const changed = edited.text !== settings.text;
  const shown = changed ? renderChange(settings.text, edited.text, cli.err.colors) : "";
  cli.note(`${escapeLine(settings.file)}\n${shown}`.trimEnd());
  const accepted = changed && options.print !== true && (options.yes === true || (await confirm(cli)));
  if (accepted) writeSettings(settings, edited.text);
  const notes = verb === "install" ? agent.settings.notes : [];
  cli.print({ agent: name, file: settings.file, changed, written: accepted, settings: edited.text, notes }, (screen) =>
    changed
      ? `${accepted ? `${screen.colors.green("✓")} ${verb}ed\n` : ""}${notes.map((note) => `  ${note}\n`).join("")}`
      : `nothing to change\n`,
  );
  if (!changed || accepted || options.print === true) return EXIT.ok;
  cli.note("Nothing was written. --yes writes what is shown.");
  return EXIT.refused;
}

interface Place {
  readonly file: string;
  /** The folder that the file must lie in, links followed; `null`: anywhere. */
  readonly project: string | null;
}

function placeOf({ cwd, env, configPath }: Cli, { settings }: HookAgent, isUser: boolean): Place {
  const folders = resolveFolders(env);
  if (isUser) {
    const moved = settings.userVariable === undefined ? undefined : env[settings.userVariable];
    const isMoved = moved !== undefined && path.isAbsolute(moved);
    const rest = settings.user.slice(settings.user.indexOf("/") + 1);
    return { file: isMoved ? path.join(moved, rest) : path.join(folders.home, settings.user), project: null };
  }
  const located = locateConfig(cwd, configPath, folders);
  if (!located.ok) throw new CliError("CONFIG", located.issue.message, { hint: located.issue.hint });
  const { workspace } = located.location;
  return { file: path.join(workspace, settings.project), project: workspace };
}

function commandOf({ cwd, env, configPath }: Cli, { name }: HookAgent, approvals: boolean): string {
  const config = configPath === undefined ? null : path.resolve(cwd, configPath);
  const node = process.execPath;
  return renderHookCommand({ node, launcher: LAUNCHER, agent: name, approvals, config, env: movedFolders(env) });
}

async function confirm(cli: Cli): Promise<boolean> {
  if (!cli.isInteractive || cli.json) return false;
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({
    message: "Write this?",
    initialValue: false,
    input: cli.input,
    output: process.stderr,
  });
  return answer === true;
}
