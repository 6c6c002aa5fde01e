import { describe, expect, it } from "vitest";
import { addAnchors, NO_ANCHORS } from "./anchor-index.ts";
import type { Anchor } from "./anchor-index.ts";
import { findAnchored } from "./find-anchored.ts";
import { Spans } from "./spans.ts";
import { View } from "./view.ts";

function toAnchor(literal: string, match?: Anchor["match"]): Anchor {
  return {
    literal,
    ignoreCase: false,
    name: literal,
    match: match ?? ((_, at) => ({ start: at, end: at + literal.length })),
  };
}

function scrub(index: typeof NO_ANCHORS, text: string, isFinal = true): string {
  const spans = new Spans();
  const end = findAnchored(index, new View(text, isFinal), 0, spans);
  return spans.render(text, 0, end);
}

const base = addAnchors(NO_ANCHORS, [toAnchor("token"), toAnchor("abcdef")]);

describe("anchors that are added to others", () => {
  it("share what is there and leave it as it was", () => {
    const more = addAnchors(base, [toAnchor("tokyo")]);
    expect(more.layers[0]).toBe(base.layers[0]);
    expect(scrub(more, "a token in tokyo")).toBe("a [REDACTED] in [REDACTED]");
    expect(scrub(base, "a token in tokyo")).toBe("a [REDACTED] in tokyo");
  });

  it("are all found where they begin at the same place", () => {
    const more = addAnchors(addAnchors(base, [toAnchor("token-1")]), [toAnchor("token-1-2")]);
    expect(scrub(more, "token-1-2 token-1 token")).toBe("[REDACTED] [REDACTED] [REDACTED]");
  });

  it("hold back the whole place while one of them is undecided", () => {
    const more = addAnchors(base, [toAnchor("abc", () => "pending")]);
    expect(scrub(more, "xx abcdef", false)).toBe("xx ");
  });

  it("are found whatever their number", () => {
    const words = Array.from({ length: 600 }, (_, at) => `value-${at.toString(36).padStart(3, "0")}.`);
    const more = addAnchors(
      base,
      words.map((word) => toAnchor(word)),
    );
    expect(scrub(more, words.join(" ")).replaceAll("[REDACTED]", "")).toBe(" ".repeat(599));
  });
});
