import type { CommandAnalysis, CommandItem } from "../../shell/analysis.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import { toDenyViews } from "../../shell/views/to-deny-views.ts";
import type { PolicyRequest } from "../policy.ts";

/** One argument vector that may run because of a call, whatever stands around it. */
export interface JudgedCommand {
  /** The program's bare name first; `null` for a word that only a shell could tell. */
  readonly words: readonly (string | null)[];
  /** The command of a line that it came from; `null`: of a tool that names its programs itself. */
  readonly item: CommandItem | null;
}

/** Lines are judged several times for one decision: by breakers, packs and again after an approval. */
const KNOWN = new WeakMap<CommandAnalysis, readonly JudgedCommand[]>();

/** Everything that a call may start, with wrappers taken away and inner lines read: what breakers and deny packs look at. */
export function listCommands({ call }: PolicyRequest): readonly JudgedCommand[] {
  const values = call?.specifier?.ok === true ? call.specifier.values : [];
  const lines = values.flatMap((value) => (value.kind === "shell" ? [value.line] : []));
  const own = (call?.programs ?? []).map((words) => ({
    words: [toName(words[0] ?? ""), ...words.slice(1)],
    item: null,
  }));
  return [...own, ...lines.flatMap(listOfLine)];
}

function listOfLine(line: CommandAnalysis): readonly JudgedCommand[] {
  const known = KNOWN.get(line) ?? line.items.flatMap(listOfItem);
  KNOWN.set(line, known);
  return known;
}

function listOfItem(item: CommandItem): readonly JudgedCommand[] {
  const views = toDenyViews(item, analyzeCommand).filter(({ kind }) => kind !== "suffix");
  return views.map(({ words }) => {
    const [program = null, ...rest] = words;
    return { words: [program === null ? null : toName(program), ...rest], item };
  });
}

/** `/bin/rm` is `rm`. */
function toName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
