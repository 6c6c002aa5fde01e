/** The name that the module has inside the sandbox. */
export const MODULE_FILE = "toolgate-module";

export interface CodePlace {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** Where the call that made the stack begins: at the name of what is called. */
export function locateCall(stack: string, code: string): CodePlace {
  const place = locateThrow(stack, code);
  const before = (code.split("\n")[place.line - 1] ?? "").slice(0, place.column - 1);
  // The engine points at the parenthesis.
  const callee = /[\w$]+(?:\s{0,20}\.\s{0,20}[\w$]+){0,4}\s{0,20}(?:\?\.)?$/.exec(before.slice(-300))?.[0] ?? "";
  return { line: place.line, column: place.column - callee.length };
}

/** The innermost place in the module that a stack names; its beginning when there is none. */
export function locateThrow(stack: string, code: string): CodePlace {
  const frame = /(?:\(|at )toolgate-module:(\d{1,9}):(\d{1,9})\)?$/m.exec(stack);
  const lines = code.split("\n");
  const text = lines[Number(frame?.[1] ?? 0) - 1];
  if (frame === null || text === undefined) return { line: 1, column: 1 };
  return { line: Number(frame[1]), column: toUtf16Column(text, Number(frame[2])) };
}

/** Where an import names the specifier. */
export function locateText(specifier: string, code: string): CodePlace {
  const places = ['"', "'", "`"].map((quote) => code.indexOf(quote + specifier + quote)).filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const before = code.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The engine counts characters, everybody else UTF-16 units. */
function toUtf16Column(line: string, column: number): number {
  let units = 0;
  let counted = 1;
  for (const character of line) {
    if (counted >= column) break;
    counted += 1;
    units += character.length;
  }
  return units + 1;
}
