import type { Redirect as Written, Redirection } from "unbash";
import type { Redirect } from "../model/backend.ts";
import type { ShellIssue, ShellIssueCode, StaticRedirect } from "./simple-script.ts";
import { toStaticWord } from "./to-static-word.ts";

/** Where a program stands in its pipeline. */
interface Position {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

type Stream = "stdin" | "stdout" | "stderr";
type ToFile = Extract<Redirect, { file: string }>;

const STREAMS: readonly Stream[] = ["stdin", "stdout", "stderr"];
const TO_FILE: Readonly<Record<string, ToFile["mode"]>> = { "<": "read", ">": "write", ">|": "write", ">>": "append" };

/**
 * Reads the redirects of one program. Refused is what depends on more than the redirect itself: other descriptors,
 * streams that are redirected twice or that the pipeline needs, and a join before the redirect of what it joins.
 */
export function toRedirects(
  written: readonly Redirection[],
  position: Position,
  text: string,
  issues: ShellIssue[],
): readonly StaticRedirect[] {
  const redirects: StaticRedirect[] = [];
  for (const redirection of written) {
    const read = toRedirect(redirection, text, issues);
    if (read === null) continue;
    const clash = findClash(read.redirect, redirects, position);
    if (clash === null) redirects.push(read);
    else refuse(redirection, "redirect", clash, issues);
  }
  return redirects;
}

function toRedirect(redirection: Redirection, text: string, issues: ShellIssue[]): StaticRedirect | null {
  if (redirection.type !== "Redirect") {
    return refuse(redirection, "here-document", "a here-document needs a shell", issues);
  }
  const { operator, target, pos: start, end } = redirection;
  const stream = toStream(redirection);
  if (stream === null || target === undefined) {
    return refuse(redirection, "redirect", "only standard input, output and error can be redirected", issues);
  }
  if (operator === ">&") return toJoin(redirection, stream, issues);
  const mode = TO_FILE[operator];
  if (mode === undefined || (mode === "read") !== (stream === "stdin")) {
    const message = `\`${text.slice(start, target.pos).trim()}\` is not known here; use <, >, >>, 2>, 2>> and 2>&1`;
    return refuse(redirection, "redirect", message, issues);
  }
  const word = toStaticWord(target, text, issues);
  return word === null ? null : { redirect: { stream, mode, file: word.text }, target: word, start, end };
}

function toStream({ descriptor, operator }: Written): Stream | null {
  if (descriptor === undefined) return operator.startsWith("<") ? "stdin" : "stdout";
  return descriptor.type === "FileDescriptor" ? (STREAMS[descriptor.value] ?? null) : null;
}

function toJoin(redirection: Written, stream: Stream, issues: ShellIssue[]): StaticRedirect | null {
  const { target, pos: start, end } = redirection;
  const other = target?.text === "1" ? "stdout" : target?.text === "2" ? "stderr" : null;
  if (other === null || stream === "stdin" || other === stream) {
    return refuse(redirection, "redirect", "only `2>&1` and `1>&2` join streams", issues);
  }
  return { redirect: { stream, mode: "join", with: other }, target: null, start, end };
}

function findClash({ stream }: Redirect, before: readonly StaticRedirect[], position: Position): string | null {
  const kinds = before.map(({ redirect }) => redirect);
  if (kinds.some((other) => other.stream === stream)) return `${NAMES[stream]} is redirected twice`;
  if (kinds.some((other) => other.mode === "join" && other.with === stream)) {
    return `${NAMES[stream]} was joined before; redirect it first, then join: \`>file 2>&1\``;
  }
  if (stream === "stdin" && !position.isFirst) return "standard input is the pipe already";
  return stream === "stdout" && !position.isLast ? "standard output is the pipe already" : null;
}

const NAMES: Readonly<Record<Stream, string>> = {
  stdin: "standard input",
  stdout: "standard output",
  stderr: "standard error",
};

function refuse(at: Redirection, code: ShellIssueCode, message: string, issues: ShellIssue[]): null {
  issues.push({ code, message, start: at.pos, end: at.end });
  return null;
}
