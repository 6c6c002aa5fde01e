/** What a patch does to one file. */
export interface PatchChange {
  readonly kind: "add" | "update" | "delete";
  readonly file: string;
  /** Where an updated file goes. */
  readonly to: string | null;
  readonly edits: readonly { readonly old_text: string; readonly new_text: string }[];
  /** All of an added file. */
  readonly text: string;
}

const MAX_FILES = 64;
const HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/**
 * Reads the patches of `apply_patch`: `*** Begin Patch`, a head for each file, lines with `+`, `-` or a space, `*** End
 * Patch`. Empty for one that is not whole, or names more than 64 files: what is not understood names no file.
 */
export function parsePatch(patch: string): readonly PatchChange[] {
  const lines = patch.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  const end = lines.findLastIndex((line) => line.trim() === "*** End Patch");
  if (begin === -1 || end < begin) return [];
  const sections: { readonly head: RegExpExecArray; readonly body: string[] }[] = [];
  for (const line of lines.slice(begin + 1, end)) {
    // Heads are trimmed by those who apply patches, so that a blank before one must not hide a file.
    const head = HEAD.exec(line.trim());
    if (head !== null) sections.push({ head, body: [] });
    else if (sections.length === 0 && !/^(?:\*\*\* Environment ID: .*)?$/.test(line.trim())) return [];
    else sections.at(-1)?.body.push(line);
  }
  return sections.length > MAX_FILES ? [] : sections.map(({ head, body }) => toChange(head, body));
}

function toChange([, word = "", file = ""]: RegExpExecArray, body: readonly string[]): PatchChange {
  const kind = word.toLowerCase() as PatchChange["kind"];
  const moves = body.map((line) => /^\*\*\* Move to: (.+)$/.exec(line.trim())?.[1]);
  const to = moves.find((move) => move !== undefined)?.trim() ?? null;
  const added = body.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  return { kind, file: file.trim(), to, edits: kind === "update" ? toEdits(body) : [], text: added.join("\n") };
}

function toEdits(body: readonly string[]): PatchChange["edits"] {
  const hunks: string[][] = [[]];
  for (const line of body) {
    if (line.startsWith("@@")) hunks.push([]);
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.push(line);
  }
  const without = (hunk: readonly string[], mark: string): string =>
    hunk
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join("\n");
  return hunks
    .filter((hunk) => hunk.some((line) => !line.startsWith(" ")))
    .map((hunk) => ({ old_text: without(hunk, "+"), new_text: without(hunk, "-") }));
}
