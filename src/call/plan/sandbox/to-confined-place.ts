import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../../config/config.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";
import type { AdmittedCall } from "../../../model/call.ts";
import type { ProgramPlan } from "../../../model/plan.ts";
import { isProgramPlan } from "../../../model/plan.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { listRuleFiles } from "../../../sandbox/guard/guard-rule-files.ts";
import { listRepositories } from "../../../sandbox/guard/list-repositories.ts";
import { listCredentials } from "../../../sandbox/places/list-credentials.ts";
import { listStartPlaces } from "../../../sandbox/places/start-places.ts";
import type { ConfinedPlace } from "../../../sandbox/sandbox.ts";
import { listRulePlaces } from "./list-rule-places.ts";
import { listVariables } from "./list-variables.ts";

/** The folder of Toolgate's own code, of which a script of several programs needs to see its starter. */
const OWN_CODE = path.dirname(fileURLToPath(new URL("../../", import.meta.url)));

/** Where an admitted call runs confined: what is kept out of its sight, and what stays as it is. Without a proxy. */
export function toConfinedPlace(
  { call, plan, session }: Pick<AdmittedCall, "call" | "plan" | "session">,
  config: Config,
  protectedFolders: readonly string[],
): ConfinedPlace {
  if (!isProgramPlan(plan) || plan.sandbox === undefined) throw new Error("a place was asked for what is not confined");
  const { writable, readable } = plan.sandbox;
  const folders = writable.filter((folder) => folder !== session.folder);
  const isGranted = (place: string): boolean => readable.includes(place) || writable.includes(place);
  const starts = listStarts(folders, config).filter((place) => !isGranted(place));
  return {
    callId: call.id,
    cwd: plan.cwd,
    visible: listVisible(plan),
    links: listLinks(plan),
    hidden: [...protectedFolders, ...listHidden(config).filter((place) => !isGranted(place))],
    fixed: [...new Set([...listFixed(folders, plan.cwd, config), ...toReal(starts, folders)])].filter(
      (place) => !isGranted(place),
    ),
    guarded: folders.flatMap((folder) => [folder, ...listRepositories(path.join(folder, ".git"))]).filter(isFolder),
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
function listFixed(folders: readonly string[], cwd: string, config: Config): readonly string[] {
  const looked = [...folders, ...folders.filter((folder) => isWithin(cwd, folder)).map(() => cwd)];
  const named = [...new Set(looked)].flatMap((folder) => [
    ...listRuleFiles(folder).map((name) => path.join(folder, name)),
    ...listRepositories(path.join(folder, ".git")).flatMap(listGitPlaces),
  ]);
  const own = listRulePlaces(config).filter((place) => isInside(place, folders));
  return [...own, ...named, ...toReal(named, folders)];
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

/** Of a worktree or submodule, `.git` is a file that says where its repository is. */
function listGitPlaces(git: string): readonly string[] {
  if (!isFolder(git)) return [git];
  return ["config", "config.worktree", "hooks", "commondir"].map((name) => path.join(git, name));
}

function isFolder(place: string): boolean {
  const { kind, resolved } = resolvePath(place);
  return kind === "folder" && resolved === place;
}
