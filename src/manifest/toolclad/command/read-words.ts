import { splitTemplate } from "../../../template/split-template.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Word } from "../placeholders.ts";

const MAX_WORDS = 1000;

interface Written {
  readonly exec?: readonly string[] | undefined;
  readonly template?: string | undefined;
}

/** The words of a command, the program first: `exec` as it stands, else `template` cut at spaces outside quotes. */
export function readWords(source: TableSource, read: Written, log: IssueLog): readonly Word[] {
  if (read.exec !== undefined) return readExec(read.exec, read.template !== undefined, log);
  if (read.template !== undefined) return readTemplate(read.template, log);
  if (!Object.hasOwn(source.table, "exec") && !Object.hasOwn(source.table, "template")) {
    const hint = 'Add a line like `exec = ["whois", "{target}"]`.';
    addError(log, "missing-key", { path: ["command"], part: "key" }, "`exec` is missing in [command]", hint);
  }
  return [];
}

function readExec(exec: readonly string[], hasTemplate: boolean, log: IssueLog): readonly Word[] {
  const path = ["command", "exec"];
  if (hasTemplate) {
    const message = "`template` is ignored because `exec` is there";
    addWarning(log, "ignored-key", { path: ["command", "template"], part: "key" }, message, "Keep one of the two.");
  }
  if (exec.length === 0)
    addError(log, "empty-list", { path, part: "value" }, "`exec` is empty", "Name the program first.");
  return exec.map((text, index) => ({ text, place: { path: [...path, index], part: "value" } }));
}

/** The words are cut before any value is put in, so no value is ever cut. */
function readTemplate(template: string, log: IssueLog): readonly Word[] {
  const place = { path: ["command", "template"], part: "value" } as const;
  const split = splitTemplate(template);
  if (!split.ok) {
    const fragment = template.slice(split.issue.offset);
    addError(log, "bad-template", { ...place, fragment }, split.issue.message, "Close the quote.");
    return [];
  }
  const { words } = split;
  if (words.length === 0) addError(log, "bad-program", place, "`template` is empty", "Name the program first.");
  if (words.length > MAX_WORDS) {
    const message = `\`template\` has more than ${MAX_WORDS} words`;
    addError(log, "too-many-entries", place, message, "Write a shorter command.");
    return [];
  }
  return words.map((text) => ({ text, place: { ...place, fragment: text } }));
}
