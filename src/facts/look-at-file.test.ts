import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lookAtFile } from "./look-at-file.ts";

const root = mkdtempSync(path.join(tmpdir(), "look-at-file-"));
writeFileSync(path.join(root, "file"), "x");
writeFileSync(path.join(root, "twice"), "x");
linkSync(path.join(root, "twice"), path.join(root, "second-name"));
mkdirSync(path.join(root, "folder"));
execFileSync("mkfifo", [path.join(root, "pipe")]);
afterAll(() => rmSync(root, { recursive: true }));

describe("lookAtFile", () => {
  it.each([
    ["file", { names: 1, isReadable: true }],
    ["twice", { names: 2, isReadable: true }],
    ["pipe", { names: 1, isReadable: false }],
    ["nothing", { names: 0, isReadable: false }],
    ["file/below", { names: 0, isReadable: false }],
  ])("%s", (name, fact) => expect(lookAtFile(path.join(root, name))).toEqual(fact));

  it("never calls a folder or a device readable", () => {
    expect(lookAtFile(path.join(root, "folder")).isReadable).toBe(false);
    expect(lookAtFile("/dev/zero").isReadable).toBe(false);
  });
});
