import type { ShellToken, ShellWord } from "../../../template/shell-line/shell-token.ts";

/** One command of a shell line. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** The files that redirects name. */
  readonly targets: readonly ShellWord[];
  /** Whether it reads what the command before it writes. */
  readonly isPiped: boolean;
}

/** The commands of a line, in order. */
export function toSimpleCommands(tokens: readonly ShellToken[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: ShellWord[] = [];
  let targets: ShellWord[] = [];
  let isPiped = false;
  let isTarget = false;
  const finish = (): void => {
    if (words.length + targets.length > 0) commands.push({ words, targets, isPiped });
    [words, targets] = [[], []];
  };
  for (const token of tokens) {
    if (token.kind === "word") (isTarget ? targets : words).push(token);
    else if (token.kind === "operator") {
      // After `|` a command may begin on the next line.
      if (token.text === "\n" && words.length + targets.length === 0) continue;
      finish();
      isPiped = token.text === "|" || token.text === "|&";
    }
    isTarget = token.kind === "redirect";
  }
  finish();
  return commands;
}
