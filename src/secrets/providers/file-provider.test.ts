import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileProvider } from "./file-provider.ts";
import type { FoundSecret, SecretProvider } from "./secret-provider.ts";

let root: string;
let folder: string;
let provider: SecretProvider;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "toolgate-files-"));
  folder = path.join(root, "secrets");
  mkdirSync(folder, { mode: 0o700 });
  provider = createFileProvider(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

function put(name: string, content: string | Uint8Array, mode = 0o600): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
  chmodSync(file, mode);
  return file;
}

const find = (name: string): Promise<FoundSecret> => provider.find({ name, known: new Set([name]), stored: null });

describe("a folder of secrets", () => {
  it.each([
    ["s3cret", "s3cret"],
    ["s3cret\n", "s3cret"],
    ["s3cret\r\n", "s3cret"],
    ["  s3cret  \n", "  s3cret  "],
    ["-----BEGIN\nabc\n-----END\n", "-----BEGIN\nabc\n-----END\n"],
    ["s3cret\n\n", "s3cret\n\n"],
    ["{_secret:other}", "{_secret:other}"],
    ["ab", "ab"],
    ["ä€😀", "ä€😀"],
    ["\ufeffbom", "\ufeffbom"],
    ["nul\u0000", "nul\u0000"],
  ])("gives %j as %j", async (content, value) => {
    put("api_key", content);
    expect(await find("api_key")).toEqual({ kind: "found", value });
  });

  it("has none where there is no file, nothing in it, or no folder", async () => {
    put("empty", "\n");
    expect(await find("missing")).toEqual({ kind: "absent", note: null });
    expect(await find("empty")).toEqual({ kind: "absent", note: "it is empty" });
    rmSync(folder, { recursive: true });
    expect(await find("missing")).toEqual({ kind: "absent", note: null });
  });

  it.each([0o604, 0o602, 0o620, 0o666, 0o777])("refuses a file of mode %o", async (mode) => {
    put("api_key", "s3cret", mode);
    await expect(find("api_key")).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE", hint: /chmod 600/ });
  });

  it("takes what a group may read, as containers are given it, and refuses a folder that others may change", async () => {
    put("api_key", "s3cret", 0o440);
    expect(await find("api_key")).toMatchObject({ kind: "found" });
    chmodSync(folder, 0o707);
    await expect(find("api_key")).rejects.toThrow("can be changed by others");
  });

  it("follows links inside of the folder, and none out of it", async () => {
    put("..data/api_key", "s3cret");
    symlinkSync("..data/api_key", path.join(folder, "inside"));
    writeFileSync(path.join(root, "outside"), "other", { mode: 0o600 });
    symlinkSync("../outside", path.join(folder, "out"));
    symlinkSync(root, path.join(folder, "up"));
    mkdirSync(path.join(root, "secrets-other"));
    writeFileSync(path.join(root, "secrets-other/x"), "other", { mode: 0o600 });
    symlinkSync("../secrets-other/x", path.join(folder, "sibling"));
    expect(await find("inside")).toEqual({ kind: "found", value: "s3cret" });
    for (const name of ["out", "sibling"]) await expect(find(name)).rejects.toThrow("leads out of its folder");
    await expect(find("up")).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
  });

  it("refuses what is no file, without waiting for it", async () => {
    mkdirSync(path.join(folder, "folder"));
    execFileSync("mkfifo", ["-m", "600", path.join(folder, "pipe")]);
    symlinkSync("loop", path.join(folder, "loop"));
    for (const name of ["folder", "pipe", "loop"]) {
      await expect(find(name), name).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
    }
  });

  it("refuses what is no text, or too long, and shows nothing of it", async () => {
    put("binary", Buffer.from([0x73, 0x33, 0xff, 0xfe]));
    put("long", "s3cret".repeat(20_000));
    await expect(find("binary")).rejects.toThrow("is not UTF-8 text");
    await expect(find("long")).rejects.toThrow("is longer than");
    await expect(find("long")).rejects.not.toThrow("s3cret");
  });

  it("never leaves its folder, whatever the name is", async () => {
    writeFileSync(path.join(root, "outside"), "other", { mode: 0o600 });
    put("api_key", "s3cret");
    const parts = fc.constantFrom("..", ".", "/", "\\", "\u0000", "outside", "api_key", "%2e%2e", "~", "secrets");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((some) => some.join("")),
        ),
        async (name) => {
          const found = await find(name).catch((error: unknown) => error);
          if (name !== "api_key") expect(found).toEqual({ kind: "absent", note: null });
        },
      ),
    );
  });
});
