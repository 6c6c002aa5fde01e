import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Mode } from "../../policy/policy.ts";
import { own, textAt, textsAt } from "../document/members.ts";
import { ImportError } from "../import-result.ts";
import type { Dropped } from "../import-result.ts";
import { toRule } from "./to-rule.ts";

export const EFFECTS = ["allow", "ask", "deny"] as const;
export type RuleEffect = (typeof EFFECTS)[number];

/** What goes into `[permissions]`. */
export interface Permissions {
  readonly mode: Mode | null;
  readonly rules: Readonly<Record<RuleEffect, readonly string[]>>;
  readonly dropped: readonly Dropped[];
}

export interface PermissionOptions {
  /** A rule that asks or denies for some arguments of a tool is carried as one about the whole tool. */
  readonly widen: boolean;
}

/** The rules of a Claude Code settings file. @throws ImportError when it has none */
export function convertPermissions(document: JsonValue, { widen }: PermissionOptions): Permissions {
  const settings = isObject(document) ? own(document, "permissions") : undefined;
  if (!isObject(settings)) {
    throw new ImportError("no permissions stand in this file", "It should have a `permissions` object.");
  }
  const dropped: Dropped[] = [];
  const read = (effect: RuleEffect): readonly string[] => {
    reportForeign(settings, effect, dropped);
    const rules = textsAt(settings, effect).flatMap((text) => {
      const carried = toRule(text, effect, widen);
      dropped.push(...carried.dropped);
      return carried.rules;
    });
    return [...new Set(rules)];
  };
  const rules = { allow: read("allow"), ask: read("ask"), deny: read("deny") };
  const mode = toMode(textAt(settings, "defaultMode"), dropped);
  reportRest(settings, dropped);
  return { mode, rules, dropped };
}

function reportForeign(settings: JsonObject, effect: RuleEffect, dropped: Dropped[]): void {
  const given = own(settings, effect);
  if (given === undefined) return;
  const isSound = Array.isArray(given) && given.every((entry) => typeof entry === "string");
  if (isSound) return;
  const reason = "it is not a list of texts";
  const losesProtection = effect !== "allow";
  dropped.push({ source: effect, what: "some of its rules", reason, hint: "write them by hand", losesProtection });
}

function toMode(given: string | null, dropped: Dropped[]): Mode | null {
  if (given === null) return null;
  if (given === "default" || given === "manual") return "default";
  if (given === "plan") return "plan";
  const [reason, hint] = MODES.get(given) ?? ["it is no mode that Toolgate has", "choose one with `toolgate mode`"];
  // Without a mode, what no rule speaks about is asked.
  dropped.push({ source: "defaultMode", what: `the mode \`${given}\``, reason, hint });
  return null;
}

const MODES: ReadonlyMap<string, readonly [reason: string, hint: string]> = new Map([
  ["acceptEdits", ["this version has no such mode, and asks instead", "allow the file tools: `toolgate rules add`"]],
  ["auto", ["this version judges no call by a model, and asks instead", "add allow rules for what is harmless"]],
  ["dontAsk", ["this version has no such mode, and asks instead", "`headless = true` turns every ask into a deny"]],
  [
    "bypassPermissions",
    ["nothing switches the gate off, and it asks instead", 'mode = "autonomous" lets run what no rule speaks about'],
  ],
]);

const KNOWN: ReadonlySet<string> = new Set([...EFFECTS, "defaultMode"]);

function reportRest(settings: JsonObject, dropped: Dropped[]): void {
  for (const key of Object.keys(settings).filter((name) => !KNOWN.has(name))) {
    const isFolders = key === "additionalDirectories";
    const what = isFolders ? `\`${key}\`: ${textsAt(settings, key).join(", ")}` : `\`${key}\``;
    const reason = isFolders ? "folders are opened by a person who looks at them" : "this version has nothing like it";
    const hint = isFolders ? "add them to `roots` in [workspace]" : null;
    dropped.push({ source: "permissions", what, reason, hint });
  }
}
