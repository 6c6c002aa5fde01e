import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { resolvePath } from "../facts/resolve-path.ts";
import { confinePath } from "./confine-path.ts";
import type { PathFacts } from "./confine-path.ts";

const need = { param: "p", candidate: "/s/a", within: ["/s"], render: "absolute" } as const;

function codeOf(facts: PathFacts): string {
  const result = confinePath(need, facts);
  return result.ok ? "ok" : result.issue.code;
}

describe("confinePath", () => {
  it.each([
    ["a file inside", { resolved: "/s/a", kind: "file", withinResolved: ["/s"] }, "ok"],
    ["the folder itself", { resolved: "/s", kind: "folder", withinResolved: ["/s"] }, "ok"],
    ["a place to be made", { resolved: "/s/a/b", kind: "missing", withinResolved: ["/s"] }, "ok"],
    ["a folder that is a link itself", { resolved: "/real/a", kind: "file", withinResolved: ["/real"] }, "ok"],
    ["the second folder", { resolved: "/w/a", kind: "file", withinResolved: ["/s", "/w"] }, "ok"],
    ["everything below /", { resolved: "/x", kind: "file", withinResolved: ["/"] }, "ok"],
    ["a link out", { resolved: "/etc/passwd", kind: "file", withinResolved: ["/s"] }, "outside"],
    ["a look-alike", { resolved: "/s-evil/a", kind: "file", withinResolved: ["/s"] }, "outside"],
    ["the parent", { resolved: "/", kind: "folder", withinResolved: ["/s"] }, "outside"],
    ["an unresolved path", { resolved: "/s/../etc", kind: "file", withinResolved: ["/s"] }, "outside"],
    ["an unresolved folder", { resolved: "/etc/x", kind: "file", withinResolved: ["/s/.."] }, "outside"],
    ["a relative answer", { resolved: "s/a", kind: "file", withinResolved: ["s"] }, "outside"],
    ["no folder at all", { resolved: "/s/a", kind: "file", withinResolved: [] }, "outside"],
    ["a device", { resolved: "/s/zero", kind: "other", withinResolved: ["/s"] }, "not_a_file"],
    ["a device outside", { resolved: "/dev/zero", kind: "other", withinResolved: ["/s"] }, "outside"],
  ] as const)("%s", (_, facts, code) => expect(codeOf(facts)).toBe(code));
});

describe("confinePath for what must be a file", () => {
  const inside = { resolved: "/s/a", withinResolved: ["/s"] };
  it.each([
    ["a file", { ...inside, kind: "file", file: { names: 1, isReadable: true } }, "ok"],
    ["nothing", { ...inside, kind: "missing" }, "not_a_file"],
    ["a folder", { ...inside, kind: "folder", file: { names: 2, isReadable: false } }, "not_a_file"],
    ["a device", { ...inside, kind: "other", file: { names: 1, isReadable: true } }, "not_a_file"],
    ["a file that cannot be read", { ...inside, kind: "file", file: { names: 1, isReadable: false } }, "not_a_file"],
    ["a file with a second name", { ...inside, kind: "file", file: { names: 2, isReadable: true } }, "not_a_file"],
    ["a file that nobody looked at", { ...inside, kind: "file" }, "not_a_file"],
    ["a file outside", { ...inside, resolved: "/x", kind: "file", file: { names: 1, isReadable: true } }, "outside"],
  ] as const)("%s", (_, facts, code) => {
    const result = confinePath({ ...need, mustBe: "file" }, facts);
    expect(result.ok ? "ok" : result.issue.code).toBe(code);
  });
});

describe("confinePath with a real file system", () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-confine-")));
  const folder = path.join(root, "in");
  mkdirSync(folder);
  mkdirSync(path.join(root, "out"));
  writeFileSync(path.join(folder, "file"), "x");
  symlinkSync(path.join(root, "out"), path.join(folder, "link"));
  symlinkSync("/dev/zero", path.join(folder, "device"));
  symlinkSync("file", path.join(folder, "inner"));
  symlinkSync(path.join(root, "out", "nothing"), path.join(folder, "dangling"));
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ["file", "ok"],
    ["inner", "ok"],
    ["new/deep/file", "ok"],
    ["link", "outside"],
    ["link/new", "outside"],
    ["link/new/deep", "outside"],
    ["device", "outside"],
    ["dangling", "not_a_file"],
  ])("%s: %s", (name, code) => {
    const candidate = path.join(folder, name);
    const result = confinePath(
      { param: "p", candidate, within: [folder] },
      { ...resolvePath(candidate), withinResolved: [resolvePath(folder).resolved] },
    );
    expect(result.ok ? "ok" : result.issue.code).toBe(code);
  });
});
