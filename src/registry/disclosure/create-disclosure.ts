import type { ToolViewer, VisibleTools } from "../../call/resolve/visible-tools.ts";
import type { Tool } from "../../model/tool.ts";
import type { DisclosureConfig } from "./disclosure-config.ts";
import { createDivider } from "./divide-tools.ts";
import type { DividedTools } from "./divide-tools.ts";
import { toDisclosureGroup } from "./to-disclosure-group.ts";

/** Who looks, in which session. */
export interface DisclosureViewer extends ToolViewer {
  readonly session: string | undefined;
}

/** Which of the visible tools are listed. What is not listed is found by searching, and called all the same. */
export interface Disclosure {
  /** Every visible tool, but for those that only serve to find others. */
  all(viewer: DisclosureViewer): Promise<readonly Tool[]>;
  /** What a client is shown. `growing`: the followed session whose list it is; else it hangs on caller and configuration alone. */
  list(viewer: DisclosureViewer, growing: string | undefined): Promise<readonly Tool[]>;
  /** From now on the session remembers what it loads; `onGrown` hears of it. Returns how to stop; the last one forgets. */
  follow(session: string, onGrown: () => void): () => void;
  /** A tool was called by its name: in a followed session its group counts as loaded. Unlisted by visibility: nothing. */
  called(viewer: DisclosureViewer, growing: string, name: string): Promise<void>;
  /** The groups of what the viewer sees, by name. */
  groups(viewer: DisclosureViewer): Promise<DividedTools["groups"]>;
  /** Loads groups that are there for the viewer. In a session that is not followed, or is shown everything, nothing changes. */
  load(viewer: DisclosureViewer, groups: readonly string[]): Promise<void>;
  /** Names of groups, in order. */
  loaded(session: string): readonly string[];
  /** Whether the session remembers what it loads. */
  isFollowed(session: string): boolean;
}

interface Followed {
  readonly groups: Set<string>;
  readonly listeners: Set<() => void>;
}

export function createDisclosure(config: DisclosureConfig, visible: VisibleTools): Disclosure {
  const divide = createDivider(config);
  const sessions = new Map<string, Followed>();
  const look = async ({ session, ...viewer }: DisclosureViewer): Promise<DividedTools> =>
    divide(await visible.list(viewer, session));
  const grow = (session: string, groups: readonly string[]): void => {
    const followed = sessions.get(session);
    const more = groups.filter((group) => followed?.groups.has(group) === false);
    for (const group of more) followed?.groups.add(group);
    if (more.length > 0) for (const listener of followed?.listeners ?? []) listener();
  };
  return {
    all: async (viewer) => (await look(viewer)).others,
    async list(viewer, growing) {
      const divided = await look(viewer);
      if (growing === undefined) return divided.fixed ?? divided.others;
      return divided.start === null ? divided.others : join(divided, sessions.get(growing)?.groups ?? new Set());
    },
    follow(session, onGrown) {
      const followed = sessions.get(session) ?? { groups: new Set(), listeners: new Set() };
      sessions.set(session, followed);
      followed.listeners.add(onGrown);
      return () => {
        followed.listeners.delete(onGrown);
        if (followed.listeners.size === 0) sessions.delete(session);
      };
    },
    async called(viewer, growing, name) {
      if (config.mode === "all") return;
      const divided = await look(viewer);
      const tool = divided.byName.get(name);
      if (tool === undefined || divided.start === null || divided.start.includes(tool)) return;
      grow(growing, [toDisclosureGroup(tool)]);
    },
    groups: async (viewer) => (await look(viewer)).groups,
    async load(viewer, groups) {
      const divided = await look(viewer);
      if (viewer.session === undefined || divided.start === null) return;
      grow(
        viewer.session,
        groups.filter((group) => divided.groups.has(group)),
      );
    },
    loaded: (session) => [...(sessions.get(session)?.groups ?? [])].sort(),
    isFollowed: (session) => sessions.has(session),
  };
}

function join({ start, groups }: DividedTools, loaded: ReadonlySet<string>): readonly Tool[] {
  return [...new Set([...(start ?? []), ...[...loaded].flatMap((group) => groups.get(group) ?? [])])];
}
