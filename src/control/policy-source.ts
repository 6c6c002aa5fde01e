import type { Config } from "../config/config.ts";
import { MODES } from "../policy/policy.ts";
import type { Mode, Policy, Rule } from "../policy/policy.ts";
import type { StoredRule } from "../storage/repositories.ts";
import type { Store } from "../storage/store.ts";

export const MODE_KEY = "mode:";
export const PAUSE_KEY = "pause";

type PolicyStore = Pick<Store, "revision" | "settings" | "rules">;

/** The policy of this moment. Read anew only when some process has changed something since. */
export function createPolicySource(store: PolicyStore, config: Config): () => Promise<Policy> {
  let known: { revision: number; policy: Promise<Policy> } | null = null;
  return () => {
    const revision = store.revision();
    if (known?.revision !== revision) {
      const policy = readPolicy(store, config);
      known = { revision, policy };
      // A failed read must not be remembered as the policy.
      policy.catch(() => (known = null));
    }
    return known.policy;
  };
}

async function readPolicy({ settings, rules }: PolicyStore, config: Config): Promise<Policy> {
  const reason = await settings.get(PAUSE_KEY);
  const stored = await rules.list(config.workspace);
  return {
    mode: (await readMode(settings, config)).mode,
    rules: [...config.permissions.rules, ...stored.map(toRule)],
    paused: reason === null ? null : { reason },
  };
}

/** What the command line of this process says, else what `toolgate mode` set for this workspace, else the configuration. */
export async function readMode(
  settings: Store["settings"],
  config: Config,
): Promise<{ readonly mode: Mode; readonly source: string }> {
  const { mode: configured, modeSource } = config.permissions;
  if (modeSource === "command line") return { mode: configured, source: modeSource };
  const set = await settings.get(`${MODE_KEY}${config.workspace}`);
  if (set === null) return { mode: configured, source: modeSource };
  const mode = MODES.find((known) => known === set);
  // Fail closed: a mode that this version does not know runs read-only tools and nothing else.
  return mode === undefined ? { mode: "plan", source: `unknown mode ${set}` } : { mode, source: "toolgate mode" };
}

function toRule(stored: StoredRule): Rule {
  const { id, effect, rule, layer, reason, createdBy } = stored;
  return { id, effect, tool: rule, layer, reason, source: `rules add, by ${createdBy}` };
}
