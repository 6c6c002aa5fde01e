import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { renderIssues } from "./issues.ts";
import { createKeptScreen } from "./screen.fixture.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(() => temp.remove());

const render = (file: string): Promise<string> =>
  renderIssues([toFileIssue(file, "bad-value", "not like this")], createKeptScreen());

describe("renderIssues", () => {
  it("shows the lines of a file, also behind a link", async () => {
    const file = temp.write("toolgate.toml", "first = 1\n");
    const link = path.join(temp.path, "link.toml");
    symlinkSync(file, link);
    expect(await render(file)).toContain("first = 1");
    expect(await render(link)).toContain("first = 1");
  });

  it.each<[string, (file: string) => void]>([
    ["a pipe that nobody writes to", (file) => execFileSync("mkfifo", [file])],
    ["a device that never ends", (file) => symlinkSync("/dev/zero", file)],
    ["nothing", () => undefined],
  ])("comes to an end for %s", async (_name, make) => {
    const file = path.join(temp.path, "toolgate.toml");
    make(file);
    expect(await render(file)).toContain("not like this");
  });
});
