import type { Tool } from "../../model/tool.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { matchScope } from "../../scope/match-scope.ts";
import type { ToolAnalysis } from "../analysis.ts";
import type { Assertion, AssertionResult, Counterexample, Requirement, Selection } from "./assertion.ts";

/** A tool with everything that assertions speak about. */
export interface JudgedTool {
  readonly tool: Tool;
  readonly analysis: ToolAnalysis;
  /** What the configured rules and mode say about a call of it. */
  readonly decision: "allow" | "ask" | "deny";
}

/** Proves each assertion over all tools, or gives every counterexample. */
export function checkAssertions(
  assertions: readonly Assertion[],
  tools: readonly JudgedTool[],
): readonly AssertionResult[] {
  return assertions.map(({ name, line, for: selection, must }) => {
    const selected = tools.filter((judged) => isSelected(judged, selection));
    return { name, line, tools: selected.length, counterexamples: selected.flatMap((judged) => check(judged, must)) };
  });
}

function isSelected({ tool, analysis }: JudgedTool, selection: Selection): boolean {
  const { name, format, group, effect, risk, human_approval: approval } = selection;
  if (name?.some((glob) => matchName(glob, tool.name)) === false) return false;
  if (format?.includes(analysis.format) === false) return false;
  if (group?.includes(tool.group ?? tool.name.split(".")[0] ?? "") === false) return false;
  if (effect?.includes(tool.effect) === false) return false;
  // A tool without a tier was never judged low: it is in no selection by tier.
  if (risk !== undefined && (tool.riskTier === null || !risk.includes(tool.riskTier))) return false;
  return approval === undefined || approval === tool.humanApproval;
}

type Check = (judged: JudgedTool, must: Requirement) => readonly string[];

/** One line for each requirement: what stands against it. */
const CHECKS: Readonly<Record<keyof Requirement, Check>> = {
  effect: ({ tool }, { effect = [] }) => outside([tool.effect], (own) => effect.includes(own), "its effect is"),
  risk: ({ tool }, { risk = [] }) =>
    tool.riskTier !== null && risk.includes(tool.riskTier)
      ? []
      : [`its risk tier is ${tool.riskTier ?? "not declared"}`],
  human_approval: ({ tool }, must) =>
    tool.humanApproval === must.human_approval ? [] : [`human_approval is ${String(tool.humanApproval)}`],
  hosts: ({ analysis }, { hosts = [] }) =>
    outside(
      analysis.reach.hosts,
      (host) => hosts.some((allowed) => coversHost(allowed, host)),
      "it can reach the host",
    ),
  targets: ({ analysis }, { targets = [] }) =>
    outside(analysis.reach.targets, (target) => coversTarget(targets, target), "its targets can be in"),
  programs: ({ analysis }, { programs = [] }) =>
    outside(analysis.reach.programs, (program) => programs.some((glob) => matchName(glob, program)), "it can start"),
  paths: ({ analysis }, { paths = [] }) =>
    outside(analysis.reach.paths, (path) => paths.some((folder) => isBelow(path, folder)), "it can work in"),
  environment: ({ analysis }, { environment = [] }) =>
    outside(
      analysis.reach.environment,
      (name) => environment.some((glob) => matchName(glob, name)),
      "it is given the variable",
    ),
  secrets: ({ analysis }, { secrets = [] }) =>
    outside(analysis.reach.secrets, (name) => secrets.some((glob) => matchName(glob, name)), "it is given the secret"),
  tools: ({ analysis }, { tools = [] }) =>
    outside(analysis.reach.tools, (name) => tools.some((glob) => matchName(glob, name)), "it can call"),
  spaces: ({ analysis }, { spaces = [] }) =>
    analysis.params
      .filter(({ space }) => !spaces.includes(space))
      .map(({ name, space, held }) => `its parameter \`${name}\` is ${space}: ${held}`),
  decision: ({ decision }, { decision: permitted = [] }) =>
    permitted.includes(decision) ? [] : [`the rules and the mode say ${decision}`],
  output_schema: ({ analysis }, must) =>
    analysis.output.hasSchema === must.output_schema
      ? []
      : [must.output_schema === true ? "its output has no schema" : "its output has a schema"],
  no_warnings: ({ analysis }, { no_warnings: codes = [] }) =>
    analysis.warnings
      .filter(({ code }) => codes.includes("*") || codes.includes(code))
      .map(({ code, message }) => `${code}: ${message}`),
};

function check(judged: JudgedTool, must: Requirement): readonly Counterexample[] {
  const keys = Object.keys(CHECKS) as (keyof Requirement)[];
  return keys
    .filter((key) => must[key] !== undefined)
    .flatMap((key) => CHECKS[key](judged, must).map((message) => ({ tool: judged.tool.name, key, message })));
}

function outside<T extends string>(
  found: readonly T[],
  isPermitted: (entry: T) => boolean,
  says: string,
): readonly string[] {
  return found.filter((entry) => !isPermitted(entry)).map((entry) => `${says} ${entry}`);
}

/** `*.d` covers names below `d`, and patterns of such names; never `d` itself. */
function coversHost(allowed: string, host: string): boolean {
  const [permitted, wanted] = [allowed.toLowerCase(), host.toLowerCase()];
  if (permitted === "*" || permitted === wanted) return true;
  return permitted.startsWith("*.") && wanted.endsWith(permitted.slice(1));
}

function coversTarget(allowed: readonly string[], target: string): boolean {
  if (allowed.includes("*")) return true;
  if (allowed.some((entry) => coversHost(entry, target))) return true;
  const networks = allowed.filter((entry) => /^[\d.:a-f/]+$/i.test(entry));
  return matchScope(target, { networks, domains: [], excludedNetworks: [], excludedDomains: [] }).inScope;
}

function isBelow(path: string, folder: string): boolean {
  if (path.split("/").includes("..")) return false;
  // The workspace holds what is written relatively, and nothing else.
  if (folder === ".") return !path.startsWith("/") && !path.startsWith("$");
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
