import { mkdirSync } from "node:fs";
import path from "node:path";
import { createTempFolder } from "../registry/tool-files.fixture.ts";
import type { TempFolder } from "../registry/tool-files.fixture.ts";
import type { Config } from "./config.ts";
import { loadConfig } from "./load-config.ts";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";

export const PROJECT = "project/toolgate.toml";
export const USER = "home/config/toolgate.toml";

export interface ConfigFolder extends TempFolder {
  /** Reads the configuration as somebody does who stands in `project/`, which nobody trusts. */
  load(more?: Partial<LoadConfigOptions>): Promise<LoadedConfig>;
  /** The same where everything is trusted. */
  loadTrusted(more?: Partial<LoadConfigOptions>): Promise<LoadedConfig>;
}

/** A folder with a project, and a home beside it. */
export function createConfigFolder(): ConfigFolder {
  const temp = createTempFolder();
  mkdirSync(path.join(temp.path, "project"));
  const env = { TOOLGATE_HOME: path.join(temp.path, "home"), HOME: temp.path };
  const load: ConfigFolder["load"] = (more = {}) =>
    loadConfig({ cwd: path.join(temp.path, "project"), env, trust: () => Promise.resolve(null), ...more });
  return { ...temp, load, loadTrusted: (more) => load({ env: { ...env, TOOLGATE_TRUST: "1" }, ...more }) };
}

export async function loadOk(loaded: Promise<LoadedConfig>): Promise<Config> {
  const { config, issues } = await loaded;
  if (config === null) throw new Error(JSON.stringify(issues));
  return config;
}

export function toRuleTexts({ permissions }: Pick<Config, "permissions">): readonly string[] {
  return permissions.rules.map(({ effect, tool }) => `${effect} ${tool}`);
}
