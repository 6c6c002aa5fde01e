/** Commands that exist only inside a shell, or that mean nothing to a program of their own. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  [
    "cd pushd popd dirs . source eval exec command builtin export unset set shopt shift local declare typeset readonly let",
    "alias unalias hash type trap umask ulimit read readarray mapfile getopts return break continue exit logout wait jobs fg bg",
    "disown suspend times caller enable history fc bind complete compgen compopt :",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a word in the place of a program is a command of the shell itself. */
export function isShellWord(word: string): boolean {
  return SHELL_WORDS.has(word);
}
