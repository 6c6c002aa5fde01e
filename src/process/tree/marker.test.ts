import { describe, expect, it } from "vitest";
import { parseCallMarker } from "./marker.ts";

describe("parseCallMarker", () => {
  it.each([
    ["TOOLGATE_CALL=a\0", "a"],
    ["PATH=/bin\0TOOLGATE_CALL=a=b\0HOME=/\0", "a=b"],
    ["PATH=/bin\0TOOLGATE_CALL=a", "a"],
    ["TOOLGATE_CALL=\0", ""],
    ["NOT_TOOLGATE_CALL=a\0", undefined],
    ["X=TOOLGATE_CALL=a\0", undefined],
    ["TOOLGATE_CALLS=a\0", undefined],
    ["", undefined],
  ])("reads %j", (environ, expected) => {
    expect(parseCallMarker(environ)).toBe(expected);
  });
});
