import type { TestBinaryExpression, TestCommand, TestExpression, TestUnaryExpression, Word } from "unbash";
import type { ItemWord } from "../analysis.ts";
import { holdsHiddenCommand, reportHidden } from "./builtins/read-hidden.ts";
import type { Folders } from "./folders/folders.ts";
import { isNumber } from "./words/read-arithmetic.ts";
import type { Reading } from "./words/reading.ts";
import { complain, finishReading, startReading } from "./words/reading.ts";
import { toItemWord } from "./words/to-item-word.ts";
import type { Place, Walk } from "./walk.ts";
import { enter } from "./walk.ts";

/** Walks `[[ … ]]`, which evaluates subscripts after `-v` and arithmetic beside `-eq` and its kind. */
export function walkTest(node: TestCommand, place: Place, from: Folders, walk: Walk): void {
  const reading = startReading(walk, enter(place, "test", node, walk));
  readTest(node.expression, reading);
  finishReading(reading, from);
}

function readTest(expression: TestExpression, reading: Reading): void {
  switch (expression.type) {
    case "TestUnary":
      readUnary(expression, reading);
      return;
    case "TestBinary":
      readBinary(expression, reading);
      return;
    case "TestLogical":
      for (const operand of expression.operands) readTest(operand, reading);
      return;
    case "TestNot":
      readTest(expression.operand, reading);
      return;
    case "TestGroup":
      readTest(expression.expression, reading);
      return;
    default:
      complain(reading, expression satisfies never, "unknown-syntax", "this test is not understood");
  }
}

function readUnary({ operator, operand }: TestUnaryExpression, reading: Reading): void {
  const word = readOperand(operand, reading);
  const asksForName = operator === "-v" || operator === "-R";
  if (asksForName && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.text ?? "")) reportHidden(word.text, operand, reading);
}

const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;

function readBinary({ operator, left, right }: TestBinaryExpression, reading: Reading): void {
  for (const operand of [left, right]) {
    const word = readOperand(operand, reading);
    const isEvaluated = ARITHMETIC.test(operator) && !isNumber(word.text ?? operand.text.replaceAll('"', ""));
    if (isEvaluated) reportHidden(word.text, operand, reading);
  }
}

function readOperand(operand: Word, reading: Reading): ItemWord {
  const word = toItemWord(operand, reading);
  if (word.text !== null && holdsHiddenCommand(word.text)) reportHidden(word.text, operand, reading);
  return word;
}
