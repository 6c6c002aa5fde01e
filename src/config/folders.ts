import os from "node:os";
import path from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Toolgate keeps what belongs to a person and not to a project. All absolute; nothing need exist. */
export interface Folders {
  readonly home: string;
  readonly config: string;
  readonly data: string;
  readonly userTools: string;
  readonly userConfigFile: string;
}

/**
 * Follows the XDG base folders; `TOOLGATE_HOME` moves all of them below one folder (`config/` and `data/`). XDG values
 * that are not absolute are ignored, as that specification demands.
 */
export function resolveFolders(env: Environment): Folders {
  const home = absolute(env.HOME) ?? os.homedir();
  const own = env.TOOLGATE_HOME;
  const moved = own === undefined || own === "" ? null : path.resolve(own);
  const config = moved === null ? xdg(env.XDG_CONFIG_HOME, home, ".config") : path.join(moved, "config");
  const data = moved === null ? xdg(env.XDG_DATA_HOME, home, ".local/share") : path.join(moved, "data");
  return {
    home,
    config,
    data,
    userTools: path.join(config, "tools"),
    userConfigFile: path.join(config, "toolgate.toml"),
  };
}

function xdg(value: string | undefined, home: string, fallback: string): string {
  return path.join(absolute(value) ?? path.join(home, fallback), "toolgate");
}

function absolute(value: string | undefined): string | null {
  return value !== undefined && path.isAbsolute(value) ? value : null;
}
