import { EFFECTS } from "../../model/tool.ts";
import type { Effect } from "../../model/tool.ts";
import type { ParamSpec } from "../../model/param.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { InternalApiShape } from "../manifest.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { BUILTIN_API_SHAPES } from "./builtin-apis.ts";
import { fitParam } from "./fit-param.ts";
import { readParams } from "./read-params.ts";
import { refuseFilled } from "./refuse-filled.ts";
import type { ToolBody, ToolTable } from "./shape.ts";

export type Apis = ReadonlyMap<string, InternalApiShape>;

/** Keys that only mean something where a program runs. */
const PROGRAM_KEYS = [
  "binary",
  "args",
  "args_mode",
  "allowed_subcommands",
  "allowed_flags",
  "environment",
  "stdin",
  "secrets",
  "output",
  "sandbox",
] as const;

/** Reads the part of a tool that calls a built-in API: which one, and parameters that it takes. */
export function readInternal(read: ToolTable, given: Apis | undefined, log: IssueLog): ToolBody {
  const apis = given ?? BUILTIN_API_SHAPES;
  refuseFilled(read, PROGRAM_KEYS, '`kind = "internal"`, which runs no program', log);
  checkConstraints(read, log);
  const api = findApi(read, apis, log);
  const before = log.found.length;
  const declared = readParams(read.params, log);
  for (const { name } of declared.filter(({ type }) => type === "content")) {
    const message = "`multiline` is for what a program reads from standard input";
    addError(log, "multiline-argument", { path: ["params", name, "multiline"], part: "key" }, message, "Delete it.");
  }
  const isSound = log.found.slice(before).every(({ severity }) => severity === "warning");
  const params = api !== null && isSound ? fitParams(declared, api, log) : declared;
  if (api !== null) checkEffect(read.effect, api, log);
  return {
    input: { kind: "params", params },
    backend: { kind: "internal", api: api?.name ?? "" },
    effect: read.effect ?? api?.effect ?? "write",
    output: { shape: "value", parser: "json", schema: null },
  };
}

function checkConstraints({ constraints }: ToolTable, log: IssueLog): void {
  const keys = Object.keys(constraints?.table ?? {});
  if (keys.includes("cwd")) {
    const message = '`cwd` does not belong to `kind = "internal"`, which runs no program';
    addError(log, "misplaced-key", { path: ["constraints", "cwd"], part: "key" }, message);
  }
  for (const key of keys.filter((each) => each === "max_stdout_bytes" || each === "max_stderr_bytes")) {
    const message = `\`${key}\` limits the output of a program; an internal tool has none`;
    addWarning(log, "unused-key", { path: ["constraints", key], part: "key" }, message, "Delete it.");
  }
}

function findApi({ api: name }: ToolTable, apis: Apis, log: IssueLog): InternalApiShape | null {
  const known = `Known: ${[...apis.keys()].join(", ")}.`;
  if (name === undefined) {
    const message = '`api` is missing: `kind = "internal"` calls a built-in API';
    addError(log, "missing-key", { path: ["kind"], part: "key" }, message, known);
    return null;
  }
  const api = apis.get(name);
  if (api !== undefined) return api;
  const message = `there is no built-in API \`${showText(name)}\`${suggestNearest(name, apis.keys())}`;
  addError(log, "unknown-api", { path: ["api"], part: "value" }, message, known);
  return null;
}

/** Every parameter has a place in the API, and every place that must be filled has a parameter. */
function fitParams(declared: readonly ParamSpec[], api: InternalApiShape, log: IssueLog): readonly ParamSpec[] {
  for (const slot of api.params) {
    if (!slot.required || slot.default !== undefined || declared.some(({ name }) => name === slot.name)) continue;
    const message = `the API \`${api.name}\` needs \`${slot.name}\`, but the tool declares no such parameter`;
    addError(log, "missing-param", { path: ["api"], part: "value" }, message, `Add [params.${slot.name}].`);
  }
  return declared.map((param) => {
    const slot = api.params.find(({ name }) => name === param.name);
    if (slot !== undefined) return fitParam(param, slot, log);
    reportUnknown(param.name, api, log);
    return param;
  });
}

function reportUnknown(name: string, { name: api, params }: InternalApiShape, log: IssueLog): void {
  const names = params.map((param) => param.name);
  const message = `the API \`${api}\` takes no \`${showText(name)}\`${suggestNearest(name, names)}`;
  const hint = names.length === 0 ? "It takes nothing." : `It takes: ${names.join(", ")}.`;
  addError(log, "unknown-param", { path: ["params", name], part: "key" }, message, hint);
}

/** What an API does is known; a tool that calls it may say more, never less. */
function checkEffect(effect: Effect | undefined, api: InternalApiShape, log: IssueLog): void {
  if (effect === undefined || EFFECTS.indexOf(effect) >= EFFECTS.indexOf(api.effect)) return;
  const message = `\`effect = "${effect}"\` says less than what \`${api.name}\` does, which is \`${api.effect}\``;
  const hint = `Delete the line: the effect is \`${api.effect}\` then.`;
  addError(log, "effect-too-low", { path: ["effect"], part: "value" }, message, hint);
}
