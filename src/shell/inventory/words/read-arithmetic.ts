import type { ArithmeticExpression, WordPart } from "unbash";
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

/**
 * Finds the commands in arithmetic, and what it would evaluate. Sums can be long, so the tree is not walked by recursion;
 * `readParts` reads the words in it.
 */
export function readArithmetic(
  expression: ArithmeticExpression,
  reading: Reading,
  readParts: (parts: readonly WordPart[]) => void,
): void {
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
        if (!isNumber(next.value)) complain(reading, next, "hidden-evaluation", EVALUATED);
        if (next.parts !== undefined) readParts(next.parts);
        break;
      default:
        complain(reading, next satisfies never, "unknown-syntax", "this arithmetic is not understood");
    }
  }
}
