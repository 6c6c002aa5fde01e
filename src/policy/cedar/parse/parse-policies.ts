import type { CedarFile } from "../../../config/config.ts";
import type { ManifestIssue } from "../../../manifest/manifest.ts";
import { showText } from "../../../text/show-text.ts";
import type { CedarEngine } from "../cedar-engine.ts";
import { measureDepth, measurePatterns } from "../slice/expression.ts";
import { listReads } from "../slice/list-reads.ts";
import type { Reads } from "../slice/list-reads.ts";
import { toReach } from "../slice/to-reach.ts";
import type { PolicyJson, Reach } from "../slice/to-reach.ts";
import { locate } from "./locate.ts";
import { splitPolicies } from "./split-policies.ts";
import { toIssue, toPolicyIssue } from "./to-issue.ts";
import type { IssueSource } from "./to-issue.ts";

/** One policy that parses. */
export interface ParsedPolicy {
  /** What the engine calls it: `p0`, `p1` … */
  readonly id: string;
  /** What people call it: its `@id`, or `file.cedar:12`. */
  readonly name: string;
  /** It has an `@id`. */
  readonly isNamed: boolean;
  readonly effect: "permit" | "forbid";
  readonly source: IssueSource;
  /** Only `forbid` policies of the file count. */
  readonly forbidOnly: boolean;
  /** What it can observe of a request. */
  readonly reads: Reads;
  /** The tools that it can say anything about. */
  readonly reach: Reach;
  /** Of all patterns behind its `like`, in characters. */
  readonly patternLength: number;
}

export interface ParsedPolicies {
  readonly policies: readonly ParsedPolicy[];
  readonly issues: readonly ManifestIssue[];
}

/** The engine's stack is small, and overflowing it ends the engine: half of what it bears. */
const MOST_BRACKETS = 40;
const MOST_DEPTH = 200;
/** Over all files. Each takes the engine a fraction of a millisecond, and meanwhile no call is answered. */
const MOST_POLICIES = 20_000;

/** Every policy of the files, each parsed alone so that errors and reasons can say where it stands. */
export function parsePolicies(files: readonly CedarFile[], engine: CedarEngine): ParsedPolicies {
  const pieces = files.flatMap(toPieces);
  const surplus = pieces[MOST_POLICIES];
  if (surplus !== undefined) return { policies: [], issues: [tooMany(surplus.source)] };
  const policies: ParsedPolicy[] = [];
  const issues: ManifestIssue[] = [];
  for (const { source, depth, forbidOnly } of pieces) {
    const parsed = parsePolicy(source, depth, engine);
    if ("issue" in parsed) issues.push(parsed.issue);
    else policies.push(toPolicy(`p${policies.length}`, source, parsed.json, forbidOnly));
  }
  return { policies, issues: [...issues, ...findSameIds(policies)] };
}

interface Piece {
  readonly source: IssueSource;
  readonly depth: number;
  readonly forbidOnly: boolean;
}

function toPieces({ file, text, forbidOnly }: CedarFile): readonly Piece[] {
  const fileText = text.replace(/^\ufeff/, "");
  return splitPolicies(fileText).map(({ depth, ...piece }) => ({
    source: { file, fileText, ...piece },
    depth,
    forbidOnly,
  }));
}

function parsePolicy(
  source: IssueSource,
  depth: number,
  engine: CedarEngine,
): { readonly json: PolicyJson } | { readonly issue: ManifestIssue } {
  if (depth > MOST_BRACKETS) return { issue: tooDeep(source) };
  const answer = engine.policyToJson(source.text);
  if (answer.type === "failure") {
    const error = answer.errors[0] ?? {
      message: "it does not parse",
      help: null,
      code: null,
      url: null,
      severity: null,
    };
    return { issue: toIssue(source, error, "cedar-syntax", "error") };
  }
  const json = answer.json as PolicyJson;
  const isTooDeep = json.conditions.some(({ body }) => measureDepth(body) > MOST_DEPTH);
  return isTooDeep ? { issue: tooDeep(source) } : { json };
}

function tooMany(source: IssueSource): ManifestIssue {
  const message = `at most ${MOST_POLICIES} policies may be in use, over all files; this is one more`;
  const hint = "Put what policies have in common into one, with a set of names.";
  return toPolicyIssue(source, { severity: "error", code: "cedar-too-many", message, hint });
}

function tooDeep(source: IssueSource): ManifestIssue {
  const message = `the policy is nested too deep: at most ${MOST_BRACKETS} brackets, and ${MOST_DEPTH} operators in a row`;
  const hint = 'Write a long list of names as a set: ["a", "b"].contains(resource.tool_name).';
  return toPolicyIssue(source, { severity: "error", code: "cedar-too-deep", message, hint });
}

function toPolicy(id: string, source: IssueSource, json: PolicyJson, forbidOnly: boolean): ParsedPolicy {
  const given = json.annotations?.["id"] ?? null;
  const file = source.file.slice(source.file.lastIndexOf("/") + 1);
  return {
    id,
    name: given === null ? `${file}:${locate(source.fileText, source.head).line}` : showText(given),
    isNamed: given !== null,
    effect: json.effect,
    source,
    forbidOnly,
    reads: listReads(json),
    reach: toReach(json),
    patternLength: json.conditions.reduce((sum, { body }) => sum + measurePatterns(body), 0),
  };
}

function findSameIds(policies: readonly ParsedPolicy[]): readonly ManifestIssue[] {
  const seen = new Set<string>();
  return policies.flatMap(({ name, isNamed, source }) => {
    if (!isNamed) return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const message = `another policy is called \`${name}\` too, so reasons cannot tell them apart`;
    const hint = "Give each policy an @id of its own.";
    return [toPolicyIssue(source, { severity: "warning", code: "cedar-same-id", message, hint })];
  });
}
