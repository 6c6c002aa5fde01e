import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { readEnvironmentValues } from "./environment-values.ts";
import type { EnvironmentOptions } from "./environment-values.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(() => temp.remove());

const notes: string[] = [];
function read(options: EnvironmentOptions): ReturnType<typeof readEnvironmentValues> {
  notes.length = 0;
  const note = (text: string): void => void notes.push(text);
  return readEnvironmentValues(options, { env: { API_KEY: "from-here", EMPTY: "" }, note });
}

describe("readEnvironmentValues", () => {
  it("is nothing when nothing was said", async () => {
    expect(await read({})).toBeNull();
  });

  it("takes a value from the environment, and warns of one on the command line without repeating it", async () => {
    expect(await read({ env: ["API_KEY", "EMPTY"] })).toEqual({ API_KEY: "from-here", EMPTY: "" });
    expect(notes).toEqual([]);
    expect(await read({ env: ["TOKEN=a=b"] })).toEqual({ TOKEN: "a=b" });
    expect(notes).toHaveLength(1);
    expect(notes.join("")).not.toContain("a=b");
  });

  it("reads files of lines, also an empty one", async () => {
    const envFrom = path.join(temp.path, ".env");
    writeFileSync(envFrom, '# mine\nONE=1\n\nTWO="a b"\n');
    expect(await read({ envFrom, env: ["API_KEY"] })).toEqual({ ONE: "1", TWO: "a b", API_KEY: "from-here" });
    writeFileSync(envFrom, "");
    expect(await read({ envFrom })).toEqual({});
  });

  it("refuses a file with a line that is no NAME=VALUE, which would be passed over, and does not show the line", async () => {
    const envFrom = path.join(temp.path, ".env");
    for (const [text, line] of [
      ["TOKEN hunter2\n", 1],
      ["A=1\r\nhunter2\r\n", 2],
      ['A="x\ny"\n=hunter2', 3],
    ] as const) {
      writeFileSync(envFrom, text);
      const failure = await read({ envFrom }).catch(String);
      expect(failure).toContain(`line ${line} of ${envFrom} is not NAME=VALUE`);
      expect(failure).not.toContain("hunter2");
    }
  });

  it("takes quoted values of several lines, `export` and comments", async () => {
    const envFrom = path.join(temp.path, ".env");
    writeFileSync(envFrom, "# a\n  # b\nexport A=1\r\n\r\nKEY='one\ntwo words'\nEMPTY=\n");
    expect(await read({ envFrom })).toEqual({ A: "1", KEY: "one\ntwo words", EMPTY: "" });
  });

  it.each<[EnvironmentOptions, string]>([
    [{ env: ["MISSING"] }, "is not set here"],
    [{ env: ["=x"] }, "has no name"],
    [{ env: ["A=1", "A=2"] }, "given twice"],
    [{ envFrom: "/no/such/file" }, "cannot read"],
    [{ envFrom: "/dev/null" }, "is not a file"],
  ])("refuses %j", async (options, message) => {
    await expect(read(options)).rejects.toThrow(message);
  });
});
