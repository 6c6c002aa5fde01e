import type { ControlPlane, ModeTarget } from "../call/runtime.ts";
import type { Config } from "../config/config.ts";
import type { Store } from "../storage/store.ts";
import { PAUSE_KEY } from "./policy/create-policy-source.ts";
import { MODE_KEY } from "../storage/setting-keys.ts";
import { readModes } from "./policy/read-modes.ts";
import type { Modes } from "./policy/read-modes.ts";

interface Parts extends Pick<ControlPlane, "recordAdmin"> {
  readonly store: Pick<Store, "settings" | "sessions">;
  readonly config: Config;
  readonly permissions: { readonly current: Pick<Config, "permissions"> };
}

type ModeControl = Pick<ControlPlane, "mode" | "modes" | "setMode" | "paused" | "setPaused">;

/** What happens where no rule speaks, for a workspace, an agent or a session; and stopping everything. */
export function createModeControl({ store, config, permissions, recordAdmin }: Parts): ModeControl {
  const { settings, sessions } = store;
  const read = (): Promise<Modes> => readModes(settings, config.workspace, permissions.current.permissions);
  return {
    mode: async () => (await read()).mode,
    modes: async () => (await read()).overrides,
    async setMode(mode, by, target) {
      const session = target !== undefined && "session" in target ? target.session : null;
      if (mode !== null && session !== null && (await sessions.get(session)) === null) {
        return false;
      }
      await recordAdmin("mode.set", { mode, ...target }, by);
      await settings.set(`${MODE_KEY}${toKey(target, config)}`, mode);
      return true;
    },
    async paused() {
      const reason = await settings.get(PAUSE_KEY);
      return reason === null ? null : { reason };
    },
    async setPaused(paused, by) {
      await recordAdmin(paused === null ? "resume" : "pause", { reason: paused?.reason ?? null }, by);
      await settings.set(PAUSE_KEY, paused?.reason ?? null);
    },
  };
}

function toKey(target: ModeTarget | undefined, { workspace }: Config): string {
  if (target === undefined) return workspace;
  return "agent" in target ? `agent:${target.agent}` : `session:${target.session}`;
}
