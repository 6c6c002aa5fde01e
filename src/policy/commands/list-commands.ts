import type { CommandAnalysis, CommandItem } from "../../shell/analysis.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import { toDenyViews } from "../../shell/views/to-deny-views.ts";
import type { PolicyRequest } from "../policy.ts";
import { moveItem, withoutFolder } from "./move-item.ts";
import { movesFolder } from "./moves-folder.ts";

/** One argument vector that may run because of a call, whatever stands around it. */
export interface JudgedCommand {
  /** The program's bare name first; `null` for a word that only a shell could tell. */
  readonly words: readonly (string | null)[];
  /** The command of a line that it came from; `null`: of a tool that names its programs itself. */
  readonly item: CommandItem | null;
  /** The same, with the folder that it runs in: unknown where something may start it in another one. */
  readonly place: CommandItem | null;
}

interface ReadLine {
  readonly commands: readonly JudgedCommand[];
  /** Lines that a shell would be given by commands of this one, at any depth. */
  readonly inner: readonly CommandAnalysis[];
}

/** Lines are judged several times for one decision: by breakers, packs and again after an approval. */
const KNOWN = new WeakMap<CommandAnalysis, ReadLine>();

/** Everything that a call may start, with wrappers taken away and inner lines read: what breakers and deny packs look at. */
export function listCommands(request: PolicyRequest): readonly JudgedCommand[] {
  const own = (request.call?.programs ?? []).map((words) => ({
    words: [toName(words[0] ?? ""), ...words.slice(1)],
    item: null,
    place: null,
  }));
  return [...own, ...listOuterLines(request).flatMap((line) => readLine(line).commands)];
}

/** The lines of a call. */
export function listOuterLines({ call }: PolicyRequest): readonly CommandAnalysis[] {
  const values = call?.specifier?.ok === true ? call.specifier.values : [];
  return values.flatMap((value) => (value.kind === "shell" ? [value.line] : []));
}

/** Lines inside of these: `bash -c '…'`, `eval …`, what is piped into a shell. Their folders are those of where they run. */
export function listInnerLines(request: PolicyRequest): readonly CommandAnalysis[] {
  return listOuterLines(request).flatMap((line) => readLine(line).inner);
}

function readLine(line: CommandAnalysis): ReadLine {
  const known = KNOWN.get(line) ?? read(line);
  KNOWN.set(line, known);
  return known;
}

function read(line: CommandAnalysis): ReadLine {
  const inner: CommandAnalysis[] = [];
  const commands = line.items.flatMap((item) => {
    const views = toDenyViews(item, (text) => {
      const analysis = analyzeCommand(text);
      inner.push({ ...analysis, items: analysis.items.map((one) => moveItem(one, item)) });
      return analysis;
    });
    const moved = movesFolder(views) ? withoutFolder(item) : item;
    return views
      .filter(({ kind }) => kind !== "suffix")
      .map(({ kind, words }) => ({ words: toNamed(words), item, place: kind === "plain" ? item : moved }));
  });
  return { commands, inner };
}

function toNamed([program = null, ...rest]: readonly (string | null)[]): readonly (string | null)[] {
  return [program === null ? null : toName(program), ...rest];
}

/** `/bin/rm` is `rm`. */
function toName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
