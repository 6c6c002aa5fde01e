import { describe, expect, it } from "vitest";
import type { ArgNode } from "../../model/arg-node.ts";
import { parseArgTemplate } from "../../template/parse-arg-template.ts";
import { findCodePlaceholder } from "./check-interpreter.ts";

function toArg(text: string): ArgNode {
  const parsed = parseArgTemplate(text, "double");
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return { kind: "arg", parts: parsed.parts };
}

function find(line: string): string | null {
  const [program = "", ...args] = line.split(" ");
  return findCodePlaceholder(program, args.map(toArg));
}

describe("findCodePlaceholder", () => {
  it.each([
    ["sh -c {{x}}", "sh"],
    ["/bin/bash -c echo-{{x}}", "bash"],
    ["bash --norc -lc {{x}}", "bash"],
    ["bash -c -e {{x}}", "bash"],
    ["zsh -c{{x}}", "zsh"],
    ["su root -c {{x}}", "su"],
    ["env -i PATH=/bin sh -c {{x}}", "sh"],
    ["timeout 5 nice python3 -c {{x}}", "python3"],
    ["busybox sh -c {{x}}", "sh"],
    ["python3.12 -cprint({{x}})", "python3.12"],
    ["node --eval={{x}}", "node"],
    ["node -p {{x}}", "node"],
    ["perl -ne {{x}}", "perl"],
    ["php -r {{x}}", "php"],
  ])("%s runs a value in %s", (line, program) => {
    expect(find(line)).toBe(program);
  });

  it.each([
    'sh -c echo\\ "$1" _ {{x}}',
    "bash script.sh {{x}}",
    "grep -e sh -c {{x}}",
    "tar -c {{x}}",
    "python3 script.py {{x}}",
    "node --test {{x}}",
    "env LANG=C sort {{x}}",
    "git -c color.ui=never log {{x}}",
  ])("%s is harmless", (line) => {
    expect(find(line.replaceAll("\\ ", "\u00a0"))).toBeNull();
  });

  it("looks into groups, conditions and mappings", () => {
    const condition = { kind: "compare", name: "a", operator: "==", literal: "b" } as const;
    const flag: ArgNode = { kind: "mapped", param: "a", table: { b: ["-c"] } };
    expect(findCodePlaceholder("sh", [{ kind: "group", args: [toArg("-c"), toArg("{{x}}")] }])).toBe("sh");
    expect(findCodePlaceholder("sh", [{ kind: "when", condition, args: [toArg("-c")] }, toArg("{{x}}")])).toBe("sh");
    expect(findCodePlaceholder("sh", [flag, toArg("{{x}}")])).toBe("sh");
  });
});
