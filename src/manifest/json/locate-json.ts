import { visit } from "jsonc-parser";
import type { JSONPath } from "jsonc-parser";
import { findRange, toKey, toPosition } from "../toml/locate.ts";
import type { Ranges, TomlPosition } from "../toml/locate.ts";
import type { Place } from "../toml/toml-document.ts";

type Range = readonly [start: number, end: number];

/** How to find places in a text that is known to be JSON. The text is only read again when first asked for. */
export function toJsonLocator(text: string): (place: Place) => TomlPosition {
  let ranges: Ranges | null = null;
  return (place) => {
    ranges ??= readRanges(text);
    return toPosition(text, findRange(text, ranges, place));
  };
}

function readRanges(text: string): Ranges {
  const ranges: Ranges = new Map();
  const keys = new Map<string, Range>();
  const begun: { readonly path: JSONPath; readonly offset: number }[] = [];
  const add = (path: JSONPath, value: Range): void => {
    const id = toKey(path);
    ranges.set(id, { key: keys.get(id) ?? value, value });
  };
  const begin = (offset: number, _1: number, _2: number, _3: number, toPath: () => JSONPath): void => {
    begun.push({ path: [...toPath()], offset });
  };
  const end = (offset: number, length: number): void => {
    const opened = begun.pop();
    if (opened !== undefined) add(opened.path, [opened.offset, offset + length]);
  };
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (key, offset, length, _line, _column, toPath) => {
      keys.set(toKey([...toPath(), key]), [offset, offset + length]);
    },
    onLiteralValue: (_value, offset, length, _line, _column, toPath) => add(toPath(), [offset, offset + length]),
  });
  return ranges;
}
