import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import { coversPath, meansPath } from "./match-path.ts";
import { parsePathPattern } from "./path-pattern.ts";

const PLACE = { folder: "/w/app", home: "/home/me", roots: ["/w", "/data"] } as const;

function covers(
  text: string,
  path: string,
  place: { folder: string; home: string; roots: readonly [string, ...string[]] } = PLACE,
): boolean {
  const parsed = parsePathPattern(text, false);
  return parsed.ok && coversPath(parsed.pattern, path, place);
}

function means(text: string, path: string, removes = false): boolean {
  const parsed = parsePathPattern(text, true);
  return !parsed.ok || meansPath(parsed.pattern, path, PLACE, removes);
}

describe("a path rule", () => {
  it.each([
    ["//etc/**", "/etc/passwd", true, true],
    ["//etc/**", "/etc", false, true],
    ["//etc/**", "/w/etc/passwd", false, false],
    ["/etc/**", "/etc/passwd", false, false],
    ["~/.ssh/**", "/home/me/.ssh/id_rsa", true, true],
    ["~/.ssh/**", "/home/you/.ssh/id_rsa", false, false],
    ["~", "/home/me/x", true, true],
    ["/src/**", "/w/src/a/b.ts", true, true],
    ["/src/**", "/data/src/a.ts", true, true],
    ["/src/**", "/w/app/src/a.ts", false, false],
    ["/src/**", "/w/srcs/a.ts", false, false],
    ["src/**", "/w/app/src/app.ts", true, true],
    ["src/**", "/w/app/vendor/pkg/src/lib.js", false, true],
    ["src/**", "/w/src/lib.js", false, false],
    ["**/src/**", "/w/app/vendor/pkg/src/lib.js", true, true],
    ["./src/**", "/w/app/vendor/pkg/src/lib.js", false, false],
    ["src/lib/**", "/w/app/x/src/lib/a", false, false],
    [".env", "/w/app/.env", true, true],
    [".env", "/w/app/a/b/.env", true, true],
    [".env", "/w/.env", false, false],
    [".env", "/w/app/.env/x", true, true],
    ["./.env", "/w/app/a/.env", false, false],
    ["/.env", "/w/.env", true, true],
    ["/.env", "/w/app/.env", false, false],
    [".env", "/w/app/.ENV", false, true],
    ["caf\u00e9", "/w/app/cafe\u0301", false, true],
    [".env", "/w/app/.ｅnv", false, true],
    ["*.log", "/w/app/x/y.log", true, true],
    ["/*.log", "/w/y.log", true, true],
    ["/*.log", "/w/x/y.log", false, false],
    ["/*.log", "/w/y.log/z", false, true],
    ["/src/*", "/w/src/a", true, true],
    ["/src/*", "/w/src/a/b", false, true],
    ["/src", "/w/src/a/b", true, true],
    ["/src/", "/w/src/a/b", true, true],
    ["/src/**/*.ts", "/w/src/a.ts", true, true],
    ["/src/**/*.ts", "/w/src/a/b/c.ts", true, true],
    ["/src/**/*.ts", "/w/src/a.ts/evil", false, true],
    ["/a/**/b/**/c", "/w/a/x/b/b/c", true, true],
    ["/a/**/b/**/c", "/w/a/c", false, false],
    ["a?c", "/w/app/abc", true, true],
    ["a?c", "/w/app/a/c", false, false],
    ["[ab].ts", "/w/app/b.ts", true, true],
    ["[!ab].ts", "/w/app/b.ts", false, false],
    ["[]x].ts", "/w/app/].ts", true, true],
    ["[A-C].ts", "/w/app/b.ts", false, true],
    ["a\\*b", "/w/app/a*b", true, true],
    ["a\\*b", "/w/app/axb", false, false],
    ["a\\[b", "/w/app/a[b", true, true],
    ["**", "/w/app/x/y", true, true],
    ["**", "/w/x", false, false],
    ["../x", "/w/x", false, true],
    ["a/../../x", "/w/x", false, true],
    ["a[", "/w/app/q", false, true],
    ["[[:alpha:]]", "/w/app/q", false, true],
  ])("%s on %s: allow %s, deny %s", (pattern, path, allowed, denied) => {
    expect({ allow: covers(pattern, path), deny: means(pattern, path) }).toEqual({ allow: allowed, deny: denied });
  });

  it("keeps a folder from going with what is denied in it", () => {
    expect(means("/src/keep/**", "/w/src", true)).toBe(true);
    expect(means("/src/keep/**", "/w", true)).toBe(true);
    expect(means("/src/keep/**", "/w/src/keep/x", true)).toBe(true);
    expect(means("/src/keep/**", "/w/other", true)).toBe(false);
    expect(means("/src/keep/**", "/w/src", false)).toBe(false);
  });

  it("answers at once however many stars stand in it", () => {
    const pattern = "*a".repeat(300);
    expect(covers(pattern, `/w/app/${"a".repeat(299)}b`)).toBe(false);
    expect(means(`${"**/a/".repeat(300)}b`, `/w/app${"/a".repeat(1000)}`)).toBe(false);
  });

  it("never matches outside of its anchor", () => {
    const part = fc.constantFrom("a", "*", "**", "?", ".env", "[a-z]");
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom("a", ".env", "b"), { minLength: 1, maxLength: 4 }),
        (parts, path) => {
          expect(means(parts.join("/"), `/elsewhere/${path.join("/")}`)).toBe(false);
          expect(covers(parts.join("/"), `/elsewhere/${path.join("/")}`)).toBe(false);
        },
      ),
    );
  });

  it("reads patterns as the rules for ignored files do", () => {
    const name = fc.constantFrom("a", "b", "ab", "a*", "*b", "?", "*", "[ab]", "a[!b]");
    const parts = fc.array(fc.oneof(name, fc.constant("**")), { minLength: 1, maxLength: 4 });
    const path = fc.array(fc.constantFrom("a", "b", "ab", "abb", "c"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.boolean(), parts, path, (anchored, pattern, names) => {
        const text = `${anchored ? "/" : ""}${pattern.join("/")}`;
        const known = ignore({ ignorecase: false }).add(text).ignores(names.join("/"));
        const place = { folder: "/r", home: "/h", roots: ["/r"] } as const;
        const parsed = parsePathPattern(text, false);
        const allowed = covers(text, `/r/${names.join("/")}`, place);
        // An allow is never wider; a deny is never narrower.
        if (allowed) expect(known).toBe(true);
        if (known) expect(parsed.ok && meansPath(parsed.pattern, `/r/${names.join("/")}`, place)).toBe(true);
      }),
      { numRuns: 4000 },
    );
  });
});
