import { describe, expect, it } from "vitest";
import type { ArgNode } from "../../../model/arg-node.ts";
import { findFedCode } from "./find-fed-code.ts";

const VALUE = [{ kind: "param", name: "x" }] as const;

/** Words; one in braces is a caller's. */
function toArgs(line: string): readonly ArgNode[] {
  const words = line === "" ? [] : line.split(" ");
  return words.map((word): ArgNode => {
    const name = /^\{(\w+)\}$/.exec(word)?.[1];
    return { kind: "arg", parts: [name === undefined ? { kind: "text", text: word } : { kind: "param", name }] };
  });
}

describe("findFedCode", () => {
  it.each([
    ["sh", ""],
    ["/bin/bash", "--norc"],
    ["bash", "-s a b"],
    ["sh", "/dev/stdin"],
    ["python3", ""],
    ["python3.12", "-"],
    ["python", "-u {script}"],
    ["node", "{script}"],
    ["perl", "-n"],
    ["psql", "-q db"],
    ["sqlite3", "db.sqlite"],
    ["awk", "-f - data"],
    ["make", "-f-"],
    ["ssh", "host"],
    ["crontab", "-"],
    ["at", "now"],
    ["env", "A=1 python3"],
    ["timeout", "5 sh"],
    ["sudo", "-u x bash"],
    ["docker", "exec -i box sh"],
    ["xargs", "rm"],
    ["nice", "xargs -0 rm"],
  ])("says that %s %s runs what it reads", (program, line) => {
    expect(findFedCode(program, toArgs(line), VALUE)).not.toBeNull();
  });

  it.each([
    ["wc", "-l"],
    ["jq", "."],
    ["python3", "read.py"],
    ["bash", "scripts/read.sh"],
    ["node", "read.mjs {x}"],
    ["psql", "-c select"],
    ["awk", "-f script.awk"],
    ["ssh", "host cat"],
    ["env", "A=1 wc"],
    ["grep", "sh"],
  ])("lets %s %s read it", (program, line) => {
    expect(findFedCode(program, toArgs(line), VALUE)).toBeNull();
  });

  it("lets any program read what its author wrote", () => {
    expect(findFedCode("sh", [], [{ kind: "text", text: "date" }])).toBeNull();
  });
});
