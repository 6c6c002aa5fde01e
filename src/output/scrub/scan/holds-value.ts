import type { Finder } from "./finder.ts";
import { Spans } from "./spans.ts";
import { View } from "./view.ts";

/** Whether the finders find anything in bytes, read as UTF-8 and, where it may be that, as UTF-16. Linear in their number. */
export function holdsValue(bytes: Buffer, finders: readonly Finder[]): boolean {
  if (finders.length === 0) return false;
  // What is no UTF-8 becomes a sign of its own, and never swallows what stands behind it.
  if (findsIn(bytes.toString("utf8"), finders)) return true;
  // UTF-16 of what people write has zeros somewhere, and begins at an even byte or an odd one.
  if (!bytes.includes(0)) return false;
  return ["utf-16le", "utf-16be"].some((encoding) =>
    [0, 1].some((start) => findsIn(new TextDecoder(encoding).decode(bytes.subarray(start)), finders)),
  );
}

function findsIn(text: string, finders: readonly Finder[]): boolean {
  const view = new View(text, true);
  return finders.some((find) => {
    const spans = new Spans();
    find(view, 0, spans);
    return spans.count > 0;
  });
}
