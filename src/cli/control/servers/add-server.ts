import path from "node:path";
import { resolveFolders } from "../../../config/folders.ts";
import { CONFIG_NAME, locateConfig } from "../../../config/locate-config.ts";
import type { McpServerData } from "../../../config/mcp/mcp-server.ts";
import { addServers } from "../../../import/config/add-servers.ts";
import { CliError, usageError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { toShownPath } from "../../import/target.ts";
import { findConfigProblem, readConfigText, writeConfigText } from "../../import/write-config.ts";
import { escapeLine } from "../../output/text/escape.ts";

interface AddOptions {
  readonly url?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly user?: boolean;
}

/** Writes one table; everything else in the file stays as it is. */
export async function addServer(
  cli: Cli,
  name: string,
  command: readonly string[],
  options: AddOptions,
): Promise<ExitCode> {
  const server = toServer(command, options);
  const config = readConfigText(locateFile(cli, options.user === true));
  if (Object.hasOwn(config.data.mcp?.servers ?? {}, name)) {
    const hint = "edit it there, or choose another name";
    throw new CliError("SERVER_EXISTS", `[mcp.servers.${name}] is in ${toShownPath(cli.cwd, config.file)} already`, {
      hint,
    });
  }
  const text = addServers(config.text, [[name, server]], []);
  const problem = findConfigProblem(config, text);
  if (problem !== null) throw usageError(`nothing was added: ${problem}`);
  writeConfigText(config, text, false);
  const file = toShownPath(cli.cwd, config.file);
  cli.print(
    { server: name, file },
    ({ colors }) => `${colors.green("✓")} [mcp.servers.${escapeLine(name)}] is in ${file}\n`,
  );
  const trusted = options.user === true ? "" : "`toolgate trust` accepts what changed, then ";
  cli.note(`${trusted}\`toolgate servers test ${name}\` connects to it.`);
  return Promise.resolve(EXIT.ok);
}

function locateFile({ cwd, env, configPath }: Cli, isOwn: boolean): string {
  const folders = resolveFolders(env);
  if (isOwn) return folders.userConfigFile;
  const located = locateConfig(cwd, configPath, folders);
  if (!located.ok) throw new CliError("NO_CONFIG", located.issue.message, { hint: located.issue.hint });
  return located.location.projectFile ?? path.join(cwd, CONFIG_NAME);
}

function toServer([program, ...args]: readonly string[], { url, env, header }: AddOptions): McpServerData {
  if ((url === undefined) === (program === undefined)) {
    throw usageError("a server is either a --url or, after `--`, a program with its arguments");
  }
  if (program === undefined) return { url, ...(header === undefined ? {} : { headers: toPairs(header, "--header") }) };
  if (header !== undefined) throw usageError("--header goes with --url; a program gets --env");
  return {
    command: program,
    ...(args.length === 0 ? {} : { args }),
    ...(env === undefined ? {} : { env: toPairs(env, "--env") }),
  };
}

function toPairs(entries: readonly string[], option: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf("=");
      if (at < 1) throw usageError(`${option} takes NAME=VALUE, got ${JSON.stringify(entry)}`);
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}
