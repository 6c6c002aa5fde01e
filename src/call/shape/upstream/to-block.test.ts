import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/json.ts";
import { toBlock } from "./to-block.ts";

const text = { type: "text", text: "x" } as const;
const link = { type: "resource_link", uri: "a:b", name: "n" } as const;
const noted = { audience: ["user"], priority: 0.5, lastModified: "2026-01-02T03:04:05+01:00" };

describe("a part of an upstream result", () => {
  it.each<[JsonObject, JsonObject | undefined]>([
    [noted, noted],
    [
      { ...noted, lastModified: "password=hunter2 \u001b[31m" },
      { audience: ["user"], priority: 0.5 },
    ],
    [{ ...noted, priority: Number.POSITIVE_INFINITY, audience: ["root", 7] }, { lastModified: noted.lastModified }],
    [{ audience: { length: 1 }, priority: "1", lastModified: [] }, undefined],
    [{ priority: 1.5, lastModified: "2026-02-30T03:04:05Z" }, undefined],
  ])("keeps those notes that are some: %j", (annotations, kept) => {
    expect(toBlock({ ...text, annotations })).toEqual(kept === undefined ? text : { ...text, annotations: kept });
  });

  it.each([Number.POSITIVE_INFINITY, "1", null])("has no size that is none: %s", (size) => {
    expect(toBlock({ ...link, size })).toEqual(link);
  });

  it.each<[JsonObject, string]>([
    [{ type: "hologram" }, '(a part of the kind "hologram" was left out)'],
    [{ type: "resource", resource: null }, "(a resource without content was left out)"],
    [{ type: "resource", resource: { uri: "a:b", text: 7 } }, "(a resource without content was left out)"],
  ])("is told to be left out where it is none: %j", (raw, words) => {
    expect(toBlock(raw)).toEqual({ type: "text", text: words });
  });
});
