import { describe, expect, it } from "vitest";
import { toLocator } from "./locate.ts";
import type { Place } from "./toml-document.ts";

const TEXT = `a.b = 1
"q é".c = ["x", { y = "z" }]
multi = """
one {{two}}
three"""
[t.u]
k = 'v'
[[list]]
n = 1
[[list]]
n = 2
[list.sub]
m = 3
`;

describe("toLocator", () => {
  const locate = toLocator(TEXT);
  it.each<[string, Place, [number, number, number]]>([
    ["the last part of a dotted key", { path: ["a", "b"], part: "key" }, [1, 3, 4]],
    ["its value", { path: ["a", "b"], part: "value" }, [1, 7, 8]],
    ["the table that a dotted key opens", { path: ["a"], part: "key" }, [1, 1, 2]],
    ["a quoted key", { path: ["q é"], part: "key" }, [2, 1, 6]],
    ["an entry of a list", { path: ["q é", "c", 0], part: "value" }, [2, 12, 15]],
    ["a key in an inline table", { path: ["q é", "c", 1, "y"], part: "value" }, [2, 23, 26]],
    ["a text of several lines", { path: ["multi"], part: "value" }, [3, 9, 12]],
    ["a fragment of it", { path: ["multi"], part: "value", fragment: "{{two}}" }, [4, 5, 12]],
    ["a fragment that is not there", { path: ["multi"], part: "value", fragment: "zzz" }, [3, 9, 12]],
    ["a table's name", { path: ["t", "u"], part: "key" }, [6, 4, 5]],
    ["a key in a table", { path: ["t", "u", "k"], part: "value" }, [7, 5, 8]],
    ["the second of a list of tables", { path: ["list", 1, "n"], part: "value" }, [11, 5, 6]],
    ["a table below it", { path: ["list", 1, "sub", "m"], part: "key" }, [13, 1, 2]],
    ["what is missing in a table", { path: ["t", "u", "zzz"], part: "key" }, [6, 4, 5]],
    ["what is missing at the top", { path: ["zzz"], part: "key" }, [1, 1, 1]],
    ["the file", { path: [], part: "key" }, [1, 1, 1]],
  ])("finds %s", (_what, place, [line, column, endColumn]) => {
    expect(locate(place)).toEqual({ line, column, endColumn });
  });

  it("points at the file when the text is not TOML after all", () => {
    expect(toLocator("= = =")({ path: ["a"], part: "key" })).toEqual({ line: 1, column: 1, endColumn: 1 });
  });
});
