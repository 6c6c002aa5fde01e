import { describe, expect, it } from "vitest";
import { arrangePlaces } from "./arrange-places.ts";

interface Wish {
  readonly writable?: readonly string[];
  readonly readable?: readonly string[];
  readonly visible?: readonly string[];
  readonly hidden?: readonly string[];
  readonly fixed?: readonly string[];
  /** Whether the disk is shown. @default true */
  readonly disk?: boolean;
}

/** Names with a dot in the last part are files; those with `missing` and `link` are that. */
function arrange({ writable = [], readable = [], visible = [], hidden = [], fixed = [], disk = true }: Wish): {
  readonly shown: readonly string[];
  readonly covered: readonly string[];
} {
  const { shown, covered } = arrangePlaces(
    { writable, readable },
    { visible, hidden, fixed },
    {
      look: (path) => {
        if (path.includes("missing")) return "missing";
        if (path.includes("link")) return "link";
        return /[^/.]\.[^/]*$/.test(path) ? "file" : "folder";
      },
      isVisible: (path) => disk && !path.startsWith("/tmp"),
    },
  );
  const show = (places: typeof shown): readonly string[] => places.map(({ path, access }) => `${access} ${path}`);
  return { shown: show(shown), covered: show(covered) };
}

describe("arrangePlaces", () => {
  const cases: readonly (readonly [string, Wish, readonly string[], readonly string[]])[] = [
    ["nothing", {}, [], []],
    ["a workspace", { writable: ["/w"] }, ["write /w"], []],
    ["a folder inside another one", { writable: ["/w", "/w/sub"] }, ["write /w"], []],
    ["what is on the disk anyway", { readable: ["/a"], visible: ["/b"] }, [], []],
    ["what is not", { readable: ["/a"], visible: ["/b"], disk: false }, ["read /a", "read /b"], []],
    ["what a private folder would hide", { visible: ["/tmp/x"] }, ["read /tmp/x"], []],
    ["what does not exist", { writable: ["/missing"], readable: ["/tmp/missing"], fixed: ["/w/missing"] }, [], []],
    ["a link in place of a folder", { writable: ["/link"] }, [], []],
    ["rules", { writable: ["/w"], fixed: ["/w/toolgate.toml"] }, ["write /w", "read /w/toolgate.toml"], []],
    ["rules elsewhere", { writable: ["/w"], fixed: ["/x/toolgate.toml"] }, ["write /w"], []],
    [
      "rules further inside, which hold the folders above them",
      { writable: ["/w"], fixed: ["/w/a/.git/hooks"] },
      ["write /w", "write /w/a", "write /w/a/.git", "read /w/a/.git/hooks"],
      [],
    ],
    [
      "a granted folder inside of rules",
      { writable: ["/w", "/w/tools/out"], fixed: ["/w/tools"] },
      ["write /w", "read /w/tools", "write /w/tools/out"],
      [],
    ],
    ["what is hidden", { hidden: ["/h/.ssh", "/h/a.key"] }, [], ["empty /h/.ssh", "empty /h/a.key"]],
    ["what is hidden and not shown", { hidden: ["/h/.ssh"], disk: false }, [], []],
    ["what is hidden and does not exist", { hidden: ["/h/missing"] }, [], []],
    ["what is hidden twice", { hidden: ["/h", "/h/a", "/h"] }, [], ["empty /h"]],
    [
      "the session's folder in Toolgate's own",
      { writable: ["/d/sessions/s"], hidden: ["/d"] },
      [],
      ["empty /d", "write /d/sessions/s"],
    ],
    [
      "what is hidden in a workspace, and the folder above it",
      { writable: ["/w"], hidden: ["/w/d/data"] },
      ["write /w", "write /w/d"],
      ["empty /w/d/data"],
    ],
    [
      "rules in what is hidden",
      { writable: ["/w"], hidden: ["/w/d"], fixed: ["/w/d/toolgate.toml"] },
      ["write /w"],
      ["empty /w/d"],
    ],
    [
      "rules in a granted part of what is hidden",
      { writable: ["/d/s"], hidden: ["/d"], fixed: ["/d/s/toolgate.toml"] },
      [],
      ["empty /d", "write /d/s", "read /d/s/toolgate.toml"],
    ],
    [
      "what is hidden in rules opens no part of them",
      { writable: ["/w"], fixed: ["/w/t"], hidden: ["/w/t/a/b"] },
      ["write /w", "read /w/t"],
      ["empty /w/t/a/b"],
    ],
    ["a program in what is hidden", { visible: ["/d/x"], hidden: ["/d"] }, [], ["empty /d"]],
    [
      "a place that is both granted and hidden",
      { writable: ["/d"], readable: ["/e"], hidden: ["/d", "/e"] },
      [],
      ["empty /d", "empty /e"],
    ],
  ];
  it.each(cases)("%s", (_what, wish, shown, covered) => {
    expect(arrange(wish)).toEqual({ shown, covered });
  });
});
