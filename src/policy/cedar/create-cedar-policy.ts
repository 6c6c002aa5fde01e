import type { CedarConfig } from "../../config/config.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { CedarPolicy, PolicyRequest } from "../policy.ts";
import type { CedarEngine } from "./cedar-engine.ts";
import { judgeCedar } from "./judge-cedar.ts";
import type { CedarJudgement } from "./judge-cedar.ts";
import { toKnownTool } from "./known-tool.ts";
import { parsePolicies } from "./parse/parse-policies.ts";
import type { ParsedPolicy } from "./parse/parse-policies.ts";
import { listDisputed, mergeArgumentTypes } from "./schema/argument-types.ts";
import type { ArgumentTypes } from "./schema/argument-types.ts";
import { findUnfitTools } from "./schema/find-unfit-tools.ts";
import { createSlicer } from "./slice/create-slicer.ts";
import { toMapping, toMappingKey } from "./to-mapping.ts";
import { validatePolicies } from "./validate-policies.ts";
import type { ArgumentScope } from "./validate-policies.ts";

export interface CedarOptions extends CedarConfig {
  readonly engine: CedarEngine;
  /** Every tool that there is, of all layers and callers. */
  readonly tools: readonly Tool[];
}

export interface CedarResult {
  /** `null`: there is an error among the issues, and nothing of the files may be used. */
  readonly policy: CedarPolicy | null;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Policies parsed, checked against the schema of the tools, and ready to judge. One error in one file refuses the whole
 * set: half of it could lack the `forbid` that the other half counts on. Never throws.
 */
export function createCedarPolicy(options: CedarOptions): CedarResult {
  try {
    return create(options);
  } catch (error) {
    const message = `Cedar's engine failed: ${error instanceof Error ? error.message : String(error)}`;
    const file = options.files[0]?.file ?? "";
    const place = { file, line: 1, column: 1, endColumn: 1, hint: null };
    return { policy: null, issues: [{ severity: "error", code: "cedar-engine", message, ...place }] };
  }
}

function create({ engine, tools: all, files, default: byDefault, environment }: CedarOptions): CedarResult {
  const unfit = findUnfitTools(all, engine);
  const left = new Set(unfit.map(({ tool }) => tool));
  const tools = all.filter((tool) => !left.has(tool));
  const { policies, issues: syntax } = parsePolicies(files, engine);
  const scopeOf = chooseScopes(tools);
  const issues = [
    ...unfit.map(({ tool, message }) => toUnfitIssue(tool, message)),
    ...syntax,
    ...validatePolicies(policies, tools, scopeOf, engine),
  ];
  if (issues.some(({ severity }) => severity === "error")) return { policy: null, issues };
  const used = policies.filter(({ forbidOnly, effect }) => !forbidOnly || effect === "forbid");
  const judgement = toJudgement({ engine, used, all, scopeOf, environment, byDefault });
  const refused = new Map(unfit.map(({ tool, message }) => [toMappingKey(toMapping(tool)), message]));
  return { policy: { judge: (request, facts) => judgeCedar(request, facts, judgement, refused) }, issues };
}

/** What is worked out once for each tool, when it is first judged. */
function toJudgement(from: {
  readonly engine: CedarEngine;
  readonly used: readonly ParsedPolicy[];
  readonly all: readonly Tool[];
  readonly scopeOf: ArgumentScope;
  readonly environment: string | null;
  readonly byDefault: CedarConfig["default"];
}): CedarJudgement {
  const slicer = createSlicer(from.used);
  const byName = Map.groupBy(from.all, ({ name }) => name);
  const merged = new Map<readonly Tool[], Map<string, ArgumentTypes>>();
  const typesOf = (policy: ParsedPolicy, resourceType: string): ArgumentTypes => {
    const scope = from.scopeOf(policy);
    const byType = merged.get(scope) ?? new Map<string, ArgumentTypes>();
    merged.set(scope, byType);
    const known =
      byType.get(resourceType) ??
      mergeArgumentTypes(scope.filter((tool) => toMapping(tool).resourceType === resourceType));
    byType.set(resourceType, known);
    return known;
  };
  const ready = new Map<string, ReturnType<CedarJudgement["prepare"]>>();
  const prepare = ({ name, cedar }: PolicyRequest["tool"]): ReturnType<CedarJudgement["prepare"]> => {
    const mapping = toMapping({ cedar });
    const key = `${toMappingKey(mapping)} ${name}`;
    const found = ready.get(key);
    if (found !== undefined) return found;
    const known = toKnownTool(byName.get(name) ?? []);
    const made = { mapping, known, slice: slicer(name, mapping) };
    ready.set(key, made);
    return made;
  };
  return { engine: from.engine, environment: from.environment, byDefault: from.byDefault, prepare, typesOf };
}

/**
 * A policy that is about certain tools alone, and reads an argument that tools disagree on, is checked with the
 * arguments of those tools; every other policy with those of all. The same tools are the same list.
 */
function chooseScopes(tools: readonly Tool[]): ArgumentScope {
  const groups = [...Map.groupBy(tools, (tool) => toMapping(tool).resourceType).values()];
  const disputed = new Set(groups.flatMap((group) => [...listDisputed(group)]));
  const scopes = new Map<string, readonly Tool[]>();
  return ({ reach: { names }, reads }) => {
    if (names === null || ![...disputed].some((name) => reads.names.has(name))) return tools;
    const key = JSON.stringify([...names].toSorted());
    const scope = scopes.get(key) ?? tools.filter(({ name }) => names.has(name));
    scopes.set(key, scope);
    return scope;
  };
}

function toUnfitIssue({ name, origin }: Tool, problem: string): ManifestIssue {
  return {
    severity: "warning",
    code: "cedar-unfit-tool",
    message: `no Cedar policy can be about \`${name}\`, so its calls are denied: ${problem}`,
    file: origin.file ?? "",
    line: origin.line,
    column: origin.column,
    endColumn: origin.column,
    hint: "Change resource or action in its [tool.cedar] table.",
  };
}
