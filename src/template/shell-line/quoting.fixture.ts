/**
 * A second, simpler reading of POSIX quoting, for lines without expansions: whether each `${x}` stands in the open, and
 * the words of the line with `value` in every place. `null` when a quote is open at the end.
 */
export function readQuoting(line: string, value: string): { words: string[]; isOpen: boolean } | null {
  const words: string[] = [];
  let word: string | null = null;
  let state: "plain" | "single" | "double" = "plain";
  let isOpen = true;
  for (let at = 0; at < line.length; at++) {
    const c = line[at] ?? "";
    if (line.startsWith("${x}", at)) {
      isOpen &&= state === "plain";
      word = (word ?? "") + value;
      at += 3;
    } else if (state === "single") {
      if (c === "'") state = "plain";
      else word = (word ?? "") + c;
    } else if (c === "\\") {
      const next = line[at + 1] ?? "";
      if (line.startsWith("${x}", at + 1)) isOpen = false;
      word = (word ?? "") + (state === "double" && !/["\\$`]/.test(next) ? c + next : next);
      at += 1;
    } else if (c === '"') {
      state = state === "double" ? "plain" : "double";
      word ??= "";
    } else if (state === "double") word = (word ?? "") + c;
    else if (c === "'") {
      state = "single";
      word ??= "";
    } else if (c === " ") {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + c;
  }
  if (state !== "plain") return null;
  if (word !== null) words.push(word);
  return { words, isOpen };
}
