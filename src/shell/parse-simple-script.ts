import { parse } from "unbash";
import type { Command, Statement } from "unbash";
import type { ShellIssue, SimpleScript, SimpleStage, SimpleStep, StaticRedirect, StaticWord } from "./simple-script.ts";
import { describeNode } from "./describe-node.ts";
import { toRedirects } from "./to-redirects.ts";
import { toStaticWord } from "./to-static-word.ts";

export type SimpleScriptResult =
  ({ readonly ok: true } & SimpleScript) | { readonly ok: false; readonly issues: readonly ShellIssue[] };

/** UTF-16 units. */
const MAX_LENGTH = 32 * 1024;

/**
 * Reads a command line that can be run without a shell: programs with fixed arguments, joined by `|`, `&&`, `||`, `;` or
 * line ends, with redirects to fixed files. Everything that a shell would decide while it runs is refused with its place.
 */
export function parseSimpleScript(text: string): SimpleScriptResult {
  const unreadable = findUnreadable(text);
  if (unreadable !== null) return { ok: false, issues: [unreadable] };
  const { commands, errors = [] } = parse(text);
  const [error] = errors;
  if (error !== undefined) {
    const issue = { code: "syntax", message: error.message, start: error.pos, end: error.pos + 1 } as const;
    return { ok: false, issues: [issue] };
  }
  const issues: ShellIssue[] = [];
  const steps = commands.flatMap((statement) => toSteps(statement, text, issues));
  if (issues.length === 0 && steps.length === 0) {
    issues.push({ code: "empty", message: "no command stands here", start: 0, end: text.length });
  }
  return issues.length === 0 ? { ok: true, steps } : { ok: false, issues };
}

function findUnreadable(text: string): ShellIssue | null {
  if (text.length > MAX_LENGTH) {
    const message = `a command line has at most ${MAX_LENGTH} characters, this one has ${text.length}`;
    return { code: "too-long", message, start: 0, end: 0 };
  }
  const control = /[^\P{Cc}\n\t]/u.exec(text);
  if (control !== null) {
    const { index: start } = control;
    return { code: "control-character", message: "a control character stands here", start, end: start + 1 };
  }
  // A backslash at the very end has nothing to quote; shells disagree about it.
  if (!/(?<!\\)(?:\\\\)*\\$/.test(text)) return null;
  const message = "nothing follows this backslash";
  return { code: "syntax", message, start: text.length - 1, end: text.length };
}

function toSteps(statement: Statement, text: string, issues: ShellIssue[]): readonly SimpleStep[] {
  if (statement.background === true) {
    const message = "`&` would leave a program running; every program of a call ends with it";
    issues.push({ code: "background", message, start: statement.end - 1, end: statement.end });
  }
  const { command } = statement;
  if (command.type !== "AndOr") return [{ operator: ";", stages: toStages(command, text, issues) }];
  return command.commands.map((part, index): SimpleStep => {
    const operator = index === 0 ? ";" : (command.operators[index - 1] ?? ";");
    return { operator, stages: toStages(part, text, issues) };
  });
}

type Part = Exclude<Statement["command"], { type: "AndOr" }>;

function toStages(part: Part, text: string, issues: ShellIssue[]): readonly SimpleStage[] {
  if (part.type !== "Pipeline") return toStage(part, { isFirst: true, isLast: true }, text, issues);
  for (const { type, pos: start } of part.prefixes) {
    const word = type === "Negation" ? "!" : "time";
    const message = `\`${word}\` before a command is a word of the shell`;
    issues.push({ code: "prefix", message, start, end: start + word.length });
  }
  if (part.operators.includes("|&")) {
    const start = text.indexOf("|&", part.commands[part.operators.indexOf("|&")]?.end);
    issues.push({ code: "pipe", message: "write `2>&1 |` for `|&`", start, end: start + 2 });
  }
  const last = part.commands.length - 1;
  return part.commands.flatMap((command, index) =>
    toStage(command, { isFirst: index === 0, isLast: index === last }, text, issues),
  );
}

type Position = Parameters<typeof toRedirects>[1];

function toStage(
  node: Exclude<Part, { type: "Pipeline" }>,
  position: Position,
  text: string,
  issues: ShellIssue[],
): readonly SimpleStage[] {
  if (node.type !== "Command") {
    issues.push({ ...describeNode(node.type), start: node.pos, end: node.end });
    return [];
  }
  for (const { type, pos: start, end } of [...node.prefix, ...node.suffix]) {
    if (type !== "Assignment") continue;
    const message = "an assignment needs a shell; environment variables are declared with the tool";
    issues.push({ code: "assignment", message, start, end });
  }
  const words = toWords(node, text, issues);
  const redirects: readonly StaticRedirect[] = toRedirects(node.redirects, position, text, issues);
  const [program, ...args] = words;
  if (program === undefined && issues.length === 0) {
    issues.push({ code: "empty", message: "a redirect without a program", start: node.pos, end: node.end });
  }
  return program === undefined ? [] : [{ words: [program, ...args], redirects }];
}

function toWords({ name, args }: Command, text: string, issues: ShellIssue[]): readonly StaticWord[] {
  const given = name === undefined ? [] : [name, ...args];
  return given.flatMap((word) => (word.type === "Word" ? (toStaticWord(word, text, issues) ?? []) : []));
}
