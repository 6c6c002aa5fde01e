import type { TestBinaryExpression, TestCommand, TestExpression, TestUnaryExpression, Word } from "unbash";
import type { ItemWord } from "../analysis.ts";
import { IDENTIFIER } from "./builtins/builtin-call.ts";
import { holdsHiddenCommand, reportHidden } from "./words/report-hidden.ts";
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
  const asksForName = operator === "-v" || operator === "-R";
  readOperand(operand, reading, ({ text }) => asksForName && !IDENTIFIER.test(text ?? ""));
}

const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;

function readBinary({ operator, left, right }: TestBinaryExpression, reading: Reading): void {
  const isArithmetic = ARITHMETIC.test(operator);
  for (const operand of [left, right]) {
    readOperand(operand, reading, ({ text }) => isArithmetic && !isNumber(text ?? operand.text.replaceAll('"', "")));
  }
}

function readOperand(operand: Word, reading: Reading, isEvaluated: (word: ItemWord) => boolean): void {
  const word = toItemWord(operand, reading);
  if (isEvaluated(word) || holdsHiddenCommand(word.text ?? "")) reportHidden(word.text, operand, reading);
}
