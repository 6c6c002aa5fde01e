/** Inclusive ranges of code points. */
type Range = readonly [first: number, last: number];

const SLASH = 0x2f;

const NAMED: Readonly<Record<string, readonly Range[]>> = {
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  blank: [
    [0x20, 0x20],
    [0x09, 0x09],
  ],
  cntrl: [
    [0x00, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: [[0x30, 0x39]],
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  upper: [[0x41, 0x5a]],
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
};

/**
 * Reads a bracket expression that opens at `start`, as git does, and gives it in RE2's spelling. It never matches `/`.
 * `null` when it is not closed or names an unknown class: such a pattern matches nothing.
 */
export function parseClass(
  chars: readonly string[],
  start: number,
): { readonly source: string; readonly end: number } | null {
  const isNegated = chars[start + 1] === "!" || chars[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  const ranges: Range[] = [];
  let previous: number | null = null;
  let at = first;
  // A closing bracket that comes first stands for itself.
  while (at === first || chars[at] !== "]") {
    const item = readItem(chars, at, previous);
    if (item === null) return null;
    ranges.push(...item.ranges);
    previous = item.single;
    at = item.end;
  }
  return { source: render(ranges, isNegated), end: at + 1 };
}

interface Item {
  readonly ranges: readonly Range[];
  /** What a following `-` would start a range from. */
  readonly single: number | null;
  readonly end: number;
}

function readItem(chars: readonly string[], at: number, previous: number | null): Item | null {
  const char = chars[at];
  if (char === undefined) return null;
  const next = chars[at + 1];
  if (char === "-" && previous !== null && next !== undefined && next !== "]") {
    const last = readOne(chars, at + 1);
    return last === null ? null : { ranges: [[previous, last.code]], single: null, end: last.end };
  }
  if (char === "[" && next === ":") {
    const close = chars.indexOf("]", at + 2);
    if (close === -1) return null;
    if (close > at + 2 && chars[close - 1] === ":") {
      const name = chars.slice(at + 2, close - 1).join("");
      const ranges = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
      return ranges === undefined ? null : { ranges, single: null, end: close + 1 };
    }
  }
  const one = readOne(chars, at);
  return one === null ? null : { ranges: [[one.code, one.code]], single: one.code, end: one.end };
}

function readOne(chars: readonly string[], at: number): { code: number; end: number } | null {
  const place = chars[at] === "\\" ? at + 1 : at;
  const code = chars[place]?.codePointAt(0);
  return code === undefined ? null : { code, end: place + 1 };
}

function render(ranges: readonly Range[], isNegated: boolean): string {
  const forward = ranges.filter(([first, last]) => first <= last);
  if (isNegated) return `[^${[...forward, [SLASH, SLASH] as const].map(renderRange).join("")}]`;
  const kept = forward.flatMap(withoutSlash);
  // Nothing left to match.
  return kept.length === 0 ? "[^\\x{0}-\\x{10ffff}]" : `[${kept.map(renderRange).join("")}]`;
}

function withoutSlash(range: Range): readonly Range[] {
  const [first, last] = range;
  if (first > SLASH || last < SLASH) return [range];
  const halves: readonly Range[] = [
    [first, SLASH - 1],
    [SLASH + 1, last],
  ];
  return halves.filter(([low, high]) => low <= high);
}

function renderRange([first, last]: Range): string {
  return `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`;
}
