import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram, searchPath } from "./find-program.ts";

let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "find-program-")));
  for (const folder of ["first", "second"]) mkdirSync(path.join(root, folder));
  write("first/blocked", "#!/bin/sh\n", 0o644);
  write("second/blocked", "#!/bin/sh\n", 0o755);
  write("second/script", "#!/bin/sh\nexit 0\n", 0o755);
  write("second/bare", "echo a shell would run this\n", 0o755);
  write("second/empty", "", 0o755);
  mkdirSync(path.join(root, "second/folder"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string, mode: number): void {
  writeFileSync(path.join(root, file), text);
  chmodSync(path.join(root, file), mode);
}

const folders = (): string[] => ["first", "second"].map((name) => path.join(root, name));

describe("searchPath", () => {
  it.each([
    ["keeps absolute folders once, in order", "/b:/a:/b", ["/b", "/a"]],
    ["drops what depends on the current folder", ".::bin:/usr/bin:../x", ["/usr/bin"]],
    ["falls back to the system's folders", undefined, ["/usr/local/bin", "/usr/bin", "/bin"]],
  ])("%s", (_name, given, expected) => {
    expect(searchPath(given, ["/home/me/project"])).toEqual(expected);
  });

  it("drops folders in which an agent may write, also behind a link", () => {
    symlinkSync(path.join(root, "first"), path.join(root, "link"));
    const given = `/usr/bin:${root}/first/bin:${root}/first:${root}/link:${root}/second/../first:${root}/firstling`;
    expect(searchPath(given, [path.join(root, "first")])).toEqual(["/usr/bin", `${root}/firstling`]);
  });
});

describe("findProgram", () => {
  it("takes the first place where the name may be executed", () => {
    expect(findProgram("blocked", folders(), "/")).toEqual({ found: true, file: path.join(root, "second/blocked") });
    expect(findProgram("script", folders(), "/")).toMatchObject({ found: true });
  });

  it.each([
    ["a name that is nowhere", "nothing", "missing"],
    ["a folder of that name", "folder", "missing"],
    ["a text file that the system would hand to a shell", "bare", "no-interpreter"],
    ["an empty file, which a shell would run too", "empty", "no-interpreter"],
  ])("refuses %s", (_name, name, reason) => {
    expect(findProgram(name, folders(), "/")).toMatchObject({ found: false, reason });
  });

  it("takes a path as it is, from the base", () => {
    expect(findProgram("./second/script", [], root)).toMatchObject({ found: true });
    expect(findProgram("./first/blocked", [], root)).toMatchObject({ found: false, reason: "not-executable" });
    expect(findProgram("/bin/sh", [], root)).toMatchObject({ found: true, file: "/bin/sh" });
  });

  it("sees that a script lost its first line", () => {
    write("second/script", "exit 0\n", 0o755);
    expect(findProgram("script", folders(), "/")).toMatchObject({ found: false, reason: "no-interpreter" });
  });
});
