import { createScanner, findNodeAtLocation } from "jsonc-parser";
import type { Node } from "jsonc-parser";

/** `SyntaxKind.CommaToken` of the scanner, whose own enum exists at compile time only. */
const COMMA: number = 5;
const END: number = 17;

/**
 * The text without one element of a list: the element goes with the space before it and the comma that nothing needs any
 * more, and not one byte else. (The library's own way leaves a brace too many behind.)
 */
export function removeElement(text: string, root: Node, list: readonly (string | number)[], index: number): string {
  const array = findNodeAtLocation(root, [...list]);
  const elements = array?.children ?? [];
  const element = elements[index];
  if (array === undefined || element === undefined) return text;
  const inside = text.slice(array.offset + 1, element.offset) + text.slice(endOf(element), endOf(array) - 1);
  if (elements.length === 1 && inside.trim() === "") return cut(text, array.offset + 1, endOf(array) - 1);
  const before = elements[index - 1];
  const next = elements[index + 1];
  const start = text.slice(0, element.offset).trimEnd().length;
  const from = /\n/.test(text.slice(start, element.offset)) || text[start - 1] === "," ? start : element.offset;
  const without = (at: string): string => cut(at, from, endOf(element));
  const after = findComma(text, endOf(element), next?.offset ?? endOf(array) - 1);
  if (after !== null) return without(cut(text, after, after + 1));
  const other = before === undefined ? null : findComma(text, endOf(before), element.offset);
  return other === null ? without(text) : cut(without(text), other, other + 1);
}

/** Where a comma stands, comments aside. */
function findComma(text: string, from: number, to: number): number | null {
  const scanner = createScanner(text.slice(from, to), true);
  let token: number = scanner.scan();
  while (token !== COMMA && token !== END) token = scanner.scan();
  return token === END ? null : from + scanner.getTokenOffset();
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}
