import type { Condition } from "../model/arg-node.ts";
import { findNearest } from "../text/find-nearest.ts";
import type { TemplateIssue } from "./split-at-places.ts";

export type ConditionResult =
  { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly issue: TemplateIssue };

const MAX_LENGTH = 1_000;
const TOKEN = /\s*(?:(==|!=)|"([^"]*)"|'([^']*)'|([\w.+:/@%,-]+))/y;

/**
 * Reads `name == literal`, `name != literal`, joined by `and` and the weaker `or`. Literals are quoted, or bare words
 * and numbers; both sides compare as text. Nothing else is in the grammar, so nothing can be evaluated.
 */
export function parseCondition(text: string, knownNames: readonly string[]): ConditionResult {
  if (text.length > MAX_LENGTH) {
    return fail(MAX_LENGTH, `Expected a condition of at most ${MAX_LENGTH} characters.`);
  }
  const tokens = readTokens(text);
  if (!Array.isArray(tokens)) return { ok: false, issue: tokens };
  let whole: Condition | null = null;
  let alternative: Condition | null = null;
  for (let index = 0; ; index += 4) {
    const comparison = readComparison(tokens.slice(index, index + 3), text.length, knownNames);
    if (!comparison.ok) return comparison;
    alternative = join("and", alternative, comparison.condition);
    const joiner = tokens[index + 3];
    if (joiner === undefined) return { ok: true, condition: join("or", whole, alternative) };
    if (joiner.kind !== "word" || (joiner.text !== "and" && joiner.text !== "or")) {
      return fail(joiner.offset, `Expected \`and\`, \`or\` or the end, got ${JSON.stringify(joiner.text)}.`);
    }
    if (joiner.text === "or") {
      whole = join("or", whole, alternative);
      alternative = null;
    }
  }
}

interface Token {
  readonly kind: "operator" | "quoted" | "word";
  readonly text: string;
  readonly offset: number;
}

function readTokens(text: string): Token[] | TemplateIssue {
  const tokens: Token[] = [];
  let offset = 0;
  while (text.slice(offset).trim() !== "") {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    const start = text.length - text.slice(offset).trimStart().length;
    if (match === null) {
      const message = `Expected a name, ==, != or a literal, got ${JSON.stringify(text.charAt(start))}.`;
      return { message, offset: start };
    }
    const [, operator, double, single, word] = match;
    if (operator !== undefined) tokens.push({ kind: "operator", text: operator, offset: start });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, offset: start });
    else tokens.push({ kind: "quoted", text: double ?? single ?? "", offset: start });
    offset = TOKEN.lastIndex;
  }
  return tokens;
}

function readComparison(tokens: readonly Token[], end: number, knownNames: readonly string[]): ConditionResult {
  const [name, operator, literal] = tokens;
  if (name?.kind !== "word" || !/^[A-Za-z_]\w*$/.test(name.text) || isJoiner(name)) {
    return fail(name?.offset ?? end, `Expected the name of a parameter${describe(name)}.`);
  }
  if (!knownNames.includes(name.text)) {
    const nearest = findNearest(name.text, knownNames);
    const hint = nearest === null ? "" : `; did you mean ${nearest}?`;
    return fail(name.offset, `There is no parameter ${name.text}${hint}`);
  }
  if (operator?.kind !== "operator") return fail(operator?.offset ?? end, `Expected == or !=${describe(operator)}.`);
  if (literal === undefined || literal.kind === "operator" || isJoiner(literal)) {
    return fail(literal?.offset ?? end, `Expected a literal to compare with${describe(literal)}.`);
  }
  const sign = operator.text === "==" ? "==" : "!=";
  return { ok: true, condition: { kind: "compare", name: name.text, operator: sign, literal: literal.text } };
}

function isJoiner(token: Token): boolean {
  return token.kind === "word" && (token.text === "and" || token.text === "or");
}

function describe(token: Token | undefined): string {
  return token === undefined ? ", got the end" : `, got ${JSON.stringify(token.text)}`;
}

function join(kind: "and" | "or", left: Condition | null, right: Condition): Condition {
  return left === null ? right : { kind, left, right };
}

function fail(offset: number, message: string): ConditionResult {
  return { ok: false, issue: { message, offset } };
}
