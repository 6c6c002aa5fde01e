import type { Assignment, Word } from "unbash";
import type { ItemAssignment, ItemWord } from "../../analysis.ts";
import type { Reading } from "./reading.ts";
import { complain } from "./reading.ts";
import { toItemWord } from "./to-item-word.ts";
import { toSpan } from "../walk.ts";

/** Reads `name=value`. Of arrays only the name is known. */
export function toAssignment(assignment: Assignment, reading: Reading): ItemAssignment {
  const { name, value, append = false, index } = assignment;
  if (index !== undefined) {
    toItemWord(index, reading);
    complain(reading, assignment, "hidden-evaluation", "a subscript is evaluated, and may run commands");
  }
  const text = value.type === "Word" ? toValue(value, reading) : readElements(value.elements, reading);
  return { name, value: text, append, ...toSpan(assignment, reading.place) };
}

/** The same as an argument of `export` and its kind. */
export function toAssignmentWord(assignment: Assignment, known: ItemAssignment, reading: Reading): ItemWord {
  const { text: source, name, append } = assignment;
  const start = `${name}${append === true ? "+=" : "="}`;
  const text = known.value === null || assignment.index !== undefined ? null : `${start}${known.value}`;
  const dynamic = text === null ? "expansion" : null;
  const quoted = text !== source;
  return {
    text,
    prefix: text ?? start,
    dynamic,
    glob: false,
    tilde: false,
    quoted,
    ...toSpan(assignment, reading.place),
  };
}

function toValue(value: Word, reading: Reading): string | null {
  const { text, tilde } = toItemWord(value, reading);
  // Here a tilde also counts after a colon: `A=x:~/y`.
  const hasTilde = tilde || /:~/.test(value.text);
  return hasTilde ? null : text;
}

function readElements(elements: readonly Word[], reading: Reading): null {
  for (const element of elements) {
    toItemWord(element, reading);
    if (!element.text.startsWith("[")) continue;
    complain(reading, element, "hidden-evaluation", "a subscript is evaluated, and may run commands");
  }
  return null;
}
