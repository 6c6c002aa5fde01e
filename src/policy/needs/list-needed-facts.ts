import type { Facts } from "../../model/facts.ts";
import { resolvePath } from "../../params/posix-path.ts";
import type { CommandItem, ItemWord } from "../../shell/analysis.ts";
import { listFileOperands } from "../../shell/knowledge/operands/list-file-operands.ts";
import { toAllowView } from "../../shell/views/to-allow-view.ts";
import type { PolicyRequest, SpecifierValue } from "../policy.ts";

/** Names of what has to be looked up before a call can be decided. */
export interface NeededFacts {
  /** Absolute, without `.` and `..`. */
  readonly paths: readonly string[];
  /** Bare names, and absolute paths for programs that were named by a path. */
  readonly programs: readonly string[];
}

type Place = Pick<Facts, "folder" | "home" | "roots">;

/** A line can name more than anybody wants to look up; what is not looked up is not allowed. */
const MOST = 500;

/** What a decision about this call reads of the world: where its paths lead, and what its programs are. */
export function listNeededFacts({ call }: PolicyRequest, place: Place): NeededFacts {
  const paths = new Set(call?.paths.map(({ path }) => path));
  const programs = new Set<string>();
  for (const specifier of [call?.specifier, call?.expanded]) {
    for (const value of specifier?.ok === true ? specifier.values : []) addValue(value, place, paths, programs);
  }
  return { paths: [...paths].slice(0, MOST), programs: [...programs].slice(0, MOST) };
}

function addValue(value: SpecifierValue, place: Place, paths: Set<string>, programs: Set<string>): void {
  if (value.kind === "path") paths.add(value.text);
  if (value.kind !== "shell") return;
  for (const item of value.line.items) addItem(item, place, paths, programs);
}

function addItem(item: CommandItem, place: Place, paths: Set<string>, programs: Set<string>): void {
  const possible = item.folder === null ? (item.folders ?? []) : [item.folder];
  const folders = possible.map((folder) => toAbsolute(folder, place.folder, place.home));
  for (const folder of folders) paths.add(folder);
  const view = toAllowView(item);
  const words = view.ok ? view.words : item.words;
  for (const word of [item.words[0], words[0]]) {
    if (word?.text == null || word.text === "") continue;
    if (!word.text.includes("/")) programs.add(word.text);
    else for (const folder of folders) programs.add(toAbsolute(word.text, folder, place.home));
  }
  const operands = listFileOperands(words)?.map(({ word }) => word) ?? words.slice(1);
  const targets = item.redirects.flatMap(({ target }) => target ?? []);
  for (const word of [...operands, ...targets]) {
    const text = toPathText(word);
    if (text !== null) for (const folder of folders) paths.add(toAbsolute(text, folder, place.home));
  }
}

/** `null`: no path that could be looked up. */
function toPathText({ text, tilde }: ItemWord): string | null {
  if (text === null || text === "" || text.length > 4096) return null;
  return text.startsWith("~") && !tilde ? `./${text}` : text;
}

/** `~` stands for the home folder; everything else starts at `folder`. */
export function toAbsolute(path: string, folder: string, home: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") ? resolvePath(home, path.slice(2)) : resolvePath(folder, path);
}
