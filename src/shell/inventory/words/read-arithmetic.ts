import type { ArithmeticExpression, ArithmeticWord, WordPart } from "unbash";
import { toSpan } from "../walk.ts";
import { holdsCommand, parseHidden } from "./parse-hidden.ts";
import type { Reading } from "./reading.ts";
import { addNested, complain } from "./reading.ts";

/** Numbers, and the parameters that are always numbers. */
const NUMBER = /^(?:0[xX][0-9A-Fa-f]+|[0-9]+(?:#[0-9A-Za-z@_]+)?|\$[?#$!]|\$\{[?#$!]\})$/;

const EVALUATED =
  "arithmetic runs what it finds: a variable or the output of a command may hold `a[$(…)]`; only plain numbers are judged";

/** Whether a word in an arithmetic place is a number whatever happens. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

type ReadParts = (parts: readonly WordPart[] | undefined, reading: Reading) => void;

/**
 * Finds the commands in arithmetic, and what it would evaluate. Sums can be long, so the tree is not walked by recursion;
 * `readParts` reads the words in it.
 */
export function readArithmetic(expression: ArithmeticExpression, reading: Reading, readParts: ReadParts): void {
  const waiting: ArithmeticExpression[] = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    switch (next.type) {
      case "ArithmeticBinary":
        waiting.push(next.right, next.left);
        break;
      case "ArithmeticUnary":
        waiting.push(next.operand);
        break;
      case "ArithmeticTernary":
        waiting.push(next.alternate, next.consequent, next.test);
        break;
      case "ArithmeticGroup":
        waiting.push(next.expression);
        break;
      case "ArithmeticCommandExpansion":
        complain(reading, next, "hidden-evaluation", EVALUATED);
        addNested(reading, next, "arithmetic", "substitution");
        break;
      case "ArithmeticWord":
        readOperand(next, reading, readParts);
        break;
      default:
        complain(reading, next satisfies never, "unknown-syntax", "this arithmetic is not understood");
    }
  }
}

/** Quotes mean nothing in arithmetic: `$((a['$(rm x)']))` runs `rm`. */
function readOperand(word: ArithmeticWord, reading: Reading, readParts: ReadParts): void {
  if (!isNumber(word.value)) complain(reading, word, "hidden-evaluation", EVALUATED);
  readParts(word.parts, reading);
  for (const part of word.parts ?? []) {
    if (part.type !== "SingleQuoted" || !holdsCommand(part.value)) continue;
    const hidden = parseHidden(part.value, toSpan(part, reading.place), reading);
    readParts(hidden.parts, hidden.reading);
  }
}
