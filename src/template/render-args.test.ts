import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArgNode, Condition } from "../model/arg-node.ts";
import { parseArgTemplate } from "./parse-arg-template.ts";
import { renderArgs } from "./render-args.ts";
import type { PlaceValue } from "./render-args.ts";

function arg(text: string): ArgNode {
  const parsed = parseArgTemplate(text, "double");
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return { kind: "arg", parts: parsed.parts };
}

function args(...texts: readonly string[]): readonly ArgNode[] {
  return texts.map(arg);
}

function group(...nodes: readonly ArgNode[]): ArgNode {
  return { kind: "group", args: nodes };
}

function when(name: string, literal: string, ...nodes: readonly ArgNode[]): ArgNode {
  const condition: Condition = { kind: "compare", name, operator: "==", literal };
  return { kind: "when", condition, args: nodes };
}

function mapped(param: string, table: Readonly<Record<string, readonly string[]>>): ArgNode {
  return { kind: "mapped", param, table };
}

function values(texts: Readonly<Record<string, string>>, extra: Partial<PlaceValue> = {}): Map<string, PlaceValue> {
  const toValue = (text: string): PlaceValue => ({ text, numeric: false, allowLeadingDash: false, ...extra });
  return new Map(Object.entries(texts).map(([name, text]) => [name, toValue(text)]));
}

describe("renderArgs", () => {
  const table = { fast: ["-T4", "--top"], slow: [], __proto__: ["x"] };
  const rows: readonly (readonly [string, readonly ArgNode[], Record<string, string>, readonly string[]])[] = [
    ["literals", args("-y", "a b", ""), {}, ["-y", "a b", ""]],
    ["a value with spaces and quotes", args("{{a}}"), { a: `x "y" 'z' $HOME` }, [`x "y" 'z' $HOME`]],
    ["several places in one entry", args("--out={{a}}.{{b}}"), { a: "x", b: "y" }, ["--out=x.y"]],
    ["a value that looks like a place", args("{{a}}", "{{b}}"), { a: "{{b}}", b: "B" }, ["{{b}}", "B"]],
    ["an empty value", args("{{a}}"), { a: "" }, [""]],
    ["an absent value and its option", args("-v", "-o", "{{a}}", "z"), {}, ["-v", "z"]],
    ["an absent value in a joined option", args("x", "--o={{a}}"), {}, ["x"]],
    ["an absent value in part of an entry, whose neighbour stays", args("-o", "{{a}}.txt"), {}, ["-o"]],
    ["an absent value after an option with a value", args("--o=1", "{{a}}"), {}, ["--o=1"]],
    ["an absent value after -", args("-", "{{a}}"), {}, ["-"]],
    ["an absent value after --", args("--", "{{a}}"), {}, ["--"]],
    ["an absent value after a word", args("sub", "{{a}}"), {}, ["sub"]],
    ["two absent values", args("-o", "{{a}}", "{{b}}"), {}, []],
    ["an absent value after an option with a place", args("-{{x}}", "{{a}}"), { x: "v" }, ["-v"]],
    ["a group that is complete", [group(...args("-o", "{{a}}"))], { a: "1" }, ["-o", "1"]],
    ["a group that is not", [group(...args("-v", "-o", "{{a}}"))], {}, []],
    ["a group and an absent neighbour", [group(arg("-v")), arg("{{a}}")], {}, ["-v"]],
    ["an option before an absent group", [arg("-v"), group(arg("{{a}}"))], {}, ["-v"]],
    ["a group in a group", [group(arg("x"), group(arg("{{a}}")))], {}, []],
    ["a condition that holds", [when("a", "1", ...args("-x", "{{b}}"))], { a: "1", b: "2" }, ["-x", "2"]],
    ["a condition that does not", [when("a", "1", ...args("-x"))], { a: "2" }, []],
    ["a condition on an absent value", [when("a", "", ...args("-x"))], {}, ["-x"]],
    ["a group whose condition leaves the absent out", [group(arg("x"), when("a", "1", arg("{{b}}")))], {}, ["x"]],
    ["a mapped value", [mapped("a", table)], { a: "fast" }, ["-T4", "--top"]],
    ["a value mapped to nothing", [mapped("a", table)], { a: "slow" }, []],
    ["a value that is not in the table", [mapped("a", table)], { a: "--evil" }, []],
    ["a value that is a built-in name", [mapped("a", table)], { a: "constructor" }, []],
    ["an absent mapped value", [mapped("a", table)], {}, []],
  ];
  it.each(rows)("renders %s", (_, nodes, texts, argv) => {
    expect(renderArgs(nodes, values(texts))).toEqual({ argv, issues: [] });
  });

  const dashes: readonly (readonly [string, readonly ArgNode[], Record<string, string>, readonly string[]])[] = [
    ["a value alone", args("{{a}}"), { a: "--output=x" }, ["a"]],
    ["a single dash", args("{{a}}"), { a: "-" }, ["a"]],
    ["a value that begins an entry", args("{{a}}.txt"), { a: "-x" }, ["a"]],
    ["a value after an empty one", args("{{a}}{{b}}"), { a: "", b: "-x" }, ["b"]],
    ["a value after the author's option", args("-m", "{{a}}"), { a: "-x" }, ["a"]],
    ["once per parameter", args("{{a}}", "{{a}}", "{{b}}"), { a: "-x", b: "-y" }, ["a", "b"]],
    ["a caller's own --, and what follows it", args("{{a}}", "{{b}}"), { a: "--", b: "-x" }, ["a", "b"]],
    ["a dash inside", args("--o={{a}}", "x{{a}}"), { a: "-x" }, []],
    ["after the author's --", args("--", "{{a}}"), { a: "-x" }, []],
    ["before the author's --", args("{{a}}", "--", "{{b}}"), { a: "-x", b: "-y" }, ["a"]],
    ["after an author's -- in a group", [group(arg("--")), arg("{{a}}")], { a: "-x" }, []],
    ["a longer dash of another script", args("{{a}}"), { a: "\u2014x" }, []],
  ];
  it.each(dashes)("judges a leading dash: %s", (_, nodes, texts, params) => {
    const { issues } = renderArgs(nodes, values(texts));
    expect(issues.map((issue) => [issue.param, issue.code])).toEqual(params.map((name) => [name, "leading_dash"]));
  });

  it("lets numbers and permitted values begin with a dash", () => {
    expect(renderArgs(args("{{a}}"), values({ a: "-5" }, { numeric: true })).issues).toEqual([]);
    expect(renderArgs(args("{{a}}"), values({ a: "-x" }, { allowLeadingDash: true })).issues).toEqual([]);
  });

  it("gives exactly one entry for each place, whatever the values", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("{{b}}", "{a}", "' '", "a b", "--", "-x", ""),
    );
    const texts = fc.record({ a: value, b: value });
    fc.assert(
      fc.property(texts, (given) => {
        const { argv } = renderArgs(args("-i", "{{a}}", "--o={{b}}.{{a}}", "{{b}}"), values(given));
        expect(argv).toEqual(["-i", given.a, `--o=${given.b}.${given.a}`, given.b]);
      }),
    );
  });
});
