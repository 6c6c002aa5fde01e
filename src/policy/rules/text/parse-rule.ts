import { escapeControls, showText } from "../../../text/show-text.ts";

export type ParsedRule =
  | {
      readonly ok: true;
      readonly tool: string;
      /** As written between the parentheses; `null`: every call of the tool. */
      readonly specifier: string | null;
      /** Every call of every tool. */
      readonly coversAll: boolean;
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const MAX_NAME = 200;
const MAX_SPECIFIER = 4_000;

/**
 * A rule as people write it: `Tool`, or `Tool(what the calls must be about)`. `*` stands for any run of characters in both;
 * `\*`, `\(`, `\)` and `\\` in the specifier stand for the character itself. `Tool(*)` is `Tool`.
 */
export function parseRule(text: string): ParsedRule {
  const rule = text.trim();
  const shown = showText(rule);
  if (rule === "") return refuse("the rule is empty");
  if (escapeControls(rule) !== rule) return refuse(`\`${shown}\` has characters that are not seen`, VISIBLE);
  const open = rule.indexOf("(");
  const tool = open === -1 ? rule : rule.slice(0, open).trimEnd();
  if (tool.length > MAX_NAME || !/^[A-Za-z0-9_.*-]+$/.test(tool)) return refuse(`\`${shown}\` names no tool`);
  if (open === -1) return accept(tool, null);
  // A closing parenthesis behind an odd number of backslashes is text.
  if (!/[^\\](?:\\\\)*\)$/.test(rule)) return refuse(`\`${shown}\` does not end with the \`)\` of its \`(\``, CLOSE);
  const specifier = rule.slice(open + 1, -1);
  if (specifier.trim() === "") return refuse(`\`${shown}\` has nothing between its parentheses`, EMPTY);
  if (specifier.length > MAX_SPECIFIER) {
    const message = `the specifier of a \`${showText(tool)}\` rule has ${specifier.length} characters`;
    return refuse(message, `At most ${MAX_SPECIFIER} are read; use \`*\` for what may differ.`);
  }
  return accept(tool, specifier.trim() === "*" ? null : specifier);
}

const NAME = `A rule is the name of a tool, 1 to ${MAX_NAME} of A-Z a-z 0-9 _ . - and \`*\`, such as \`repo.log\` or \`files.*\`, or a name with a specifier: \`shell.exec(npm test *)\`.`;
const VISIBLE =
  "Write the rule again by hand: copied text may hold control characters and marks that turn text around.";
const CLOSE =
  "Everything between the first `(` and the last `)` is the specifier; write `\\)` for one that belongs to it.";
const EMPTY = "Leave the parentheses out to speak about every call of the tool.";

function accept(tool: string, specifier: string | null): ParsedRule {
  return { ok: true, tool, specifier, coversAll: specifier === null && /^\*+$/.test(tool) };
}

function refuse(message: string, hint = NAME): ParsedRule {
  return { ok: false, message, hint };
}
