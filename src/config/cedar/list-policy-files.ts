import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { showText } from "../../text/show-text.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { isInside } from "../places.ts";

const EXTENSION = ".cedar";

type Layer = Pick<ConfigLayer, "layer" | "file" | "folder" | "data" | "document">;

/** The files and folders that a configuration takes policies from, links not followed; they need not exist. */
export function listPolicyPlaces({ data, folder }: Pick<Layer, "data" | "folder">, home: string): readonly string[] {
  return (data.cedar?.policies ?? DEFAULTS.cedarPolicies).map((written) =>
    written.startsWith("~/") ? path.join(home, written.slice(2)) : path.resolve(folder, written),
  );
}

export interface PolicyListing {
  readonly files: readonly string[];
  readonly issues: readonly ManifestIssue[];
}

/** The policy files of a configuration, by path: those that are named, and of folders all that end in `.cedar`. */
export function listPolicyFiles(layer: Layer, home: string): PolicyListing {
  const isNamed = layer.data.cedar?.policies !== undefined;
  const found = listPolicyPlaces(layer, home).map((place, index) => {
    const { files, issues } = look(layer, place, isNamed);
    return { files, issues: isNamed ? issues.map((issue) => toEntryIssue(layer, issue, index)) : issues };
  });
  return {
    files: [...new Set(found.flatMap(({ files }) => files))].sort(),
    issues: found.flatMap(({ issues }) => issues),
  };
}

export type ResolvedPolicy =
  { readonly ok: true; readonly real: string } | { readonly ok: false; readonly issue: ManifestIssue };

/** The place behind a name: for a project only when it is inside its folder. */
export function resolvePolicy({ layer, folder }: Pick<Layer, "layer" | "folder">, place: string): ResolvedPolicy {
  const real = resolveLink(place);
  if (real === null) return { ok: false, issue: toFileIssue(place, "broken-link", "the link leads nowhere") };
  if (layer === "user" || isInside(folder, real)) return { ok: true, real };
  const message = `the policies of a project must be inside its folder, but this leads to ${showText(real, 300)}`;
  return { ok: false, issue: toFileIssue(place, "outside-workspace", message) };
}
function resolveLink(place: string): string | null {
  try {
    return realpathSync(place);
  } catch {
    return null;
  }
}

function look(layer: Layer, place: string, isNamed: boolean): PolicyListing {
  try {
    return lookAt(layer, place, isNamed);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    return { files: [], issues: [toFileIssue(place, "unreadable", `the policies cannot be looked at (${code})`)] };
  }
}

/** Only the usual folder may be missing, or be something else. */
function lookAt(layer: Layer, place: string, isNamed: boolean): PolicyListing {
  const stats = statSync(place, { throwIfNoEntry: false });
  // What is there and leads nowhere may have held what forbids.
  const isExpected = isNamed || lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (stats === undefined) {
    const message = `there is no file or folder "${showText(place, 300)}"`;
    return { files: [], issues: isExpected ? [toFileIssue(place, "missing-policies", message)] : [] };
  }
  if (!isNamed && !stats.isDirectory()) return { files: [], issues: [] };
  const resolved = resolvePolicy(layer, place);
  if (!resolved.ok) return { files: [], issues: [resolved.issue] };
  return { files: stats.isDirectory() ? listFolder(place) : [place], issues: [] };
}

/** Hidden ones are what editors leave behind. */
function listFolder(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION) && !name.startsWith("."))
    .map((name) => path.join(folder, name));
}

/** About what the configuration names, so that is where people look. */
function toEntryIssue(layer: Layer, issue: ManifestIssue, index: number): ManifestIssue {
  const position = layer.document.locate({ path: ["cedar", "policies", index], part: "value" });
  return { ...issue, message: `\`cedar.policies\`: ${issue.message}`, file: layer.file, ...position };
}
