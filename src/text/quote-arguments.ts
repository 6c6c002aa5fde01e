import { escapeControls } from "./show-text.ts";

/** An argument list as a shell would take it, for reading and pasting; nothing in Toolgate ever runs this text. */
export function quoteArguments(argv: readonly string[]): string {
  return argv.map(quoteArgument).join(" ");
}

function quoteArgument(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  const escaped = escapeControls(argument);
  if (escaped === argument) return `'${argument.replaceAll("'", "'\\''")}'`;
  // Only the $'…' form can name a control character; a literal backslash must then be doubled first.
  return `$'${escapeControls(argument.replaceAll("\\", "\\\\").replaceAll("'", "\\'"))}'`;
}
