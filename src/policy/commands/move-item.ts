import type { CommandItem } from "../../shell/analysis.ts";

/** A command of an inner line, seen from where the outer line starts: it runs where the command runs that was given the line. */
export function moveItem(inner: CommandItem, outer: CommandItem): CommandItem {
  const starts = toFolders(outer);
  const ends = toFolders(inner);
  const folders = starts?.flatMap((start) => ends?.map((end) => join(start, end)) ?? []);
  if (starts === null || ends === null || folders === undefined) return { ...withoutFolders(inner), folder: null };
  const [only] = folders;
  if (folders.length === 1 && only !== undefined) return { ...withoutFolders(inner), folder: only };
  return { ...inner, folder: null, folders };
}

/** `null`: nobody knows. */
function toFolders({ folder, folders }: CommandItem): readonly string[] | null {
  return folder === null ? (folders ?? null) : [folder];
}

/** The same where nobody knows in which folder it runs. */
export function withoutFolder(item: CommandItem): CommandItem {
  return { ...withoutFolders(item), folder: null };
}

function withoutFolders(item: CommandItem): CommandItem {
  const { folders, ...rest } = item;
  return folders === undefined ? item : rest;
}

function join(start: string, end: string): string {
  if (end === "" || start === "") return start + end;
  return end.startsWith("/") || end === "~" || end.startsWith("~/") ? end : `${start}/${end}`;
}
