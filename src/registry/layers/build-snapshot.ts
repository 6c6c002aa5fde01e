import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { RegistrySnapshot } from "../registry.ts";
import type { Definition } from "./resolve-layers.ts";

export interface SnapshotParts {
  readonly version: number;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly overlays: RegistrySnapshot["overlays"];
  readonly issues: readonly ManifestIssue[];
  readonly maxIssues: number;
}

/** A new state of the registry; everything in it is in a fixed order. */
export function buildSnapshot({ version, definitions, overlays, issues, maxIssues }: SnapshotParts): RegistrySnapshot {
  const sorted = [...definitions].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    version,
    tools: new Map(sorted.map(([name, { tool }]) => [name, tool])),
    listed: sorted.map(([, { tool }]) => tool).filter(isServed),
    overlays,
    issues: cutIssues(issues, maxIssues),
    stale: new Set(sorted.filter(([, { stale }]) => stale).map(([name]) => name)),
  };
}

function isServed({ enabled, withheld }: Tool): boolean {
  return enabled && withheld === undefined;
}

/** Whether nothing changed between two states that anybody could see: tools, whether they are on, and issues. */
export function isSameSnapshot(one: RegistrySnapshot, other: RegistrySnapshot): boolean {
  if (one.issues.length !== other.issues.length || one.overlays.size !== other.overlays.size) return false;
  if ([...one.stale].join() !== [...other.stale].join() || !isSameMap(one.tools, other.tools)) return false;
  for (const [key, tools] of one.overlays) {
    const twins = other.overlays.get(key);
    if (twins === undefined || !isSameMap(tools, twins)) return false;
  }
  return JSON.stringify(one.issues) === JSON.stringify(other.issues);
}

function isSameMap(one: ReadonlyMap<string, Tool>, other: ReadonlyMap<string, Tool>): boolean {
  if (one.size !== other.size) return false;
  for (const [name, tool] of one) {
    const twin = other.get(name);
    if (twin === undefined || !isSameTool(tool, twin)) return false;
  }
  return true;
}

function isSameTool(one: Tool, other: Tool): boolean {
  if (one === other) return true;
  const isSameOrigin = one.origin.layer === other.origin.layer && one.origin.file === other.origin.file;
  return (
    isSameOrigin &&
    one.definitionHash === other.definitionHash &&
    one.enabled === other.enabled &&
    one.withheld === other.withheld
  );
}

function cutIssues(issues: readonly ManifestIssue[], maxIssues: number): readonly ManifestIssue[] {
  const sorted = issues.toSorted(compareIssues);
  if (sorted.length <= maxIssues) return sorted;
  const errorsFirst = sorted.toSorted((one, other) => rank(one) - rank(other));
  const kept = errorsFirst.slice(0, maxIssues).sort(compareIssues);
  const left = sorted.length - maxIssues;
  const file = errorsFirst[maxIssues]?.file ?? "";
  const more = { severity: "warning", code: "more-issues", message: `and ${left} more`, file } as const;
  return [...kept, { ...more, line: 1, column: 1, endColumn: 1, hint: null }];
}

function compareIssues(one: ManifestIssue, other: ManifestIssue): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column || (one.message < other.message ? -1 : 1);
}

/** Errors first, so that a cut never leaves only warnings. */
function rank({ severity }: ManifestIssue): number {
  return severity === "error" ? 0 : 1;
}
