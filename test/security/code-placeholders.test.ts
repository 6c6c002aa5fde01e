import { describe, expect, it } from "vitest";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import { toolText } from "./tools.fixture.ts";

describe("a value never becomes code", () => {
  it.each([
    ["find", ".", "-exec", "sh", "-c", "{{x}}", ";"],
    ["strace", "sh", "-c", "{{x}}"],
    ["docker", "exec", "c", "sh", "-c", "{{x}}"],
    ["env", "-S", "sh -c", "{{x}}"],
    ["rbash", "-c", "{{x}}"],
    ["watch", "{{x}}"],
    ["flock", "/tmp/l", "-c", "{{x}}"],
    ["ssh", "host", "{{x}}"],
    ["awk", "{{x}}"],
    ["git", "-c", "alias.x={{x}}", "x"],
    ["sh", "-c", 'eval "$1"', "sh", "{{x}}"],
    ["bash", "-c", 'bash -c "$1"', "x", "{{x}}"],
  ])("%s %s %s", (binary, ...args) => {
    const text = toolText("x", binary, args, '[params.x]\ntype = "text"');
    expect(parseManifest(text, { file: "x.toml", layer: "project" }).issues.map(({ severity }) => severity)).toContain(
      "error",
    );
  });
});
