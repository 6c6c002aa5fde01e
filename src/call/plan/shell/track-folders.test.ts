import { describe, expect, it } from "vitest";
import { parseSimpleScript } from "../../../shell/parse-simple-script.ts";
import { trackFolders } from "./track-folders.ts";

function folders(line: string): readonly (string | null)[] {
  const script = parseSimpleScript(line);
  if (!script.ok) throw new Error(line);
  return trackFolders(script.steps).map(({ moves }) => moves?.join("/") ?? null);
}

describe("trackFolders", () => {
  it.each([
    ["ls", [""]],
    ["cd a && ls", ["", "a"]],
    ["cd a; ls", ["", "a"]],
    ["cd a && cd b && ls; pwd", ["", "a", "a/b", "a/b"]],
    ["cd a || ls; pwd", ["", "a", "a"]],
    ["cd a || cd b; pwd", ["", "a", "a"]],
    ["make && cd a && ls; pwd", ["", "", "a", null]],
    ["make; cd a; ls", ["", "", "a"]],
    ["make || cd a; ls", ["", "", null]],
    ["make || cd a && ls", ["", "", null]],
    ["cd a && make && ls; pwd", ["", "a", "a", "a"]],
    ["cd a && make || cd b; pwd", ["", "a", "a", null]],
    ["make && cd a; cd b; ls", ["", "", null, null]],
  ] as const)("%s", (line, expected) => expect(folders(line)).toEqual(expected));
});
