import type { ItemWord } from "../../analysis.ts";
import type { FileOperand } from "../file-operand.ts";
import { toWordPart } from "../file-operand.ts";

/** The files of `dd`: `if=` and `of=`. A word of which not even the beginning is known may be either. */
export function listDiskOperands(words: readonly ItemWord[]): readonly FileOperand[] {
  return words.slice(1).flatMap((word): readonly FileOperand[] => {
    const shown = word.text ?? word.prefix;
    if (shown.startsWith("if=")) return [{ word: toWordPart(word, 3), purpose: "read" }];
    if (shown.startsWith("of=")) return [{ word: toWordPart(word, 3), purpose: "write" }];
    return word.text === null && !shown.includes("=") ? [{ word, purpose: "write" }] : [];
  });
}
