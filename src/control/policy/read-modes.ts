import type { Config } from "../../config/config.ts";
import { toStricterMode } from "../../config/merge/deciding/to-stricter-mode.ts";
import { MODES } from "../../policy/policy.ts";
import type { Mode, ModeOverride } from "../../policy/policy.ts";
import type { SettingRepository } from "../../storage/repositories.ts";
import { MODE_KEY, SESSION_MODE_KEY } from "../../storage/setting-keys.ts";

const AGENT = "agent:";
const SESSION = SESSION_MODE_KEY.slice(MODE_KEY.length);

export interface Modes {
  readonly mode: { readonly mode: Mode; readonly source: string };
  readonly overrides: readonly ModeOverride[];
}

/**
 * What the command line of this process says, else what `toolgate mode` set for this workspace, else the configuration;
 * and the modes of single agents and sessions. What a file says of one agent does not lift what was set for all of them.
 */
export async function readModes(
  settings: SettingRepository,
  workspace: string,
  { mode, modeSource, modes }: Config["permissions"],
): Promise<Modes> {
  const rows = (await settings.list(MODE_KEY)).map(({ key, value }) => ({ about: key.slice(MODE_KEY.length), value }));
  const set = rows.find(({ about }) => about === workspace);
  const overrides = rows.flatMap(({ about, value }): readonly ModeOverride[] => {
    const known = readMode(value);
    if (about.startsWith(AGENT)) return [{ ...known, agent: about.slice(AGENT.length), session: null }];
    return about.startsWith(SESSION) ? [{ ...known, agent: null, session: about.slice(SESSION.length) }] : [];
  });
  const isFixed = modeSource === "command line" || set === undefined;
  if (isFixed) return { mode: { mode, source: modeSource }, overrides: [...overrides, ...modes] };
  const forAll = readMode(set.value);
  return { mode: forAll, overrides: [...overrides, ...modes.map((one) => toStricterMode(one, { ...one, ...forAll }))] };
}

/** Fail closed: a mode that this version does not know runs read-only tools and nothing else. */
function readMode(value: string): { readonly mode: Mode; readonly source: string } {
  const mode = MODES.find((known) => known === value);
  return mode === undefined ? { mode: "plan", source: `unknown mode ${value}` } : { mode, source: "toolgate mode" };
}
