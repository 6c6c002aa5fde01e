import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES, readSmallFile, stampFile } from "./read-small-file.ts";
import { createTempFolder } from "./tool-files.fixture.ts";
import type { TempFolder } from "./tool-files.fixture.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(() => temp.remove());

describe("readSmallFile", () => {
  it("gives text, hash and a stamp that can be had without reading", () => {
    const file = temp.write("a.toml", "x");
    const read = readSmallFile(file);
    expect(read).toMatchObject({ kind: "text", text: "x" });
    expect(read.kind === "text" && read.sha256).toBe(
      "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
    );
    expect(read.kind === "text" && read.stamp).toBe(stampFile(file));
  });

  it("knows a missing file", () => {
    expect(readSmallFile(path.join(temp.path, "none"))).toEqual({ kind: "absent" });
    expect(stampFile(path.join(temp.path, "none"))).toBeNull();
  });

  it.each([
    ["a link", "symlink", (file: string) => symlinkSync("/etc/hostname", file)],
    ["a folder", "not-a-file", (file: string) => mkdirSync(file)],
    ["a pipe, without waiting for a writer", "not-a-file", (file: string) => execFileSync("mkfifo", [file])],
    ["a device", "symlink", (file: string) => symlinkSync("/dev/zero", file)],
    ["too much", "too-large", (file: string) => writeFileSync(file, Buffer.alloc(MAX_FILE_BYTES + 1, "#"))],
  ])("refuses %s", (_what, code, make) => {
    const file = path.join(temp.path, "odd.toml");
    make(file);
    expect(readSmallFile(file)).toMatchObject({ kind: "problem", code });
  });

  it("takes exactly the limit", () => {
    const file = temp.write("big.toml", "#".repeat(MAX_FILE_BYTES));
    expect(readSmallFile(file).kind).toBe("text");
  });

  it("sees an edit of equal size whose modification time was put back", () => {
    const file = temp.write("a.toml", "one");
    utimesSync(file, 1000, 1000);
    const before = stampFile(file);
    writeFileSync(file, "two");
    utimesSync(file, 1000, 1000);
    expect(stampFile(file)).not.toBe(before);
  });
});
