type Words = readonly (string | null)[];

const STARTS: Readonly<Record<string, RegExp | undefined>> = {
  find: /^-(?:exec|execdir|ok|okdir)$/,
  gfind: /^-(?:exec|execdir|ok|okdir)$/,
  fd: /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/,
  fdfind: /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/,
};

/** Each command behind `-exec` of `find` and `-x` of `fd`; one without an end goes to the last word. */
export function listExecuted(words: Words): readonly Words[] {
  const [program = null] = words;
  const option = program !== null && Object.hasOwn(STARTS, program) ? STARTS[program] : undefined;
  if (option === undefined) return [];
  const commands: Words[] = [];
  for (let at = 1; at < words.length; at++) {
    const joined = /^--exec(?:-batch)?=(.+)$/s.exec(words[at] ?? "")?.[1];
    if (joined !== undefined && program?.startsWith("fd") === true) commands.push([joined, ...words.slice(at + 1)]);
    if (!option.test(words[at] ?? "")) continue;
    const rest = words.slice(at + 1);
    const length = rest.findIndex((word, index) => word === ";" || (word === "+" && rest[index - 1] === "{}"));
    const command = length === -1 ? rest : rest.slice(0, length);
    if (command.length > 0) commands.push(command);
  }
  return commands;
}
