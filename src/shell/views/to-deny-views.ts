import type { CommandAnalysis, CommandItem } from "../analysis.ts";
import type { DenyView } from "./deny-view.ts";
import { listInputs } from "./deny/list-inputs.ts";
import { startSearch } from "./deny/search.ts";
import { viewCommand } from "./deny/view-command.ts";

export type { DenyView } from "./deny-view.ts";

/**
 * Every argument vector that may run because of a command, so that a deny finds it: in other spellings, without wrappers and
 * variables before it, and in text that a shell runs. Shows rather too much than too little. What cannot be known, or is more
 * than the limits, is a view whose first word is `null`.
 *
 * @param analyze reads text that a shell would run: `analyzeCommand`
 */
export function toDenyViews(
  item: CommandItem,
  analyze: (text: string) => Pick<CommandAnalysis, "items">,
): readonly DenyView[] {
  const search = startSearch(analyze);
  viewItem(item, 0);
  return search.views;

  function viewItem(inner: CommandItem, depth: number): void {
    const [program, ...rest] = inner.words;
    if (program === undefined) return;
    // What a pattern in the place of a program stands for depends on what files there are.
    const name = program.glob && !/^\[{1,2}$/.test(program.text ?? "") ? null : program.text;
    const words = [name, ...rest.map(({ text }) => text)];
    const lines = viewCommand(words, depth === 0 ? "plain" : "nested", listInputs(inner), search);
    for (const line of lines) viewLine(line, depth + 1);
  }

  function viewLine(line: string | null, depth: number): void {
    const items = line === null ? null : search.read(line, depth);
    if (items === null) search.add("nested", [null]);
    else for (const inner of items) viewItem(inner, depth);
  }
}
