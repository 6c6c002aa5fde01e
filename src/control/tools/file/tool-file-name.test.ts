import { describe, expect, it } from "vitest";
import { toFormat } from "../../../manifest/parse-manifest.ts";
import { toToolFileName } from "./tool-file-name.ts";

describe("toToolFileName", () => {
  it.each([
    ["ffmpeg.trim", "whitelist", "ffmpeg.trim.toml"],
    ["nmap", "toolclad", "nmap.clad.toml"],
    ["a.clad", "whitelist", "a.clad_.toml"],
    ["a.CLAD", "whitelist", "a.CLAD_.toml"],
    ["toolclad", "whitelist", "toolclad_.toml"],
    ["Scope", "whitelist", "Scope_.toml"],
    ["toolgate", "whitelist", "toolgate_.toml"],
    ["toolclad", "toolclad", "toolclad.clad.toml"],
  ] as const)("%s of the %s format is %s", (name, format, file) => {
    expect(toToolFileName(name, format)).toBe(file);
    expect(toFormat(file)).toBe(format);
  });
});
