import type { ItemWord } from "../../analysis.ts";
import type { FileOperand } from "../file-operand.ts";
import { ANY_FILE, HERE } from "../file-operand.ts";
import { startsExpression } from "../read-only/judge-find.ts";

const WRITES: ReadonlySet<string> = new Set(["-fprint", "-fprint0", "-fls", "-fprintf"]);

/** The folders that `find` looks in, or deletes from, and the files that it compares with or writes. */
export function listFindOperands(words: readonly ItemWord[]): readonly FileOperand[] {
  let start = 1;
  while (/^-(?:[HLP]|O[0-9])$/.test(words[start]?.text ?? "")) start++;
  const length = words.slice(start).findIndex(startsExpression);
  const end = length === -1 ? words.length : start + length;
  const deletes = words.slice(end).some(({ text }) => text === "-delete");
  const folders = words.slice(start, end).map((word) => ({ word, purpose: deletes ? "delete" : "list" }) as const);
  // What it starts is handed everything that it finds.
  const isHanded = words.slice(end).some(({ text }) => /^-(?:exec|execdir|ok|okdir)$/.test(text ?? ""));
  const handed = (start === end ? [HERE] : words.slice(start, end)).map(
    (word) => ({ word, purpose: "read", deep: true }) as const,
  );
  const files = words.slice(end).flatMap((word, index): readonly FileOperand[] => {
    const before = words[end + index - 1]?.text ?? "";
    if (index > 0 && WRITES.has(before)) return [{ word, purpose: "write" }];
    if (index > 0 && /^-(?:[ac]?newer|newer[aBcm][aBcm]|samefile)$/.test(before)) return [{ word, purpose: "list" }];
    if (index === 0 || before !== "-files0-from") return [];
    return [
      { word, purpose: "read" },
      { word: ANY_FILE, purpose: isHanded ? "read" : "list" },
    ];
  });
  return [...folders, ...(isHanded ? handed : []), ...files];
}
