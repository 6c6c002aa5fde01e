import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../../config/config.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";
import type { AdmittedCall } from "../../../model/call.ts";
import type { ProgramPlan } from "../../../model/plan.ts";
import { isProgramPlan } from "../../../model/plan.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { listRuleFiles } from "../../../sandbox/guard/guard-rule-files.ts";
import { findGitPlaces } from "../../../sandbox/guard/find-git-places.ts";
import type { GitPlaces } from "../../../sandbox/guard/find-git-places.ts";
import { listCredentials } from "../../../sandbox/places/list-credentials.ts";
import { listStartPlaces } from "../../../sandbox/places/start-places.ts";
import type { ConfinedPlace } from "../../../sandbox/sandbox.ts";
import { listRulePlaces } from "./list-rule-places.ts";
import { listVariables } from "./list-variables.ts";

/** The folder of Toolgate's own code, of which a script of several programs needs to see its starter. */
const OWN_CODE = path.dirname(fileURLToPath(new URL("../../", import.meta.url)));

/** What runs confined, and the folder of its own. */
export interface PlacedCall extends Pick<AdmittedCall, "plan" | "session"> {
  readonly call: Pick<AdmittedCall["call"], "id">;
}

/** Where an admitted call runs confined: what is kept out of its sight, and what stays as it is. Without a proxy. */
export function toConfinedPlace(
  { call, plan, session }: PlacedCall,
  config: Config,
  protectedFolders: readonly string[],
): ConfinedPlace {
  if (!isProgramPlan(plan) || plan.sandbox === undefined) throw new Error("a place was asked for what is not confined");
  const { writable, readable } = plan.sandbox;
  const folders = writable.filter((folder) => folder !== session.folder);
  const isGranted = (place: string): boolean => readable.includes(place) || writable.includes(place);
  const git = listGit(folders, plan.cwd);
  const starts = listStarts(folders, config).filter((place) => !isGranted(place));
  return {
    callId: call.id,
    cwd: plan.cwd,
    visible: listVisible(plan),
    links: listLinks(plan),
    hidden: [...protectedFolders, ...listHidden(config).filter((place) => !isGranted(place))],
    fixed: [...new Set([...listFixed(folders, plan.cwd, git, config), ...toReal(starts, folders)])].filter(
      (place) => !isGranted(place),
    ),
    guarded: folders.filter(isFolder),
    repositories: git.flatMap(({ repositories }) => repositories),
    starts,
    environment: listVariables(plan),
    proxySocket: null,
  };
}

/** The programs, and the folders in which they work. */
function listVisible(plan: ProgramPlan): readonly string[] {
  const own = listPrograms(plan).flatMap(({ candidate, resolved }) => [candidate, resolved]);
  if (plan.kind === "command") return own;
  const folders = plan.steps.flatMap(({ cwd }) => (cwd === undefined ? [] : [cwd]));
  return [...own, ...folders, process.execPath, OWN_CODE];
}

function listLinks(plan: ProgramPlan): Readonly<Record<string, string>> {
  const links = listPrograms(plan).filter(({ candidate, resolved }) => candidate !== resolved);
  return Object.fromEntries(links.map(({ candidate, resolved }) => [candidate, resolved]));
}

function listPrograms({ paths }: ProgramPlan): ProgramPlan["paths"] {
  return paths.filter(({ param }) => param === "");
}

/** Credentials, what the operator keeps from the file tools, and what other calls printed. */
function listHidden({ home, packs, output }: Config): readonly string[] {
  const kept = [...packs.fsDeny.filter((place) => path.isAbsolute(place)), output.evidence.folder];
  return [...listCredentials(resolvePath(home).resolved), ...kept.map((place) => resolvePath(place).resolved)];
}

/** What sets rules: Toolgate's own, and by their names those of git, editors and other agents in the outermost folders. */
function listFixed(
  folders: readonly string[],
  cwd: string,
  git: readonly GitPlaces[],
  config: Config,
): readonly string[] {
  const named = [
    // Of a worktree or submodule it is a file that says where its repository is.
    ...listLooked(folders, cwd).flatMap((folder) =>
      [...listRuleFiles(folder), ".git"].map((name) => path.join(folder, name)),
    ),
    ...git.flatMap(({ repositories, whole }) => [
      ...whole,
      ...repositories.flatMap((one) => GIT_NAMES.map((name) => path.join(one, name))),
    ]),
  ].filter((place) => path.basename(place) !== ".git" || resolvePath(place).kind !== "folder");
  const own = listRulePlaces(config).filter((place) => isInside(place, folders));
  return [...own, ...named, ...toReal(named, folders)];
}

const GIT_NAMES = ["config", "config.worktree", "hooks", "commondir"] as const;

function listLooked(folders: readonly string[], cwd: string): readonly string[] {
  return [...new Set([...folders, ...(folders.some((folder) => isWithin(cwd, folder)) ? [cwd] : [])])];
}

/** Repositories that a program could write; no other one is looked after, since persons may change it meanwhile. */
function listGit(folders: readonly string[], cwd: string): readonly GitPlaces[] {
  const isWritable = (place: string): boolean => folders.some((folder) => isWithin(place, folder));
  return listLooked(folders, cwd).map((folder) => {
    const { repositories, whole } = findGitPlaces(folder);
    return { repositories: repositories.filter(isWritable), whole: whole.filter(isWritable) };
  });
}

/** Only where the home folder, or what is above a place in it, is writable. */
function listStarts(folders: readonly string[], { home }: Config): readonly string[] {
  return listStartPlaces(resolvePath(home).resolved).filter((place) => isInside(place, folders));
}

/** What a link leads to sets the rules, wherever it stands. */
function toReal(places: readonly string[], folders: readonly string[]): readonly string[] {
  return places.map((place) => resolvePath(place).resolved).filter((place) => isInside(place, folders));
}

/** A folder that is writable as a whole does not count: a link to all of it is nobody's rules. */
function isInside(place: string, folders: readonly string[]): boolean {
  return !folders.includes(place) && folders.some((folder) => isWithin(place, folder));
}

function isFolder(place: string): boolean {
  const { kind, resolved } = resolvePath(place);
  return kind === "folder" && resolved === place;
}
