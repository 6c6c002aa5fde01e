import { toPlaces } from "../../call/plan/make-injected.ts";
import type { Injected } from "../../call/plan/make-injected.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { Tool } from "../../model/tool.ts";
import { validateCommandLine } from "../../params/command-line/validate-command-line.ts";
import { freeModeArgs } from "../../params/free/free-mode-hardening.ts";
import { validateFreeArgs } from "../../params/free/validate-free-args.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import type { ParamContext } from "../../params/param-type.ts";
import { validateParams } from "../../params/validate-params.ts";
import { renderArgs } from "../../template/render-args.ts";
import type { PlaceValue } from "../../template/render-args.ts";

export type Evaluation =
  | {
      readonly ok: true;
      /** Typed, by parameter. */
      readonly value: JsonObject;
      /** The program as written and its arguments; absent for a tool that starts no single program. */
      readonly argv?: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

/** What validating the arguments of a call says, without a look at the world: no file, no program, no clock. */
export function evaluateArguments(tool: Tool, args: JsonObject, context: ParamContext): Evaluation {
  switch (tool.input.kind) {
    case "params": {
      const checked = validateParams(tool.input.params, args, context);
      if (!checked.ok) return checked;
      const value = Object.fromEntries([...checked.values].map(([name, one]) => [name, one.value]));
      return withArgv(tool, value, checked.values);
    }
    case "free": {
      const { args: list, ...others } = args;
      const checked = validateFreeArgs(tool.input.free, list ?? null, context);
      const issues = [...(checked.ok ? [] : checked.issues), ...Object.keys(others).map(toUnknown)];
      if (!checked.ok || issues.length > 0) return { ok: false, issues };
      const { binary } = tool.input.free;
      return { ok: true, value: { args: checked.args }, argv: [binary, ...freeModeArgs(binary, checked.args)] };
    }
    case "command-line": {
      const checked = validateCommandLine(tool.input.commandLine, args);
      if (!checked.ok) return checked;
      return { ok: true, value: { args: checked.args }, argv: [tool.input.commandLine.binary, ...checked.args] };
    }
    case "schema": {
      const issues = checkSchema(tool.input.schema, args);
      if (issues.length === 0) return withArgv(tool, args, new Map());
      return { ok: false, issues: issues.map(({ at, message }) => ({ param: toName(at), code: "type", message })) };
    }
  }
}

/** What exists only once a call runs stands in the argument as its own name. */
const INJECTED: Injected = {
  _scan_id: "{_scan_id}",
  _output_file: "{_output_file}",
  _output_dir: "{_output_dir}",
  _evidence_dir: "{_evidence_dir}",
};

function withArgv({ backend }: Tool, value: JsonObject, texts: ReadonlyMap<string, PlaceValue>): Evaluation {
  if (backend.kind !== "command") return { ok: true, value };
  const rendered = renderArgs(backend.args, toPlaces(texts, { ...backend.constants, ...INJECTED }));
  if (rendered.issues.length > 0) return { ok: false, issues: rendered.issues };
  return { ok: true, value, argv: [backend.binary, ...rendered.argv] };
}

function toUnknown(param: string): ParamIssue {
  return { param, code: "unknown", message: "This tool takes `args`, a list of strings, and nothing else." };
}

function toName(pointer: string): string {
  return pointer.replace(/^\//, "");
}
