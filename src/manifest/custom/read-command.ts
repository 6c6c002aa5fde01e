import type { ArgPart } from "../../model/arg-node.ts";
import type { CommandBackend, ScriptBackend, ScriptStage, ScriptStep } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import { parseSimpleScript } from "../../shell/parse-simple-script.ts";
import type { SimpleStage, Span } from "../../shell/simple-script.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Place, TomlPath } from "../toml/toml-document.ts";
import { checkStages } from "./check-stages.ts";
import type { Parameters } from "./read-parameters.ts";
import { readStdin } from "./read-stdin.ts";
import { toArg } from "./to-arg.ts";
import type { Line } from "./to-arg.ts";

interface Given {
  readonly command: string | null;
  readonly cwd: string | null;
  readonly stdin: string | null;
  readonly parameters: Parameters;
}

/**
 * Compiles `command` into what runs without a shell: one program, or several joined as the line says. Placeholders
 * become places in argument lists; wherever else one stands is an error.
 */
export function readCommand(given: Given, path: TomlPath, log: IssueLog): CommandBackend | ScriptBackend {
  const { command, cwd, parameters } = given;
  const before = log.found.length;
  const steps = command === null ? [] : readSteps(command, parameters, [...path, "command"], log);
  const only = steps.length === 1 && steps[0]?.stages.length === 1 ? steps[0].stages[0] : undefined;
  const single = only === undefined || only.redirects.length > 0 ? null : only;
  const stdin = given.stdin === null ? null : readStdin(given.stdin, parameters, single, path, log);
  if (steps.length > 0 && parameters.isRight && log.found.length === before)
    warnUnused(steps, stdin ?? [], parameters.properties, path, log);
  if (single === null) return { kind: "script", steps, cwd };
  return {
    kind: "command",
    binary: single.binary,
    args: single.args,
    constants: {},
    cwd,
    ...(stdin === null ? {} : { stdin }),
  };
}

function readSteps(text: string, parameters: Parameters, path: TomlPath, log: IssueLog): readonly ScriptStep[] {
  const parsed = parseSimpleScript(text);
  const { properties, isRight: isDeclared } = parameters;
  const line: Line = { properties, isDeclared, log, toPlace: (span) => toPlace(text, span, path) };
  if (!parsed.ok) {
    for (const issue of parsed.issues) {
      addError(log, `shell-${issue.code}`, line.toPlace(issue), escapeControls(issue.message), NO_SHELL);
    }
    return [];
  }
  return parsed.steps.map(({ operator, stages }): ScriptStep => {
    const compiled = stages.map((stage) => toStage(stage, line));
    checkStages(stages, compiled, line);
    return { operator, stages: compiled };
  });
}

const NO_SHELL = "No shell runs the command; what needs one belongs in a script file that the command names.";

/** The words of a span may stand in the line several times; then the rest of the line finds the right place. */
function toPlace(text: string, { start, end }: Span, path: TomlPath): Place {
  const words = text.slice(start, end);
  const fragment = text.indexOf(words) === start ? words : text.slice(start);
  return { path, part: "value", fragment: JSON.stringify(fragment).slice(1, -1) };
}

function toStage({ words, redirects }: SimpleStage, line: Line): ScriptStage {
  const [program, ...args] = words;
  return {
    binary: program.text,
    args: args.map((word) => toArg(word, line)),
    redirects: redirects.map(({ redirect }) => redirect),
  };
}

function warnUnused(
  steps: readonly ScriptStep[],
  stdin: readonly ArgPart[],
  properties: JsonObject,
  path: TomlPath,
  log: IssueLog,
): void {
  const args = steps.flatMap(({ stages }) => stages.flatMap((stage) => stage.args));
  const used = toUsedNames([...args, { kind: "arg", parts: stdin }]);
  for (const name of Object.keys(properties).filter((known) => !used.has(known))) {
    const place = { path: [...path, "parameters", "properties", name], part: "key" } as const;
    const message = `the parameter \`${showText(name)}\` is never used in \`command\``;
    addWarning(
      log,
      "unused-param",
      place,
      message,
      `Write {{.${showText(name)}}} where its value belongs, or delete it.`,
    );
  }
}
