import type { JsonValue } from "../../model/json.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { FREE_PARAM } from "./free-issue.ts";

const MAX_ENTRIES = 1_000;

/** The caller's list, each entry free of characters that no value may hold. */
export function readEntries(args: JsonValue): { readonly ok: true; readonly entries: readonly string[] } | Refusal {
  if (args === null)
    return refuse(FREE_PARAM, "missing", "Expected args, a list of texts that begins with a subcommand.");
  if (!Array.isArray(args)) return refuse(FREE_PARAM, "type", `Expected a list of texts, got ${showValue(args)}.`);
  if (args.length === 0) {
    return refuse(FREE_PARAM, "empty", "Expected at least one argument (the subcommand), got an empty list.");
  }
  if (args.length > MAX_ENTRIES) {
    return refuse(FREE_PARAM, "too_long", `Expected at most ${MAX_ENTRIES} arguments, got ${args.length}.`);
  }
  const entries: string[] = [];
  for (const arg of args as readonly JsonValue[]) {
    const read = readText(FREE_PARAM, arg, { expected: "an argument", allowEmpty: true });
    if (!read.ok) return read;
    entries.push(read.text);
  }
  return { ok: true, entries };
}
