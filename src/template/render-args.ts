import type { ArgNode, ArgPart } from "../model/arg-node.ts";
import type { ParamIssue } from "../model/param.ts";
import { showValue } from "../params/show-value.ts";
import { matchCondition } from "./match-condition.ts";

/** What stands in a place of a template. */
export interface PlaceValue {
  readonly text: string;
  /** Numbers may begin with `-`. */
  readonly numeric: boolean;
  readonly allowLeadingDash: boolean;
}

type Values = ReadonlyMap<string, PlaceValue>;

/** One future argv entry: who wrote its first character decides whether it may look like an option. */
interface Entry {
  readonly text: string;
  /** The parameter whose value begins the entry; `null` when the author's text does. */
  readonly startedBy: string | null;
}

/**
 * Puts values into their places. Each `arg` node gives one entry or none; a value is never scanned, split or read as a
 * placeholder. An issue is reported for each value that would begin an entry with `-`, unless that is harmless: it is a
 * number, the parameter allows it, or the author wrote `--` before.
 */
export function renderArgs(
  nodes: readonly ArgNode[],
  values: Values,
): { readonly argv: readonly string[]; readonly issues: readonly ParamIssue[] } {
  const entries = renderList(nodes, values);
  return { argv: entries.map((entry) => entry.text), issues: findOptionLike(entries, values) };
}

function renderList(nodes: readonly ArgNode[], values: Values): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!isOptionOfAbsent(node, nodes[index + 1], values)) entries.push(...renderNode(node, values));
  }
  return entries;
}

/** `-o {{output}}` without an output: the option goes with its value. */
function isOptionOfAbsent(node: ArgNode, next: ArgNode | undefined, values: Values): boolean {
  if (node.kind !== "arg" || next?.kind !== "arg" || next.parts.length !== 1) return false;
  const [place] = next.parts;
  if (place?.kind !== "param" || values.has(place.name)) return false;
  const [text] = node.parts;
  const option = node.parts.length === 1 && text?.kind === "text" ? text.text : "";
  return option.startsWith("-") && !option.includes("=") && option !== "-" && option !== "--";
}

function renderNode(node: ArgNode, values: Values): readonly Entry[] {
  switch (node.kind) {
    case "arg":
      return isMissingSome(node, values) ? [] : [renderEntry(node.parts, values)];
    case "group":
      return isMissingSome(node, values) ? [] : renderList(node.args, values);
    case "when":
      return holds(node, values) ? renderList(node.args, values) : [];
    case "mapped": {
      const value = values.get(node.param)?.text;
      const args = value !== undefined && Object.hasOwn(node.table, value) ? (node.table[value] ?? []) : [];
      return args.map((text) => ({ text, startedBy: null }));
    }
  }
}

/** Whether a parameter in the node has no value; what a condition leaves out needs none. */
function isMissingSome(node: ArgNode, values: Values): boolean {
  switch (node.kind) {
    case "arg":
      return node.parts.some((part) => part.kind === "param" && !values.has(part.name));
    case "group":
      return node.args.some((child) => isMissingSome(child, values));
    case "when":
      return holds(node, values) && node.args.some((child) => isMissingSome(child, values));
    case "mapped":
      return !values.has(node.param);
  }
}

function holds(node: Extract<ArgNode, { kind: "when" }>, values: Values): boolean {
  return matchCondition(node.condition, (name) => values.get(name)?.text);
}

function renderEntry(parts: readonly ArgPart[], values: Values): Entry {
  let text = "";
  let startedBy: string | null = null;
  for (const part of parts) {
    const piece = part.kind === "text" ? part.text : (values.get(part.name)?.text ?? "");
    if (text === "" && piece !== "") startedBy = part.kind === "param" ? part.name : null;
    text += piece;
  }
  return { text, startedBy };
}

function findOptionLike(entries: readonly Entry[], values: Values): readonly ParamIssue[] {
  const issues = new Map<string, ParamIssue>();
  for (const { text, startedBy } of entries) {
    // After the author's own `--`, programs take everything for operands.
    if (startedBy === null && text === "--") break;
    const value = startedBy === null ? undefined : values.get(startedBy);
    if (startedBy === null || value === undefined || !text.startsWith("-")) continue;
    if (value.numeric || value.allowLeadingDash || issues.has(startedBy)) continue;
    const message = `A value that begins with '-' would be read as an option, got ${showValue(value.text)}.`;
    issues.set(startedBy, { param: startedBy, code: "leading_dash", message });
  }
  return [...issues.values()];
}
