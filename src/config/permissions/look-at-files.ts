import { lstatSync } from "node:fs";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import type { PolicyFile } from "../cedar/read-policies.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { checkLayer } from "../file/check-layer.ts";
import { findSharedIds } from "../file/rules/find-shared-ids.ts";
import { hasErrors, readProjectLayer, readUserLayer } from "../file/read-deciding.ts";
import type { DecidingFiles } from "../file/read-deciding.ts";
import type { ConfigParts } from "../merge-config.ts";
import type { DecidingPart } from "../merge/deciding/permission-set.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { listStartChanges } from "./start-data.ts";

/** What the files said when they were looked at last, as far as they could be read. */
export interface LookState {
  readonly user: DecidingPart | null;
  /** The project's files as they were accepted, or as they were at the start. */
  readonly accepted: DecidingPart | null;
  /** The project's files as they are now, where that is something else. */
  readonly edited: DecidingPart | null;
  /** What was accepted after that, and only restricts until it is adopted. */
  readonly pending: DecidingPart | null;
}

export interface LookOptions {
  readonly parts: ConfigParts;
  /** `null` for a project that is not trusted, and where there is none. */
  readonly trust: ProjectTrust | null;
  /** Whether what was accepted since may grant what it grants: its tools must have been loaded before. */
  readonly adopt: boolean;
}

export interface Look {
  readonly state: LookState;
  readonly issues: readonly ManifestIssue[];
}

/** Looks at the files of a person and of a project. What is broken or gone leaves what held before. */
export async function lookAtFiles({ parts, trust, adopt }: LookOptions, before: LookState): Promise<Look> {
  const issues: ManifestIssue[] = [];
  const latest = await lookUpAccepted(trust, before.pending ?? before.accepted, issues);
  const accepted = adopt ? latest : before.accepted;
  const pending = latest === accepted ? null : latest;
  const user = await lookAtUser(parts, accepted, before.user, issues);
  if (parts.project === null || accepted === null) return { state: { ...before, user }, issues };
  const edited = await lookAtProject(parts, parts.project.layer.file, { ...before, accepted }, issues);
  if (edited !== null) issues.push(toNotAccepted(edited.layer.file, trust !== null));
  return { state: { user, accepted, edited, pending }, issues };
}

async function lookUpAccepted(
  trust: ProjectTrust | null,
  before: DecidingPart | null,
  issues: ManifestIssue[],
): Promise<DecidingPart | null> {
  if (trust === null) return before;
  try {
    return (await trust()).project;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const message = `whether the project is trusted could not be looked up (${text}); its rules stay`;
    issues.push(toFileIssue("(trust)", "trust-unknown", message, "Run `toolgate doctor`."));
    return before;
  }
}

/** A file that was there and is gone may be on its way back, or somebody wants its denials gone: they stay. */
async function lookAtUser(
  { folders, user: start }: ConfigParts,
  accepted: DecidingPart | null,
  before: DecidingPart | null,
  issues: ManifestIssue[],
): Promise<DecidingPart | null> {
  const file = start?.layer.file ?? folders.userConfigFile;
  if (before === null && lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
  const now = await withExamples(readUserLayer(file, folders.home), issues);
  if (now.layer === null) return before;
  const emptied = findEmptied(before, { layer: now.layer, policies: now.policies });
  if (emptied !== null) {
    issues.push(toEmptied(emptied));
    return before;
  }
  const shared = accepted === null ? [] : findSharedIds(accepted.layer, now.layer);
  issues.push(...shared);
  if (hasErrors(shared)) return before;
  const changed = listStartChanges(start?.layer.data ?? {}, now.layer.data);
  if (changed.length > 0) issues.push(toNeedsRestart(file, changed));
  return { layer: now.layer, policies: now.policies };
}

/** A crash while a file is written leaves nothing of it, which says the same as a file without a rule. */
function findEmptied(before: DecidingPart | null, now: DecidingPart): string | null {
  if (before === null) return null;
  if (now.layer.document.text === "" && before.layer.document.text !== "") return now.layer.file;
  const had = new Set(before.policies.filter(({ text }) => text !== "").map(({ file }) => file));
  return now.policies.find(({ file, text }) => text === "" && had.has(file))?.file ?? null;
}

async function lookAtProject(
  { workspace, folders }: ConfigParts,
  file: string,
  { accepted, edited: before }: LookState,
  issues: ManifestIssue[],
): Promise<DecidingPart | null> {
  const now = readProjectLayer(workspace, file, folders.home);
  // Of a broken file the last edit that could be read still restricts.
  const part = toPart(await withExamples(now, issues)) ?? before;
  return part === null || (accepted !== null && isSame(part, accepted)) ? null : part;
}

/** A rule that its own examples show to be wrong makes the file a broken one. */
async function withExamples(files: DecidingFiles, issues: ManifestIssue[]): Promise<DecidingFiles> {
  const found = files.layer === null ? [] : await checkLayer(files.layer);
  issues.push(...files.issues, ...found);
  return hasErrors(found) ? { ...files, layer: null } : files;
}

function toPart({ layer, policies }: DecidingFiles): DecidingPart | null {
  return layer === null ? null : { layer, policies };
}

function isSame(one: DecidingPart, other: DecidingPart): boolean {
  return toStamp(one) === toStamp(other);
}

function toStamp({
  layer,
  policies,
}: {
  readonly layer: ConfigLayer;
  readonly policies: readonly PolicyFile[];
}): string {
  return JSON.stringify([layer.sha256, ...policies.map(({ file, sha256 }) => [file, sha256])]);
}

function toNotAccepted(file: string, isTrusted: boolean): ManifestIssue {
  const message =
    "the rules or policies changed since this process started or the project was trusted; until the change is accepted, " +
    "the restrictions of before and after it both hold, and nothing that it grants";
  const hint = isTrusted
    ? "Run `toolgate trust` to look at the change and accept it; under TOOLGATE_TRUST=1, restart Toolgate."
    : "Restart Toolgate; a project that is not trusted can only restrict.";
  return { ...toFileIssue(file, "rules-changed-since-trust", message, hint), severity: "warning" };
}

function toEmptied(file: string): ManifestIssue {
  const message = "the file is empty now, as a crash leaves it; what it said before holds";
  return toFileIssue(file, "emptied", message, "Write it again; to say nothing, leave a comment in it.");
}

function toNeedsRestart(file: string, keys: readonly string[]): ManifestIssue {
  const message = `these keys changed and are read only at the start: ${keys.join(", ")}`;
  return { ...toFileIssue(file, "needs-restart", message, "Restart Toolgate to use them."), severity: "warning" };
}
