import { realpath } from "node:fs/promises";
import { renderIssue } from "../../manifest/code-frame.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import type { Screen } from "./screen.ts";

/** Every issue with the lines that it is about. A file that cannot be read any more gives its issues without them. */
export async function renderIssues(issues: readonly ManifestIssue[], screen: Screen): Promise<string> {
  const sources = new Map<string, string>();
  for (const { file } of issues) if (!sources.has(file)) sources.set(file, await readSource(file));
  const color = screen.colors.isColorSupported;
  return issues
    .map((issue) => `${renderIssue(issue, sources.get(issue.file) ?? "", { color }).trimEnd()}\n\n`)
    .join("");
}

/** Such as `2 errors, 1 warning`. */
export function countIssues(issues: readonly ManifestIssue[]): string {
  const errors = issues.filter((issue) => issue.severity === "error").length;
  return `${plural(errors, "error")}, ${plural(issues.length - errors, "warning")}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The issue may be that the file is a pipe or a device, which would be read for ever. */
async function readSource(file: string): Promise<string> {
  try {
    const content = readSmallFile(await realpath(file));
    return content.kind === "text" ? content.text : "";
  } catch {
    return "";
  }
}
