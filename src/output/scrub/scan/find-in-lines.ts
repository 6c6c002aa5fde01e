import { RE2JS } from "re2js";
import type { Finder } from "./finder.ts";
import type { Spans } from "./spans.ts";

/** A line is looked at in windows of two such parts, each beginning with the second part of the one before. */
const PART = 8_192;
const MAX_PATTERN_LENGTH = 1_000;
/** Steps of the compiled program: time grows with steps times text. */
const MAX_PROGRAM_SIZE = 1_500;

/** Why a pattern of an operator cannot be used; `null`: it can. Patterns that find nothing at all are refused with the rest. */
export function findPatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return `the pattern has ${pattern.length} characters; at most ${MAX_PATTERN_LENGTH} are read`;
  }
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > MAX_PROGRAM_SIZE) {
      return "the pattern is too large once its repeats are counted out; use smaller repeats";
    }
    return compiled.test("")
      ? "the pattern also finds nothing, so it would stand everywhere; make it ask for something"
      : null;
  } catch (error) {
    return error instanceof Error ? error.message : "the pattern cannot be read";
  }
}

/**
 * Finds a pattern in RE2 syntax inside of single lines, in time linear in the text. Of a match with a group only the first
 * group is secret. Throws for a pattern with a problem.
 */
export function createLineFinder(pattern: string, name: string): Finder {
  const problem = findPatternProblem(pattern);
  if (problem !== null) throw new Error(`The scrubbing pattern ${JSON.stringify(name)} cannot be used: ${problem}.`);
  const compiled = RE2JS.compile(pattern);
  const group = compiled.groupCount() > 0 ? 1 : 0;
  const search = (text: string, offset: number, spans: Spans): void => {
    const matcher = compiled.matcher(text);
    while (matcher.find()) {
      const [start, end] = [matcher.start(group), matcher.end(group)];
      if (start >= 0 && end > start) spans.add(offset + start, offset + end, name);
    }
  };
  return (view, from, spans) => {
    const { text, isFinal } = view;
    let at = from;
    while (at < text.length) {
      const lineEnd = text.indexOf("\n", at);
      const end = Math.min(lineEnd < 0 ? text.length : lineEnd, at + 2 * PART);
      if (end === text.length && !isFinal) return at;
      if (end > at) search(text.slice(at, end), at, spans);
      view.count(end - at);
      at = end === lineEnd ? end + 1 : end === text.length ? end : at + PART;
    }
    return text.length;
  };
}
