import type { ManifestIssue } from "../../manifest/manifest.ts";
import { inTurn } from "../../registry/in-turn.ts";
import { hasErrors } from "../file/read-deciding.ts";
import { toPermissionParts } from "../merge-config.ts";
import type { ConfigParts } from "../merge-config.ts";
import { mergePermissions } from "../merge/deciding/merge-permissions.ts";
import type { PermissionSet, Restriction } from "../merge/deciding/permission-set.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { toDecidingLimits } from "../trust/trust-limits.ts";
import { lookAtFiles } from "./look-at-files.ts";
import type { LookState } from "./look-at-files.ts";
import { watchDecidingFiles } from "./watch-deciding-files.ts";
import type { DecidingWatch } from "./watch-deciding-files.ts";

/** Says what is wrong with a set that its files alone do not show: policies that are none, groups that do not exist. */
export type PermissionCheck = (set: PermissionSet) => Promise<readonly ManifestIssue[]>;

/** What decides about calls at this moment. */
export interface PermissionSource {
  readonly current: PermissionSet;
  /** Another number for every other `current`. */
  readonly revision: number;
  /** Where the files are that `source` of its parts is about; absolute. A person's need not exist. */
  readonly files: DecidingPlaces;
  /** What is wrong with the files, or not in use, and why. */
  readonly issues: readonly ManifestIssue[];
  /** Looks at the files again now. What was accepted since, and whose tools are loaded, counts from then on. */
  reload(): Promise<void>;
  /** As `reload`, but what was accepted since only restricts: for before its tools are loaded. */
  restrict(): Promise<void>;
  /**
   * Starts following the files, unless the registry is `frozen`. `onIssues` is told after every look that gave other
   * issues than the one before. What `check` finds an error in is not taken, here and in every later `reload`.
   */
  watch(onIssues: (issues: readonly ManifestIssue[]) => void, check?: PermissionCheck): void;
  close(): Promise<void>;
}

export interface DecidingPlaces {
  readonly user: string;
  readonly project: string | null;
}

export interface PermissionSourceOptions {
  /** What the process started with. */
  readonly parts: ConfigParts;
  /** `null` for a project that is not trusted, and where there is none. */
  readonly projectTrust: ProjectTrust | null;
  readonly isFrozen: boolean;
}

/**
 * Follows the rules, policies and limits in `toolgate.toml` and in Cedar files. A person's own count as they stand. Those of
 * a project count as they were accepted; an edit that nobody accepted can only restrict. While a file is broken, what held
 * before holds.
 */
export function createPermissionSource(options: PermissionSourceOptions): PermissionSource {
  const { parts, projectTrust, isFrozen } = options;
  let state: LookState = { user: parts.user, accepted: parts.project, edited: null, pending: null };
  let current = merge(parts, state);
  let issues: readonly ManifestIssue[] = [];
  let revision = 0;
  let watch: DecidingWatch | null = null;
  let tell: (issues: readonly ManifestIssue[]) => void = () => undefined;
  let check: PermissionCheck = () => Promise.resolve([]);
  let adopt = false;
  const look = inTurn(async () => {
    const options = { parts, trust: projectTrust, adopt };
    adopt = false;
    const seen = await lookAtFiles(options, state);
    const taken = await takeBest(parts, seen.state, state, check);
    const found = [...seen.issues, ...taken.issues];
    const isNew = JSON.stringify(taken.set) !== JSON.stringify(current);
    state = taken.state;
    if (isNew) [current, revision] = [taken.set, revision + 1];
    const isTold = JSON.stringify(found) === JSON.stringify(issues);
    issues = found;
    if (!isTold) tell(issues);
    watch?.follow(state);
  });
  return {
    get current() {
      return current;
    },
    get revision() {
      return revision;
    },
    get issues() {
      return issues;
    },
    files: {
      user: parts.user?.layer.file ?? parts.folders.userConfigFile,
      project: parts.project?.layer.file ?? null,
    },
    reload() {
      adopt = true;
      return look();
    },
    restrict: look,
    watch(onIssues, more) {
      tell = onIssues;
      check = more ?? check;
      if (isFrozen || watch !== null) return;
      watch = watchDecidingFiles(parts, look, (issue) => onIssues([...issues, issue]));
      watch.follow(state);
    },
    async close() {
      tell = () => undefined;
      await watch?.close();
    },
  };
}

interface Taken {
  readonly state: LookState;
  readonly set: PermissionSet;
  readonly issues: readonly ManifestIssue[];
}

/**
 * The newest state that passes the check. An error in one file must not keep a change in another one from counting: an
 * agent that can break the project's policies would freeze a person's own rules.
 */
async function takeBest(
  parts: ConfigParts,
  next: LookState,
  before: LookState,
  check: PermissionCheck,
): Promise<Taken> {
  const set = merge(parts, next);
  const issues = await check(set);
  if (!hasErrors(issues)) return { state: next, set, issues };
  for (const state of listFallbacks(next, before)) {
    const partly = merge(parts, state);
    if (!hasErrors(await check(partly))) return { state, set: partly, issues };
  }
  return { state: before, set: merge(parts, before), issues };
}

/** Without the project's policies, which are what may be wrong; with its files as before; with the person's as before. */
function listFallbacks(next: LookState, before: LookState): readonly LookState[] {
  const { accepted, edited, pending } = before;
  const latest = next.pending ?? next.accepted;
  const isSame = latest === (pending ?? accepted);
  const kept: LookState = { ...next, accepted, edited, pending };
  const restricting = latest === null || isSame ? [] : [{ ...kept, pending: { ...latest, policies: [] } }];
  return [...restricting, kept, { ...next, user: before.user }];
}

function merge(parts: ConfigParts, { user, accepted, edited, pending }: LookState): PermissionSet {
  const merged = toPermissionParts({ ...parts, user, project: accepted });
  const added = [pending, edited].flatMap((part): readonly Restriction[] =>
    part === null ? [] : [{ from: "edited", limits: toDecidingLimits(part.layer, part.policies) }],
  );
  return mergePermissions({ ...merged, restrictions: [...merged.restrictions, ...added] });
}
