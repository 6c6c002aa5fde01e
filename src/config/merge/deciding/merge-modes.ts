import type { Mode, ModeOverride } from "../../../policy/policy.ts";
import { DEFAULTS } from "../../defaults.ts";
import { toLabel } from "../../file/label.ts";
import { labelSource } from "./permission-set.ts";
import type { DecidingPart, PermissionParts, PermissionSet } from "./permission-set.ts";
import { toStricterMode } from "./to-stricter-mode.ts";

type Modes = Pick<PermissionSet["permissions"], "mode" | "modeSource" | "modes">;

interface Choice {
  readonly mode: Mode;
  readonly source: string;
}

/**
 * The mode for everybody, and those of single agents. The command line sets one for all of this run; a trusted project's
 * word counts before the person's; a restriction makes stricter what it speaks about, and lifts nothing.
 */
export function mergeModes(parts: PermissionParts): Modes {
  const { overrides, user, project, restrictions } = parts;
  if (overrides.mode !== undefined) return { mode: overrides.mode, modeSource: "command line", modes: [] };
  const general = chooseGeneral(user, project);
  const forAll = restrict(general, restrictions, null);
  const named = [user, project].flatMap((part) => Object.keys(part?.layer.data.policy?.agents ?? {}));
  const restricted = restrictions.flatMap(({ limits }) => Object.keys(limits.modes));
  const modes = [...new Set([...named, ...restricted])].flatMap((agent): readonly ModeOverride[] => {
    const own = chooseOwn(agent, parts) ?? (restricted.includes(agent) ? general : null);
    return own === null ? [] : [{ agent, session: null, ...restrict(own, restrictions, agent) }];
  });
  return { mode: forAll.mode, modeSource: forAll.source, modes };
}

function chooseGeneral(user: DecidingPart | null, project: DecidingPart | null): Choice {
  return toGeneral("project", project) ?? toGeneral("user", user) ?? { mode: DEFAULTS.mode, source: "default" };
}

function toGeneral(layer: "user" | "project", part: DecidingPart | null): Choice | null {
  const mode = part?.layer.data.permissions?.mode;
  return mode === undefined ? null : { mode, source: toLabel(layer) };
}

/** A person's word about one agent does not lift what a project says of all of them. */
function chooseOwn(agent: string, { user, project }: PermissionParts): Choice | null {
  const theirs = toOwn("project", project, agent);
  if (theirs !== null) return theirs;
  const own = toOwn("user", user, agent);
  const all = toGeneral("project", project);
  return own === null || all === null ? own : toStricterMode(own, all);
}

function toOwn(layer: "user" | "project", part: DecidingPart | null, agent: string): Choice | null {
  const agents = part?.layer.data.policy?.agents ?? {};
  const mode = Object.hasOwn(agents, agent) ? agents[agent]?.mode : undefined;
  return mode === undefined ? null : { mode, source: toLabel(layer) };
}

function restrict(choice: Choice, restrictions: PermissionParts["restrictions"], agent: string | null): Choice {
  const said = restrictions.flatMap(({ from, limits }): readonly Choice[] => {
    const own = agent !== null && Object.hasOwn(limits.modes, agent) ? limits.modes[agent] : limits.mode;
    return own == null ? [] : [{ mode: own, source: labelSource(toLabel("project"), from) }];
  });
  return said.reduce(toStricterMode<Choice>, choice);
}
