import { describe, expect, it } from "vitest";
import { createKeptScreen } from "../output/screen.fixture.ts";
import { createStatusLine } from "./status-line.ts";

describe("createStatusLine", () => {
  it("keeps one line below what is printed, and leaves nothing behind", () => {
    const screen = createKeptScreen({ isTerminal: true, width: 40 });
    const status = createStatusLine(screen);
    status.show("working");
    status.print("one\ntw");
    status.print("o\n");
    status.print("rest");
    status.close();
    const visible = replay(screen.text());
    expect(visible).toEqual(["one", "two", "rest", ""]);
  });

  it("shows what it is about and for how long", () => {
    const screen = createKeptScreen({ isTerminal: true, width: 40 });
    createStatusLine(screen, performance.now() - 65_000).show("a tool with a very long name, longer than the screen");
    const [line = ""] = replay(screen.text());
    expect(line).toMatch(/^. a tool with .*… 1m 5s$/);
    expect(line.length).toBeLessThanOrEqual(40);
  });

  it("draws nothing where there is no terminal, and still prints", () => {
    const screen = createKeptScreen();
    const status = createStatusLine(screen);
    status.show("working");
    status.print("text");
    status.close();
    expect(screen.text()).toBe("text\n");
  });
});

/** What a terminal shows after the text, with its two used codes. */
function replay(text: string): readonly string[] {
  const lines = [""];
  for (const part of text.split(/(\r\u001b\[2K|\n)/)) {
    if (part === "\n") lines.push("");
    else lines[lines.length - 1] = part.startsWith("\r") ? "" : (lines.at(-1) ?? "") + part;
  }
  return lines;
}
