import type { ManifestOptions, ManifestResult } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import { findNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";

/** A manifest that loads here. */
export interface Adapted {
  readonly text: string;
  readonly result: ManifestResult;
  /** What had to change, in a few words each. */
  readonly changes: readonly string[];
}

/** Keys that limit a tool. What looks like a slip of one of them is for its author to correct. */
const LIMITING: readonly string[] = [
  "human_approval",
  "risk_tier",
  "enabled",
  "pattern",
  "allowed",
  "allowed_prefix",
  "allowed_subcommands",
  "values",
  "min",
  "max",
  "min_float",
  "max_float",
  "schemes",
  "scope_check",
  "sanitize",
  "required",
  "timeout_seconds",
  "max_stdout_bytes",
  "cwd",
  "sandbox",
  "profile",
  "network",
  "memory_mb",
  "processes",
  "file_mb",
  "cpu_seconds",
];

/**
 * A manifest of another system as it can be copied: unchanged when it loads, else with as little changed as lets it load
 * and nothing allowed that it did not allow before. When that is not possible, the text and what is wrong with it.
 */
export function adaptManifest(text: string, options: ManifestOptions): Adapted {
  const result = parseManifest(text, options);
  if (isSound(result)) return { text, result, changes: [] };
  const commented = commentUnknown(text, result);
  const candidates = commented === null ? [] : [commented];
  if (options.file.endsWith(".clad.toml")) candidates.push(...toPeer(text, result));
  for (const candidate of candidates) {
    const tried = parseManifest(candidate.text, options);
    if (isSound(tried)) return { ...candidate, result: tried };
  }
  return { text, result, changes: [] };
}

interface Candidate {
  readonly text: string;
  readonly changes: readonly string[];
}

function isSound({ tools, issues }: ManifestResult): boolean {
  return tools.length > 0 && !issues.some(({ severity }) => severity === "error");
}

const REMARK = "# toolgate import: unknown key, passed over where it came from:";

/** Other readers pass over keys that they do not know, so leaving one out changes nothing that held. */
function commentUnknown(text: string, { issues }: ManifestResult): Candidate | null {
  const unknown = new Set(issues.filter(({ code }) => code === "unknown-key").map(({ line }) => line - 1));
  const lines = text.split("\n");
  const keys = [...unknown].map((line) => /^\s*([\w-]+)\s*=/.exec(lines[line] ?? "")?.[1]);
  if (keys.length === 0 || !keys.every((key) => key !== undefined && findNearest(key, LIMITING) === null)) return null;
  const changed = lines.map((line, index) => (unknown.has(index) ? `${REMARK} ${line.trim()}` : line));
  return {
    text: changed.join("\n"),
    changes: keys.map((key) => `the key \`${showText(key ?? "")}\`, which is unknown here`),
  };
}

/** The format's implementations differ; what only some of them take, the profile `peer` takes. */
function toPeer(text: string, { issues }: ManifestResult): readonly Candidate[] {
  const isSlip = issues.some(({ code, line }) => {
    const key = code === "unknown-key" ? /^\s*([\w-]+)\s*=/.exec(text.split("\n")[line - 1] ?? "")?.[1] : undefined;
    return key !== undefined && findNearest(key, LIMITING) !== null;
  });
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /^\s*\[\s*tool\s*\]/.test(line));
  if (isSlip || at === -1) return [];
  const added = 'profile = "peer" # toolgate import: it does not load in the profile `strict`';
  const changed = [...lines.slice(0, at + 1), added, ...lines.slice(at + 1)];
  return [{ text: changed.join("\n"), changes: ["the profile `strict`: it is read as other implementations do"] }];
}
