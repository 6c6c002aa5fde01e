import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../../model/outcome.ts";
import { createScrubbing } from "../scrub/create-scrubbing.ts";
import { cleanBlock } from "./clean-block.ts";
import { createCleaner } from "./create-cleaner.ts";

const SECRET = "hunter2-Корова-9";
const scrubber = createScrubbing({
  patternsOff: [],
  patterns: [],
  registered: { current: () => Promise.resolve([]) },
}).scrubberFor([SECRET, "abc", "Zx81QvLp"]);
const cleaner = createCleaner(scrubber, false);

const encode = (...parts: readonly (string | Buffer)[]): string =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString("base64");
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xe0]);
const WITHHELD = "[withheld: the data (image/png) holds a secret, which cannot be taken out of it]";

const toImage = (data: string): ContentBlock => ({ type: "image", data, mimeType: "image/png" });
const BLOCKS: readonly ((data: string) => ContentBlock)[] = [
  toImage,
  (data) => ({ type: "audio", data, mimeType: "audio/wav" }),
  (data) => ({ type: "resource", resource: { uri: "a:b", blob: data } }),
];

describe("a part of a result that only says that it is no text", () => {
  it.each(BLOCKS)("is text, and stays where it is none", (toBlock) => {
    expect(cleanBlock(toBlock(`the word: ${SECRET}\u202e`), cleaner)).toEqual(toBlock("the word: [REDACTED]\\u202e"));
    expect(cleanBlock(toBlock("aGVsbG8="), cleaner)).toEqual(toBlock("aGVsbG8="));
  });

  // Looked at in a time that grows with the square of their number, these would take an hour.
  it.each([" ", "\n", "=", "A"])("is told from others in one pass: many of %j", (character) => {
    const data = `${character.repeat(1_000_000)}!`;
    expect(cleanBlock(toImage(data), { text: (text) => text, data: (text) => cleaner.data(text) }).type).toBe("image");
  });
});

describe("a secret in the data of a part", () => {
  it.each<[what: string, data: string]>([
    ["beside bytes that are no text", encode(PNG, SECRET, PNG)],
    ["one byte further", encode(PNG, "x", SECRET)],
    ["two bytes further", encode(PNG, "xy", SECRET)],
    ["behind half a character", encode(PNG, Buffer.from([0xd0]), SECRET)],
    ["in base64, inside of it", encode(PNG, Buffer.from(`user:${SECRET}`).toString("base64"))],
    ["in hex, inside of it", encode(PNG, Buffer.from(SECRET).toString("hex"))],
    ["as UTF-16", encode(Buffer.from(`\ufeffkey=${SECRET}`, "utf16le"))],
    ["as UTF-16 of the other byte order", encode(Buffer.from(`\ufeffkey=${SECRET}`, "utf16le").swap16())],
    ["where lines of base64 break", (encode(PNG, SECRET).match(/.{1,8}/g) ?? []).join("\n")],
    ["in base64 for URLs", Buffer.concat([PNG, Buffer.from(SECRET)]).toString("base64url")],
    ["itself, where it looks like base64", "Zx81QvLp"],
  ])("withholds it: %s", (_, data) => {
    expect(cleanBlock(toImage(data), cleaner)).toEqual({ type: "text", text: WITHHELD });
    const resource = { uri: "file:///x", mimeType: "image/png", blob: data };
    expect(cleanBlock({ type: "resource", resource }, cleaner)).toEqual({
      type: "resource",
      resource: { uri: "file:///x", mimeType: "text/plain", text: WITHHELD },
    });
  });

  it.each(BLOCKS)("is taken out where the data is text", (toBlock) => {
    const clean = cleanBlock(toBlock(encode(`\ufeffa=${SECRET}\r\nb\u202e`)), cleaner);
    expect(clean).toEqual(toBlock(encode("\ufeffa=[REDACTED]\r\nb\u202e")));
  });

  it("keeps for whom the part was meant", () => {
    const annotations = { audience: ["user"] } as const;
    const image = { type: "image", data: encode(PNG, SECRET), mimeType: "image/png", annotations } as const;
    expect(cleanBlock(image, cleaner)).toEqual({ type: "text", text: WITHHELD, annotations });
  });

  it.each<[what: string, data: string]>([
    ["nothing secret", encode(PNG, "hunter3")],
    ["letters that stand in any image", encode(PNG, "abc")],
    ["what looks like a secret, and is none", encode(PNG, "password=correcthorse", "AKIAIOSFODNN7EXAMPLE")],
  ])("hands on %s", (_, data) => {
    expect(cleanBlock(toImage(data), cleaner)).toEqual(toImage(data));
  });
});
