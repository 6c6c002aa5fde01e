/** Programs that run text as a shell does. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh mksh ksh93 ash rbash yash posh fish csh tcsh".split(" "),
);

/** What a shell is told to run by its arguments. */
export interface ShellCall {
  /** Text after `-c`; `null` in it: not known before. More than one where it is not clear which word is the text. */
  readonly lines: readonly (string | null)[];
  /** Neither text nor a script: it reads its input. */
  readonly readsInput: boolean;
}

/** Reads the arguments of a shell: `-c`, also as `-lc` and behind `-O name`, and leaves out nothing that may be its text. */
export function readShellCall(words: readonly (string | null)[]): ShellCall {
  let at = 1;
  let hasText = false;
  let isUnsure = false;
  for (; at < words.length; at++) {
    const word = words[at] ?? null;
    if (word === null) isUnsure = true;
    if (word === null || !/^[-+]./.test(word) || word === "--") break;
    if (word.startsWith("--")) {
      const joined = /^--command=(.*)$/s.exec(word)?.[1];
      if (joined !== undefined) return { lines: [joined], readsInput: false };
      if (word === "--command") return { lines: words.slice(at + 1, at + 2), readsInput: false };
      if (/^--(?:rcfile|init-file|init-command)$/.test(word)) at++;
      isUnsure ||= !/^--(?:login|norc|noprofile|posix|verbose|restricted|rcfile|init-file)$/.test(word);
      continue;
    }
    if (word.startsWith("-") && word.includes("c")) hasText = true;
    // `-o name` and `-O name`, also at the end of several letters.
    if (/[oO]$/.test(word)) at++;
  }
  if (words[at] === "--") at++;
  const operands = words.slice(at);
  if (!hasText && !isUnsure) return { lines: [], readsInput: operands.length === 0 || words.includes("-s") };
  return { lines: operands.slice(0, isUnsure ? 2 : 1), readsInput: false };
}
