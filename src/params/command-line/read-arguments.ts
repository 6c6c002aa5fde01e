import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { CommandLineSpec } from "../../model/tool.ts";
import { findForbiddenCharacter } from "../characters.ts";
import { isTooLong, MAX_VALUE_BYTES } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { parseCommandText } from "./parse-command-text.ts";

const MAX_ARGUMENTS = 1_000;

export type GivenArguments =
  | { readonly ok: true; readonly param: "args" | "command"; readonly args: readonly string[] }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

/** The argument list of a call, given as a list or as a line. */
export function readArguments(spec: CommandLineSpec, given: JsonObject): GivenArguments {
  const { args, command, ...others } = given;
  const unknown = Object.keys(others).map((param): ParamIssue => {
    const message = "This tool takes `args`, a list of texts, or `command`, a line, and nothing else.";
    return { param, code: "unknown", message };
  });
  const read = readOne(args, command, spec);
  if (!read.ok || unknown.length > 0) return { ok: false, issues: [...(read.ok ? [] : read.issues), ...unknown] };
  return read;
}

function readOne(
  args: JsonValue | undefined,
  command: JsonValue | undefined,
  spec: CommandLineSpec,
): Extract<GivenArguments, { ok: true }> | Refusal {
  if (args === undefined && command === undefined) {
    return refuse("args", "missing", `Expected args, a list of texts that follow ${spec.binary}.`);
  }
  if (args !== undefined && command !== undefined) {
    return refuse("command", "not_allowed", "Expected either `args` or `command`, got both.");
  }
  if (args !== undefined) return readList(args);
  const line = readText("command", command ?? null, "a line");
  if (!line.ok) return line;
  const parsed = parseCommandText(line.text, spec);
  if (!parsed.ok) return parsed;
  return parsed.args.length > MAX_ARGUMENTS
    ? tooMany("command", parsed.args.length)
    : { ok: true, param: "command", args: parsed.args };
}

function readList(args: JsonValue): Extract<GivenArguments, { ok: true }> | Refusal {
  if (!Array.isArray(args)) return refuse("args", "type", `Expected a list of texts, got ${showValue(args)}.`);
  if (args.length > MAX_ARGUMENTS) return tooMany("args", args.length);
  const texts: string[] = [];
  for (const arg of args as readonly JsonValue[]) {
    const read = readText("args", arg, "an argument");
    if (!read.ok) return read;
    texts.push(read.text);
  }
  return { ok: true, param: "args", args: texts };
}

/** Prose has lines and tabs, and no shell reads them; every other control and invisible character is refused. */
function readText(
  param: "args" | "command",
  value: JsonValue,
  expected: string,
): { readonly ok: true; readonly text: string } | Refusal {
  if (typeof value !== "string")
    return refuse(param, "type", `Expected ${expected} as a text, got ${showValue(value)}.`);
  if (isTooLong(value)) {
    return refuse(param, "too_long", `Expected at most ${MAX_VALUE_BYTES} bytes, got a longer text; send less.`);
  }
  const character = findForbiddenCharacter(value.replaceAll("\n", " "), true);
  if (character === null) return { ok: true, text: value };
  return refuse(param, "characters", `Expected ${expected} without ${character}, got ${showValue(value)}.`);
}

function tooMany(param: string, count: number): Refusal {
  return refuse(param, "too_long", `Expected at most ${MAX_ARGUMENTS} arguments, got ${count}.`);
}
