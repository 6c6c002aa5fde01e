import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { resolvePath } from "./resolve-path.ts";

let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "resolve-path-")));
  mkdirSync(path.join(root, "inside/deep"), { recursive: true });
  writeFileSync(path.join(root, "inside/file.txt"), "x");
  symlinkSync("/etc", path.join(root, "inside/out"));
  symlinkSync("deep", path.join(root, "inside/near"));
  symlinkSync(path.join(root, "nowhere"), path.join(root, "inside/dangling"));
  symlinkSync("circle", path.join(root, "inside/circle"));
  execFileSync("mkfifo", [path.join(root, "inside/pipe")]);
});

describe("resolvePath", () => {
  it.each([
    ["a file", "inside/file.txt", "inside/file.txt", "file"],
    ["a folder", "inside/deep", "inside/deep", "folder"],
    ["a link to a sibling", "inside/near", "inside/deep", "folder"],
    ["a path that does not exist", "inside/new/file", "inside/new/file", "missing"],
    ["a path that does not exist, behind a link", "inside/near/new", "inside/deep/new", "missing"],
    ["a link that leads nowhere", "inside/dangling", "inside/dangling", "other"],
    ["a path behind a link that leads nowhere", "inside/dangling/x", "inside/dangling/x", "other"],
    ["a link to itself", "inside/circle", "inside/circle", "other"],
    ["a file used as a folder", "inside/file.txt/x", "inside/file.txt/x", "other"],
    ["a named pipe", "inside/pipe", "inside/pipe", "other"],
  ])("%s", (_name, given, resolved, kind) => {
    expect(resolvePath(path.join(root, given))).toEqual({ resolved: path.join(root, resolved), kind });
  });

  it("follows a link out, also below a tail that does not exist yet", () => {
    expect(resolvePath(path.join(root, "inside/out/passwd")).resolved).toBe(realpathSync("/etc/passwd"));
    expect(resolvePath(path.join(root, "inside/out/new/file")).resolved).toBe(`${realpathSync("/etc")}/new/file`);
  });

  it("never calls a device a file", () => {
    expect(resolvePath("/dev/null").kind).toBe("other");
  });

  it("does not throw on a name that is far too long", () => {
    expect(resolvePath(`${root}/${"a".repeat(5000)}`).kind).toBe("other");
  });
});
