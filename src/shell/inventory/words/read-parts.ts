import type { ArithmeticExpansionPart, ParameterExpansionPart, ParameterOperation, Word, WordPart } from "unbash";
import type { Draft } from "./draft.ts";
import { addDynamic, startDraft } from "./draft.ts";
import { readArithmetic } from "./read-arithmetic.ts";
import { checkLiteral } from "./check-characters.ts";
import type { Reading } from "./reading.ts";
import { addNested, complain } from "./reading.ts";

/** Reads the parts of a word one after another. */
export function readParts(parts: readonly WordPart[], draft: Draft, reading: Reading): void {
  for (const part of parts) readPart(part, draft, reading, false);
}

/** Reads parts for the commands in them only. */
export function readInside(parts: readonly WordPart[] | undefined, reading: Reading): void {
  if (parts !== undefined) readParts(parts, startDraft(), reading);
}

function readPart(part: WordPart, draft: Draft, reading: Reading, inQuotes: boolean): void {
  switch (part.type) {
    case "Literal":
      draft.text += part.value;
      if (part.value !== part.text) draft.quoted = true;
      checkLiteral(part, part.text, inQuotes, reading);
      return;
    case "SingleQuoted":
      draft.text += part.value;
      draft.quoted = true;
      return;
    case "DoubleQuoted":
    case "LocaleString":
      draft.quoted = true;
      for (const inner of part.parts) readPart(inner, draft, reading, true);
      return;
    case "AnsiCQuoted":
      readAnsiC(part, draft, reading);
      return;
    case "Glob":
      draft.glob = true;
      if (part.parts === undefined) draft.text += part.value;
      else readBracket(part.value, part.parts, draft, reading);
      return;
    default:
      readExpansion(part, draft, reading, inQuotes);
  }
}

type Expansion = Exclude<
  WordPart,
  { type: "Literal" | "SingleQuoted" | "DoubleQuoted" | "LocaleString" | "AnsiCQuoted" | "Glob" }
>;

function readExpansion(part: Expansion, draft: Draft, reading: Reading, inQuotes: boolean): void {
  // These become several words even in quotes.
  const spreads = /^\$(?:@|\{@|\{!?\w+\[@)/.test(part.text);
  if (part.type !== "ProcessSubstitution" && (!inQuotes || spreads)) draft.splits = true;
  switch (part.type) {
    case "SimpleExpansion":
      addDynamic(draft, "expansion");
      return;
    case "ParameterExpansion":
      addDynamic(draft, "expansion");
      readParameter(part, reading);
      return;
    case "CommandExpansion":
      addDynamic(draft, "substitution");
      if (part.text.startsWith("${")) {
        complain(reading, part, "expansion", "`${ …; }` runs commands in the shell itself; not every shell knows it");
      }
      addNested(reading, part, "substitution");
      return;
    case "ProcessSubstitution":
      addDynamic(draft, "process-substitution");
      addNested(reading, part, "process-substitution");
      return;
    case "ArithmeticExpansion":
      addDynamic(draft, "arithmetic");
      readArithmeticPart(part, reading);
      return;
    case "BraceExpansion":
      addDynamic(draft, "braces");
      readInside(part.parts, reading);
      return;
    case "ExtendedGlob":
      draft.glob = true;
      addDynamic(draft, "expansion");
      complain(reading, part, "glob", "whether this is a pattern or an error depends on an option of the shell");
      readInside(part.parts, reading);
      return;
    default:
      addDynamic(draft, "expansion");
      complain(reading, part satisfies never, "unknown-syntax", "this part of a word is not understood");
  }
}

/** What a byte above 127 and `\u` become depends on the language settings, so only plain ASCII is decoded. */
function readAnsiC(part: Extract<WordPart, { type: "AnsiCQuoted" }>, draft: Draft, reading: Reading): void {
  draft.quoted = true;
  // At the end of a line, bash keeps the backslash, and the parser does not.
  const isDecoded = keepForeign(part.value) !== keepForeign(part.text);
  if (!isDecoded && !part.text.includes("\\\n")) {
    draft.text += part.value;
    return;
  }
  addDynamic(draft, "expansion");
  complain(
    reading,
    part,
    "quoting",
    "what this escape stands for depends on the shell and its language settings; write the character",
  );
}

function keepForeign(text: string): string {
  return text.replaceAll(/[\u0000-\u007f]+/g, "");
}

function readBracket(value: string, parts: readonly WordPart[], draft: Draft, reading: Reading): void {
  const inside = startDraft();
  readParts(parts, inside, reading);
  draft.quoted ||= inside.quoted;
  if (inside.dynamic === null) draft.text += value;
  else addDynamic(draft, inside.dynamic);
  draft.splits ||= inside.splits;
}

const PLAIN = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*?#$!-])$/;

function readParameter(part: ParameterExpansionPart, reading: Reading): void {
  const { prefix, index, operation, parameter } = part;
  const isPlain = prefix === undefined && index === undefined && operation === undefined && PLAIN.test(parameter);
  if (isPlain) return;
  complain(
    reading,
    part,
    "expansion",
    "`${…}` with more than a name can run commands and change variables; only `${name}` is judged",
  );
  if (index !== undefined) readInnerWord(index, reading);
  for (const operand of toOperands(operation)) readInnerWord(operand, reading);
}

function toOperands(operation: ParameterOperation | undefined): readonly Word[] {
  switch (operation?.type) {
    case "Default":
    case "Remove":
    case "Transform":
      return [operation.operand];
    case "CaseModification":
      return operation.operand === undefined ? [] : [operation.operand];
    case "Replace":
      return [operation.pattern, operation.replacement];
    case "Slice":
      return operation.length === undefined ? [operation.offset] : [operation.offset, operation.length];
    default:
      return [];
  }
}

function readArithmeticPart(part: ArithmeticExpansionPart, reading: Reading): void {
  if (part.text.startsWith("$[")) {
    complain(
      reading,
      part,
      "hidden-evaluation",
      "`$[…]` is an old form of arithmetic that parsers disagree about; use `$((…))`",
    );
  }
  const inside = part.text.startsWith("$[") ? part.text.slice(2, -1) : part.text.slice(3, -2);
  if (part.expression !== undefined) {
    readArithmetic(part.expression, reading, readInside);
  } else if (inside.trim() !== "") {
    complain(reading, part, "unknown-syntax", "this arithmetic is not understood");
  }
}

function readInnerWord({ parts }: Word, reading: Reading): void {
  readInside(parts, reading);
}
