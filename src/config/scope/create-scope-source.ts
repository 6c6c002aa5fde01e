import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { watchPlaces } from "../../registry/files/watch-folders.ts";
import type { PlaceWatch } from "../../registry/files/watch-folders.ts";
import { inTurn } from "../../registry/in-turn.ts";
import type { Config } from "../config.ts";
import type { ConfigParts } from "../merge-config.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { NO_LIMITS } from "../trust/trust-limits.ts";
import { listScopePlaces } from "./list-scope-places.ts";
import { mergeScope } from "./merge-scope.ts";
import { readScopeFile } from "./read-scope-file.ts";
import type { ScopeFile } from "./read-scope-file.ts";

/** The scope of this moment. */
export interface ScopeSource {
  readonly current: Config["scope"];
  /** What is wrong with the files, or not followed, and why. */
  readonly issues: readonly ManifestIssue[];
  /** Looks at the files again now. */
  reload(): Promise<void>;
  /** Starts following the files; `onIssues` is told after every look that gave other issues than the one before. */
  watch(onIssues: (issues: readonly ManifestIssue[]) => void): void;
  close(): Promise<void>;
}

export interface ScopeSourceOptions {
  /** What the process started with. */
  readonly parts: ConfigParts;
  /** `null` for a project that is not trusted, and where there is none. */
  readonly projectTrust: ProjectTrust | null;
}

/**
 * Follows the scope files. A person's own file counts as it stands. A project's counts as it was accepted; what was not
 * accepted can only take targets away: a target then has to be in both. While a file is broken, what held before holds.
 */
export function createScopeSource({ parts, projectTrust }: ScopeSourceOptions): ScopeSource {
  let state: State = {
    user: parts.user?.scope ?? null,
    accepted: parts.project?.scope ?? null,
    edited: null,
    issues: [],
  };
  let current = merge(parts, state);
  let watch: PlaceWatch | null = null;
  let tell: (issues: readonly ManifestIssue[]) => void = () => undefined;
  const reload = inTurn(async () => {
    const before = JSON.stringify(state.issues);
    state = await look(parts, projectTrust, state);
    current = merge(parts, state);
    if (JSON.stringify(state.issues) !== before) tell(state.issues);
  });
  return {
    get current() {
      return current;
    },
    get issues() {
      return state.issues;
    },
    reload,
    watch(onIssues) {
      tell = onIssues;
      const onError = (error: unknown): void => onIssues([...state.issues, toWatchFailed(error)]);
      watch ??= watchPlaces(listScopePlaces(parts), () => void reload().catch(onError), onError);
    },
    async close() {
      tell = () => undefined;
      await watch?.close();
    },
  };
}

interface State {
  readonly user: ScopeFile | null;
  /** The project's file as it was accepted, or as it was at the start. */
  readonly accepted: ScopeFile | null;
  /** The project's file as it is now, where that is something else. */
  readonly edited: ScopeFile | null;
  readonly issues: readonly ManifestIssue[];
}

function merge(parts: ConfigParts, { user, accepted, edited }: State): Config["scope"] {
  const limits = edited === null ? parts.limits : [...parts.limits, { ...NO_LIMITS, scope: edited.scope }];
  return mergeScope({
    ...parts,
    user: parts.user && { ...parts.user, scope: user },
    project: parts.project && { ...parts.project, scope: accepted },
    limits,
  });
}

async function look({ user, project }: ConfigParts, trust: ProjectTrust | null, before: State): Promise<State> {
  const issues: ManifestIssue[] = [];
  const own = user === null ? null : readOr(before.user, readScopeFile(user.layer), issues);
  if (project === null) return { ...before, user: own, issues };
  const accepted = await readAccepted(trust, before.accepted, issues);
  // A broken file keeps what held before: the last edit that could be read still limits.
  const now = readOr(before.edited ?? accepted, readScopeFile(project.layer), issues);
  const isSame = now?.file === accepted?.file && now?.sha256 === accepted?.sha256;
  if (!isSame) issues.push(toNotAccepted(now ?? accepted, project.layer.file, trust !== null));
  return { user: own, accepted, edited: isSame ? null : now, issues };
}

function readOr(
  before: ScopeFile | null,
  { scope, issues }: ReturnType<typeof readScopeFile>,
  all: ManifestIssue[],
): ScopeFile | null {
  all.push(...issues);
  return issues.some(({ severity }) => severity === "error") ? before : scope;
}

async function readAccepted(
  trust: ProjectTrust | null,
  before: ScopeFile | null,
  issues: ManifestIssue[],
): Promise<ScopeFile | null> {
  if (trust === null) return before;
  try {
    return (await trust()).project.scope;
  } catch (error) {
    const message = `whether the project is trusted could not be looked up (${toText(error)}); its scope stays`;
    issues.push(toFileIssue("(trust)", "trust-unknown", message, "Run `toolgate doctor`."));
    return before;
  }
}

function toNotAccepted(scope: ScopeFile | null, configFile: string, isTrusted: boolean): ManifestIssue {
  const message =
    "the scope changed since this process started or the project was trusted; until it is accepted, a target has to be in the scope before the change and in the one after it";
  const hint = isTrusted
    ? "Run `toolgate trust` to look at the change and accept it; under TOOLGATE_TRUST=1, restart Toolgate."
    : "Restart Toolgate; the scope of a project that is not trusted can only take targets away.";
  return {
    ...toFileIssue(scope?.file ?? configFile, "scope-changed-since-trust", message, hint),
    severity: "warning",
  };
}

function toWatchFailed(error: unknown): ManifestIssue {
  const message = `changes to the scope can no longer be followed (${toText(error)})`;
  return toFileIssue("(scope)", "watch-failed", message, "Restart Toolgate to pick up changes.");
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
