import { showText } from "../text/show-text.ts";

export type RuleText =
  | { readonly ok: true; readonly tool: string; readonly coversAll: boolean }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const MAX_LENGTH = 200;

/** A rule as people write it: the name of a tool, in which `*` stands for any run of characters. */
export function parseRuleText(text: string): RuleText {
  const shown = showText(text);
  const specifier = /^\s*([^()\s]+)\s*\(/.exec(text);
  if (specifier !== null) {
    const message = `\`${shown}\` limits the arguments of a tool, which rules cannot do yet`;
    return {
      ok: false,
      message,
      hint: `Write \`${showText(specifier[1] ?? "")}\` to speak about every call of the tool.`,
    };
  }
  if (text.length <= MAX_LENGTH && /^[A-Za-z0-9_.*-]+$/.test(text)) {
    return { ok: true, tool: text, coversAll: /^\*+$/.test(text) };
  }
  const hint = `A rule is 1 to ${MAX_LENGTH} of A-Z a-z 0-9 _ . - and \`*\`, such as \`repo.log\` or \`files.*\`.`;
  return { ok: false, message: text === "" ? "the rule is empty" : `\`${shown}\` is not the name of a tool`, hint };
}
