/** One thing that a server asks for in `WWW-Authenticate`: a scheme with its parameters, both in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

/** What is longer is not a challenge, but a try to keep somebody busy. */
const MAX_CHARACTERS = 8192;

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const BLANK = /[ \t]*/y;
const TOKEN68 = /[0-9A-Za-z\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/y;

/**
 * Reads `WWW-Authenticate` (RFC 9110, 11.6.1), which may name several schemes. A parameter counts where it stands as one, and
 * not where another value happens to hold its name; of two with one name the first counts. What is written differently ends
 * the reading: what stood before it counts.
 */
export function parseChallenges(header: string | null): readonly Challenge[] {
  if (header === null || header.length > MAX_CHARACTERS) return [];
  const text = { header, at: 0 };
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  for (;;) {
    skipCommas(text);
    const name = take(text, TOKEN)?.toLowerCase();
    if (name === undefined) return challenges;
    const start = text.at;
    take(text, BLANK);
    const present = challenges.at(-1);
    if (present !== undefined && header[text.at] === "=") {
      text.at += 1;
      take(text, BLANK);
      const value = takeValue(text);
      if (value === null) return challenges;
      if (!present.params.has(name)) present.params.set(name, value);
      continue;
    }
    challenges.push({ scheme: name, params: new Map() });
    // A scheme alone, or with one piece of text that is no parameter.
    if (text.at > start) take(text, TOKEN68);
  }
}

interface Reading {
  readonly header: string;
  at: number;
}

function skipCommas(text: Reading): void {
  while (text.at < text.header.length && /[ \t,]/.test(text.header[text.at] ?? "")) text.at += 1;
}

function take(text: Reading, pattern: RegExp): string | undefined {
  pattern.lastIndex = text.at;
  const found = pattern.exec(text.header)?.[0];
  text.at += found?.length ?? 0;
  return found;
}

function takeValue(text: Reading): string | null {
  const quoted = take(text, QUOTED);
  if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, "$1");
  return take(text, TOKEN) ?? null;
}
