import type { GivenCommand } from "../commands/command-row.ts";

/** The environment, names of files, and modules, which are files. */
const REACHES_OUT = /\benv\b|\bENV\b|\binput_filename\b|\bimport\b|\binclude\b|\bmodulemeta\b|\bget_search_list\b/;

/** Why a filter of `jq` may read more than its input; `null`: it does not. */
export function judgeJq({ words, parsed }: GivenCommand): string | null {
  return judgeJqFilter(words[parsed.operands[0] ?? -1]?.text ?? "");
}

export function judgeJqFilter(filter: string): string | null {
  const found = REACHES_OUT.exec(filter)?.[0];
  return found === undefined ? null : `\`${found}\` in a filter reads more than its input`;
}
