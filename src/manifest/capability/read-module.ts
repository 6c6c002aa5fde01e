import { hash } from "node:crypto";
import { renderPath } from "../checks/render-path.ts";
import { checkEncoding } from "../checks/check-encoding.ts";
import type {
  ManifestIssue,
  ManifestOptions,
  ModuleDeclaration,
  ModuleEvaluator,
  PlacedDraft,
  ToolDraft,
} from "../manifest.ts";
import { addError, toIssues } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPosition } from "../toml/locate.ts";
import type { Place } from "../toml/toml-document.ts";
import { showText } from "../../text/show-text.ts";
import { NO_CEILING } from "./allow/check-ceiling.ts";
import { readDeclaration } from "./read-declaration.ts";
import type { ModuleContext } from "./read-declaration.ts";
import { isObject } from "../../model/json.ts";

interface ModuleReading {
  readonly drafts: readonly PlacedDraft[];
  readonly issues: readonly ManifestIssue[];
  locate(draft: PlacedDraft): TomlPosition;
}

/**
 * Reads a module: one tool for each `defineTool` call. The top level of the module runs isolated, without any power; its
 * handlers never do. Every issue points at the call that it is about.
 */
export function readModule(text: string, options: ManifestOptions): ModuleReading {
  const { file, evaluateModule, ceiling = NO_CEILING } = options;
  const { content, issues } = checkEncoding(text, file);
  if (content === null) return { drafts: [], issues, locate: locateStart };
  if (evaluateModule === undefined) return toFailure(NOT_EVALUATED, file, issues);
  const result = evaluateSafely(evaluateModule, content, file);
  if (!result.ok) return toFailure(result, file, issues);
  const { declarations } = result;
  if (declarations.length === 0) return toFailure(NOTHING_DECLARED, file, issues);
  // What was approved and what runs are told apart by the bytes of the file.
  const module: ModuleContext = { sha256: hash("sha256", text, "hex"), ceiling };
  const lines = content.split("\n");
  const read = declarations.map((declaration, index) => readOne(declaration, index, module, lines));
  reportDuplicates(read);
  return {
    drafts: read.flatMap(({ draft }, index) => (draft === null ? [] : [{ draft, place: toPlace(index) }])),
    issues: [...issues, ...read.flatMap(({ log, position }) => toIssues(log, { file, locate: () => position }))],
    locate: ({ place }) => read[Number(place?.path[0] ?? 0)]?.position ?? locateStart(),
  };
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

const NOT_EVALUATED: Problem = {
  code: "module-not-evaluated",
  message: "modules are not read here: nothing that evaluates them was given",
  line: 1,
  column: 1,
};
const NOTHING_DECLARED: Problem = {
  code: "module-empty",
  message: "the module declares no tool: it never calls `defineTool`",
  line: 1,
  column: 1,
};

interface ReadDeclaration {
  readonly draft: ToolDraft | null;
  readonly log: IssueLog;
  readonly position: TomlPosition;
}

function readOne(
  declaration: ModuleDeclaration,
  index: number,
  module: ModuleContext,
  lines: readonly string[],
): ReadDeclaration {
  const { manifest } = declaration;
  const log: IssueLog = { found: [] };
  const position = toPosition(declaration, lines);
  if (!reportUnusable(declaration, log) || !isObject(manifest)) return { draft: null, log, position };
  const draft = readDeclaration(manifest, index, module, log);
  return { draft, log: { found: log.found.map((found) => ({ ...found, message: sayWhere(found) })) }, position };
}

/** From the name of what is called to its end. */
function toPosition({ line, column }: ModuleDeclaration, lines: readonly string[]): TomlPosition {
  const rest = (lines[line - 1] ?? "").slice(column - 1, column + 100);
  return { line, column, endColumn: column + (/^[\w$.]+/.exec(rest)?.[0].length ?? 0) };
}

/** What a call has that a declaration cannot have, or lacks. */
function reportUnusable({ manifest, notJson, hasHandler }: ModuleDeclaration, log: IssueLog): boolean {
  for (const { path, is } of notJson) {
    const what = path === "" ? "the first argument of `defineTool`" : `\`${showText(path, 120)}\``;
    const hint = is === "undefined" ? "Leave it out." : "A declaration is plain data, apart from its handler.";
    addError(log, "not-json", WHOLE, `${what} is ${is}`, hint);
  }
  if (notJson.length > 0) return false;
  if (!isObject(manifest)) {
    addError(log, "wrong-type", WHOLE, "the first argument of `defineTool` must be an object", EXAMPLE);
  } else if (!hasHandler) {
    addError(log, "missing-handler", WHOLE, "the tool has no handler", EXAMPLE);
  }
  return isObject(manifest) && hasHandler;
}

const WHOLE: Place = { path: [], part: "value" };
const EXAMPLE = 'Write `defineTool({ name: "a.b", handler: async ({ args }) => args })`.';

/** The place can only be the call, so what is deeper inside is named. */
function sayWhere({ place, message }: IssueLog["found"][number]): string {
  if (place.path.length < 2) return message;
  return `${message} (\`${renderPath(place.path)}\`)`;
}

/** Neither of two tools of one name is better than the other. */
function reportDuplicates(read: readonly ReadDeclaration[]): void {
  const names = read.map(({ draft }) => draft?.name ?? "");
  for (const [index, { log }] of read.entries()) {
    const name = names[index] ?? "";
    if (name === "" || names.indexOf(name) === names.lastIndexOf(name)) continue;
    addError(log, "duplicate-name", WHOLE, `the module declares \`${showText(name)}\` more than once`, "Rename one.");
  }
}

/** The evaluator may be another one than ours. */
function evaluateSafely(evaluate: ModuleEvaluator, source: string, file: string): ReturnType<ModuleEvaluator> {
  try {
    return evaluate(source, { file });
  } catch (error) {
    const message = `the module could not be evaluated: ${error instanceof Error ? showText(error.message, 200) : "unknown"}`;
    return { ok: false, code: "module-crash", message, line: 1, column: 1 };
  }
}

function toFailure(
  { code, message, line, column }: Problem,
  file: string,
  issues: readonly ManifestIssue[],
): ModuleReading {
  const issue: ManifestIssue = { severity: "error", code, message, file, line, column, endColumn: column, hint: null };
  return { drafts: [], issues: [...issues, issue], locate: locateStart };
}

function toPlace(index: number): Place {
  return { path: [index], part: "value" };
}

function locateStart(): TomlPosition {
  return { line: 1, column: 1, endColumn: 1 };
}
