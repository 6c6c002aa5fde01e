import type { ManifestIssue } from "../../../manifest/manifest.ts";
import type { CedarError } from "../cedar-engine.ts";
import { locate, toTextIndex } from "./locate.ts";

/** A stretch of a policy file that an issue can be about. */
export interface IssueSource {
  readonly file: string;
  /** The whole file. */
  readonly fileText: string;
  /** What the engine was given of it, and where that begins, in UTF-16 units. */
  readonly text: string;
  readonly start: number;
  readonly head: number;
}

/** What the engine says, at its place in the file; at the policy's beginning when it names none. */
export function toIssue(
  source: IssueSource,
  error: CedarError,
  code: string,
  severity: ManifestIssue["severity"],
): ManifestIssue {
  const label = error.sourceLocations?.[0];
  const at = label === undefined ? source.head : source.start + toTextIndex(source.text, label.start);
  const end = label === undefined ? at : source.start + toTextIndex(source.text, label.end);
  const expected = label?.label ?? null;
  const message = `${clean(error.message)}${expected === null ? "" : `; ${expected}`}`;
  return { ...toPlace(source, at, end), severity, code, message, hint: error.help === null ? null : clean(error.help) };
}

/** An issue of our own about a whole policy. */
export function toPolicyIssue(
  source: IssueSource,
  { severity, code, message, hint }: Pick<ManifestIssue, "severity" | "code" | "message" | "hint">,
): ManifestIssue {
  return { ...toPlace(source, source.head, source.head), severity, code, message, hint };
}

function toPlace(
  { file, fileText }: IssueSource,
  at: number,
  end: number,
): Pick<ManifestIssue, "file" | "line" | "column" | "endColumn"> {
  const { line, column } = locate(fileText, at);
  const lineEnd = fileText.indexOf("\n", at);
  const stop = Math.min(end, lineEnd === -1 ? fileText.length : lineEnd);
  return { file, line, column, endColumn: column + Math.max(0, stop - at) };
}

/** Without the engine's name for the policy, which is ours and means nothing to people. */
function clean(message: string): string {
  return message
    .replace(/^failed to parse policy(?: with id `p\d+`)? from string: /, "")
    .replace(/^for policy `p\d+`, /, "")
    .replace(/ while validating policy `p\d+`/, "");
}
