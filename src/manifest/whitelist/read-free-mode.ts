import type { FreeArgsSpec } from "../../model/tool.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";

interface FreeKeys {
  readonly binary: string;
  readonly subcommands: readonly string[] | undefined;
  readonly flags: readonly string[] | undefined;
}

/** Reads the permitted subcommands and the extra options of a free-mode tool. */
export function readFreeMode(keys: FreeKeys, log: IssueLog): FreeArgsSpec {
  const { binary, subcommands = [], flags = [] } = keys;
  if (keys.subcommands === undefined || subcommands.length === 0) {
    const path = keys.subcommands === undefined ? ["args_mode"] : ["allowed_subcommands"];
    const message = "free mode needs at least one entry in `allowed_subcommands`";
    addError(log, "missing-subcommands", { path, part: "key" }, message, 'Add `allowed_subcommands = ["status"]`.');
  }
  for (const [index, subcommand] of subcommands.entries()) checkSubcommand(subcommand, index, subcommands, log);
  for (const [index, flag] of flags.entries()) checkFlag(flag, index, subcommands, log);
  return { binary, allowedSubcommands: subcommands, allowedFlags: flags };
}

function checkSubcommand(subcommand: string, index: number, all: readonly string[], log: IssueLog): void {
  const place = { path: ["allowed_subcommands", index], part: "value" } as const;
  const shown = showText(subcommand);
  if (subcommand === "") addError(log, "bad-subcommand", place, "a subcommand is empty");
  else if (subcommand.startsWith("-")) {
    const message = `"${shown}" is an option, not a subcommand`;
    addError(log, "bad-subcommand", place, message, "List options in `allowed_flags`.");
  } else if (/[\s\p{Cc}]/u.test(subcommand)) {
    const message = `"${shown}" is more than one word, so no call could ever match it`;
    addError(log, "bad-subcommand", place, message, "List the first word, or write a template tool.");
  } else if (all.indexOf(subcommand) < index) {
    addError(log, "duplicate-value", place, `"${shown}" is listed twice`, "Keep one of the two.");
  }
}

/** `--stat` for every subcommand, `log --stat` for one. */
function checkFlag(flag: string, index: number, subcommands: readonly string[], log: IssueLog): void {
  const place = { path: ["allowed_flags", index], part: "value" } as const;
  const [, subcommand, option] = /^(?:(\S+) )?(-\S+)$/.exec(flag) ?? [];
  if (option === undefined || option === "--" || /\p{Cc}/u.test(flag)) {
    const message = `"${showText(flag)}" is not an option`;
    addError(log, "bad-flag", place, message, 'Write `"--stat"`, or `"log --stat"` for one subcommand.');
  } else if (subcommand !== undefined && !subcommands.includes(subcommand)) {
    const suggestion = suggestNearest(subcommand, subcommands);
    addError(log, "bad-flag", place, `\`${showText(subcommand)}\` is not in \`allowed_subcommands\`${suggestion}`);
  }
}
