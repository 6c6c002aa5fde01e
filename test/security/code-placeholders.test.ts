import { describe, expect, it } from "vitest";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import { toolText } from "./tools.fixture.ts";

function severities(line: string): readonly string[] {
  const parameters = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };
  const text = JSON.stringify({ name: "t", description: "d", command: line, parameters });
  const options = { file: "t.json", format: "custom", layer: "user", stored: true } as const;
  return parseManifest(text, options).issues.map(({ severity }) => severity);
}

describe("a command line of a custom tool", () => {
  it.each([
    // A caller would choose what runs.
    "env {{.x}}",
    "env {{.x}} ls",
    "env -i A=b {{.x}}",
    "nice -n 5 {{.x}}",
    "timeout 5 {{.x}}",
    "timeout -s KILL 5 {{.x}}",
    "nohup {{.x}}",
    "sudo -u nobody {{.x}}",
    "xargs {{.x}}",
    "xargs -I {} {{.x}}",
    "xargs -n 1 {{.x}}",
    "strace -o t {{.x}}",
    "flock f {{.x}}",
    "busybox {{.x}}",
    "npx {{.x}}",
    "chroot /srv {{.x}}",
    // Variables that make a program run something else.
    "env LD_PRELOAD={{.x}} ls",
    "env -i BASH_ENV={{.x}} ls",
    // Options that take a program, or code.
    "sort --compress-program={{.x}} f",
    "split --filter {{.x}} f",
    "scp -S {{.x}} a b:",
    "node -r {{.x}} a.js",
    "node --import={{.x}} a.js",
    "perl -M{{.x}} a.pl",
    "ruby -r{{.x}} a.rb",
    "gdb -ex {{.x}} p",
    "vim -c {{.x}} f",
    "vim +{{.x}} f",
    "emacs --batch --eval {{.x}}",
    "zip -T -TT {{.x}} a b",
    "man -P {{.x}} ls",
    "hg --config {{.x}} status",
    "cargo --config {{.x}} build",
    "nc -e {{.x}} host 1",
    "gnuplot -e {{.x}}",
    // Programs that run what they read.
    "echo {{.x}} | sqlite3 db",
    "echo {{.x}} | psql",
    "echo {{.x}} | ed file",
    "echo {{.x}} | gnuplot",
    "echo {{.x}} | m4",
    "echo {{.x}} | dc",
    "echo {{.x}} | ssh host",
    "echo {{.x}} | sh /dev/stdin",
    "echo {{.x}} | python3 /dev/fd/0",
    "echo {{.x}} | make -f -",
    "echo {{.x}} | awk -f -",
    "echo {{.x}} | sed -f /dev/stdin file",
  ])("does not run a value: %s", (line) => expect(severities(line)).toContain("error"));

  it.each([
    "env FOO={{.x}} ls",
    "env -u HOME ls {{.x}}",
    "nice -n 5 ls {{.x}}",
    "timeout 5 ls {{.x}}",
    "timeout {{.x}} ls",
    "sudo -u nobody ls {{.x}}",
    "xargs -n {{.x}} ls",
    "xargs rm {{.x}}",
    "busybox ls {{.x}}",
    "npx prettier {{.x}}",
    "sort -k {{.x}} f",
    "node a.js -r {{.x}}",
    "python3 a.py {{.x}}",
    "make {{.x}}",
    "vim -es f {{.x}}",
    "ssh {{.x}} uptime",
    "cat {{.x}} | ssh host sort",
    "cat {{.x}} | sqlite3 db 'select 1'",
    "cat {{.x}} | psql -c 'copy t from stdin'",
    "cat {{.x}} | sh count.sh",
    "cat {{.x}} | sed -f clean.sed",
    "cat {{.x}} | awk '{print $1}'",
    "man {{.x}}",
  ])("passes a value: %s", (line) => expect(severities(line)).not.toContain("error"));
});

describe("a value never becomes code", () => {
  it.each([
    ["find", ".", "-exec", "sh", "-c", "{{x}}", ";"],
    ["strace", "sh", "-c", "{{x}}"],
    ["docker", "exec", "c", "sh", "-c", "{{x}}"],
    ["env", "-S", "sh -c", "{{x}}"],
    ["rbash", "-c", "{{x}}"],
    ["watch", "{{x}}"],
    ["flock", "/tmp/l", "-c", "{{x}}"],
    ["ssh", "host", "{{x}}"],
    ["awk", "{{x}}"],
    ["git", "-c", "alias.x={{x}}", "x"],
    ["sh", "-c", 'eval "$1"', "sh", "{{x}}"],
    ["bash", "-c", 'bash -c "$1"', "x", "{{x}}"],
  ])("%s %s %s", (binary, ...args) => {
    const text = toolText("x", binary, args, '[params.x]\ntype = "text"');
    expect(parseManifest(text, { file: "x.toml", layer: "project" }).issues.map(({ severity }) => severity)).toContain(
      "error",
    );
  });
});
