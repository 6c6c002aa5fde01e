import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import { toCanonicalName } from "../../registry/aliases.ts";
import type { Dropped } from "../import-result.ts";
import type { RuleEffect } from "./convert-permissions.ts";

interface CarriedRule {
  readonly rules: readonly string[];
  readonly dropped: readonly Dropped[];
}

/** Names that speak about several tools where they come from: a deny of one of them must not leave another way open. */
const WIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ["Read", ["fs.read", "fs.search", "fs.glob", "fs.list"]],
  ["Write", ["fs.write", "fs.create"]],
  ["Edit", ["fs.edit", "fs.write", "fs.create", "fs.mkdir", "fs.rename", "fs.delete"]],
  ["MultiEdit", ["fs.edit"]],
]);

/** One rule of the settings file as rules of `[permissions]`, and what of it was lost. */
export function toRule(text: string, effect: RuleEffect, widen: boolean): CarriedRule {
  const { name, specifier } = splitRule(text);
  const protects = effect !== "allow";
  const source = `${effect} ${text}`;
  const refuse = (reason: string, hint: string): CarriedRule => ({
    rules: [],
    dropped: [{ source, what: "the rule", reason, hint, ...(protects ? { losesProtection: true } : {}) }],
  });
  if (specifier !== null && !protects) {
    return refuse(
      "rules about arguments are not carried, and without them it would allow more",
      "allow the tool by hand if that is what you want",
    );
  }
  if (specifier !== null && !widen) {
    return refuse("rules about arguments are not carried", "--widen carries it as a rule about the whole tool");
  }
  const names = toNames(name, protects);
  const bad = names.find((one) => !parseRule(one).ok);
  if (bad !== undefined)
    return refuse("it is not the name of a tool, nor a pattern of names", "write the rule by hand");
  if (!protects && isUnanchored(name)) {
    return refuse("a pattern that allows must name the server: mcp__SERVER__*", "name the tools that may run");
  }
  if (specifier === null) return { rules: names, dropped: [] };
  const reason = "rules about arguments are not carried; it is about the whole tool now";
  return { rules: names, dropped: [{ source, what: "its limit to some arguments", reason, hint: null }] };
}

/** `Tool(specifier)`; a specifier that takes everything in is none. */
function splitRule(text: string): { readonly name: string; readonly specifier: string | null } {
  const trimmed = text.trim();
  const match = /^([^()]*)\((.*)\)$/s.exec(trimmed);
  if (match === null) return { name: trimmed, specifier: null };
  const [, name = "", inner = ""] = match;
  const isEverything = ["", "*", "**", ":*"].includes(inner.trim());
  return { name: name.trim(), specifier: isEverything ? null : inner };
}

/** All of a server's tools are meant by its name alone. */
function toNames(name: string, protects: boolean): readonly string[] {
  if (/^mcp__[A-Za-z0-9_-]+$/.test(name) && !/^mcp__.+?__/.test(name)) return [`${name}__*`];
  const wide = protects ? WIDE.get(name) : undefined;
  return wide ?? [toCanonicalName(name)];
}

/** A deny may match anything; an allow only what stands behind the name of one server. */
function isUnanchored(name: string): boolean {
  return name.includes("*") && !/^mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9_.*-]*$/.test(name);
}
