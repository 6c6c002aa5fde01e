import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

describe("decodeText", () => {
  it.each<[what: string, bytes: readonly number[], text: string]>([
    ["nothing", [], ""],
    ["UTF-8", [0xc3, 0xa4], "ä"],
    ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0x61], "a"],
    ["UTF-16, little end first", [0xff, 0xfe, 0x61, 0x00, 0xe4, 0x00], "aä"],
    ["UTF-16, big end first", [0xfe, 0xff, 0x00, 0x61, 0x00, 0xe4], "aä"],
    ["half a UTF-16 character", [0xff, 0xfe, 0x61, 0x00, 0x62], "a\ufffd"],
    ["Latin-1", [0x61, 0xe4, 0x62], "a\ufffdb"],
    ["UTF-16 without a mark", [0x61, 0x00, 0x62, 0x00], "a\u0000b\u0000"],
  ])("reads %s", (_what, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text);
  });
});
