import { describe, expect, it } from "vitest";
import { compileGlob } from "./compile-glob.ts";

const PATHS = [
  "a.ts",
  "b.tsx",
  "src/a.ts",
  "src/lib/b.ts",
  "src/lib/c.js",
  "test/a.test.ts",
  "x{y}.md",
  "é.ts",
  "a\nb.ts",
];

function matched(glob: string): readonly string[] {
  const compiled = compileGlob(glob);
  if (!compiled.ok) throw new Error(compiled.message);
  return PATHS.filter(compiled.matches);
}

describe("compileGlob", () => {
  it.each<readonly [string, readonly string[]]>([
    ["*.ts", ["a.ts", "é.ts", "a\nb.ts"]],
    ["?.ts", ["a.ts", "é.ts"]],
    ["**/*.ts", ["a.ts", "src/a.ts", "src/lib/b.ts", "test/a.test.ts", "é.ts", "a\nb.ts"]],
    ["src/**", ["src/a.ts", "src/lib/b.ts", "src/lib/c.js"]],
    ["src/*", ["src/a.ts"]],
    ["src/**/*.{ts,js}", ["src/a.ts", "src/lib/b.ts", "src/lib/c.js"]],
    ["{src,test}/*.ts", ["src/a.ts", "test/a.test.ts"]],
    ["{src/{lib,x},test}/*.ts", ["src/lib/b.ts", "test/a.test.ts"]],
    ["*.{ts,{tsx,md}}", ["a.ts", "b.tsx", "x{y}.md", "é.ts", "a\nb.ts"]],
    ["{**/a,b}.ts", ["a.ts", "src/a.ts"]],
    ["x\\{y\\}.md", ["x{y}.md"]],
    ["x{y.md", []],
    ["x}y", []],
    ["[a-b].ts*", ["a.ts", "b.tsx"]],
    ["[!a].ts", ["é.ts"]],
    ["[[:alpha:]].ts", ["a.ts"]],
    ["src[/]a.ts", []],
    ["src?a.ts", []],
    ["a.t(s|x)", []],
    [".*", []],
    ["a+.ts", []],
    ["(?i)A.TS", []],
    ["**", PATHS],
  ])("%s", (glob, expected) => {
    expect(matched(glob)).toEqual(expected);
  });

  it.each(["[a", "a\\", "[[:nope:]]", "{".repeat(300) + "a" + "}".repeat(300), "a".repeat(2000)])(
    "refuses %.20s",
    (glob) => {
      expect(compileGlob(glob).ok).toBe(false);
    },
  );

  it("answers a bomb of stars at once", () => {
    const compiled = compileGlob(`${"*a".repeat(60)}b`);
    expect(compiled.ok && compiled.matches("a".repeat(60_000))).toBe(false);
  });
});
