import type { JsonObject } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { CommandLineSpec } from "../../model/tool.ts";
import { MAX_VALUE_BYTES } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { findDenial } from "./find-denial.ts";
import { findVerbose } from "./find-verbose.ts";
import { readArguments } from "./read-arguments.ts";

export type CommandLineResult =
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

/**
 * Checks what a call sends to a program that runs with its own credential: readable first, then denied by nothing. The
 * list that comes back is what the program gets, one argument each.
 */
export function validateCommandLine(spec: CommandLineSpec, given: JsonObject): CommandLineResult {
  const read = readArguments(spec, given);
  if (!read.ok) return read;
  const { args, param } = read;
  // Nothing longer is ever matched with a pattern, so it could not be denied.
  const { length } = args.join(" ");
  if (length >= MAX_VALUE_BYTES) {
    return refuse(param, "too_long", `Expected fewer than ${MAX_VALUE_BYTES} characters in all, got ${length}.`);
  }
  const shown = showValue([spec.binary, ...args].join(" "));
  const denied = findDenial(spec, args);
  if (denied !== null) return refuse(param, "option", `${shown} ${denied}.`);
  const verbose = findVerbose(spec.denyVerbose, args);
  if (verbose === null) return { ok: true, args };
  return refuse(param, "option", `${shown} is denied by \`${verbose}\` in deny_verbose: it may print the credential.`);
}
