import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../analyze-command.ts";
import type { AllowView } from "./to-allow-view.ts";
import { toAllowView } from "./to-allow-view.ts";

function view(text: string): AllowView {
  const [item] = analyzeCommand(text).items;
  if (item === undefined) throw new Error(`no command in ${text}`);
  return toAllowView(item);
}

function show(text: string): string {
  const seen = view(text);
  return seen.ok ? seen.words.map((word) => word.text ?? "…").join(" ") : "never";
}

describe("toAllowView", () => {
  it.each([
    ["npm test", "npm test"],
    ["timeout 30 npm test", "npm test"],
    ["timeout 30s npm test", "npm test"],
    ["timeout 1.5m npm test", "npm test"],
    ["timeout inf npm test", "npm test"],
    ["timeout -k 5 60 npm test", "npm test"],
    ["timeout -s KILL 5 npm test", "npm test"],
    ["timeout --signal=KILL 10 npm test", "npm test"],
    ["timeout -vk5 --foreground 10 npm test", "npm test"],
    ["timeout -- 10 npm test", "npm test"],
    ["/usr/bin/timeout 10 npm test", "npm test"],
    ["time npm test", "npm test"],
    ["/usr/bin/time -p npm test", "npm test"],
    ["/usr/bin/time -f %e npm test", "npm test"],
    ["nice npm test", "npm test"],
    ["nice -n 10 npm test", "npm test"],
    ["nice -10 npm test", "npm test"],
    ["nice -n10 npm test", "npm test"],
    ["nice --adjustment=5 npm test", "npm test"],
    ["nohup npm test", "npm test"],
    ["nohup -- npm test", "npm test"],
    ["stdbuf -oL npm test", "npm test"],
    ["stdbuf -o L -e0 npm test", "npm test"],
    ["stdbuf --output=L npm test", "npm test"],
    ["command npm test", "npm test"],
    ["command -p npm test", "npm test"],
    ["builtin echo x", "echo x"],
    ["xargs grep p", "grep p"],
    ["env npm test", "npm test"],
    ["env CI=1 npm test", "npm test"],
    ["env NODE_ENV=test LC_ALL=C npm test", "npm test"],
    ["NODE_ENV=test npm test", "npm test"],
    ["CI=1 FORCE_COLOR=0 npm test", "npm test"],
    ["TZ=America/New_York npm test", "npm test"],
    ["NODE_ENV=test timeout 5 nice -n 1 env CI=1 npm test -- -x", "npm test -- -x"],
    ["timeout 5 sudo npm test", "sudo npm test"],
    // Whatever is not clearly harmless stays.
    ["sudo npm test", "sudo npm test"],
    ["doas npm test", "doas npm test"],
    ["env FOO=bar npm test", "env FOO=bar npm test"],
    ["env CI=1 PATH=. npm test", "env CI=1 PATH=. npm test"],
    ["env -i npm test", "env -i npm test"],
    ["env -u CI npm test", "env -u CI npm test"],
    ["env -C /tmp npm test", "env -C /tmp npm test"],
    ["env -S 'npm test'", "env -S npm test"],
    ["env LC_ALL=/tmp/x npm test", "env LC_ALL=/tmp/x npm test"],
    ["env", "env"],
    ["env CI=1", "env CI=1"],
    ["xargs -n1 grep p", "xargs -n1 grep p"],
    ["xargs -I{} grep {}", "xargs -I{} grep {}"],
    ["xargs", "xargs"],
    ["command -v npm", "command -v npm"],
    ["command -V npm", "command -V npm"],
    ["command -pv npm", "command -pv npm"],
    ["/usr/bin/time -o log npm test", "/usr/bin/time -o log npm test"],
    ["/usr/bin/time -olog npm test", "/usr/bin/time -olog npm test"],
    ["/usr/bin/time --out=log npm test", "/usr/bin/time --out=log npm test"],
    ["timeout --new 5 npm test", "timeout --new 5 npm test"],
    ["timeout --sig=KILL 5 npm test", "timeout --sig=KILL 5 npm test"],
    ["timeout npm test", "timeout npm test"],
    ["timeout $T npm test", "timeout … npm test"],
    ["timeout 5", "timeout 5"],
    ["timeout 5 -x npm", "timeout 5 -x npm"],
    ["nice -n * npm test", "nice -n * npm test"],
    ["/tmp/timeout 5 npm test", "/tmp/timeout 5 npm test"],
    ["./nice npm test", "./nice npm test"],
    ["~/bin/nice npm test", "~/bin/nice npm test"],
    ["exec npm test", "exec npm test"],
    ["setsid npm test", "setsid npm test"],
    ["ionice npm test", "ionice npm test"],
    ["flock f npm test", "flock f npm test"],
    ["watch npm test", "watch npm test"],
    ["npx npm test", "npx npm test"],
    ["bash -c 'npm test'", "bash -c npm test"],
    ["find . -exec npm test", "find . -exec npm test"],
    ["export CI=1", "export CI=1"],
    ["echo $(x)", "echo …"],
  ])("%s is covered as `%s`", (text, expected) => expect(show(text)).toBe(expected));

  it.each([
    "FOO=bar npm test",
    "PATH=. npm test",
    "LD_PRELOAD=x ls",
    "BASH_ENV=x npm test",
    "GIT_EXTERNAL_DIFF=x git diff",
    "GIT_PAGER=x git log",
    "NODE_OPTIONS=x npm test",
    "CI+=1 npm test",
    "CI=$X npm test",
    "CI=$(x) npm test",
    "LANG=../../x npm test",
    "TERM=/tmp/x npm test",
    "TZ=:/etc/shadow npm test",
    "export PATH=. ",
    "export CI=1 FOO=1",
    "A=1",
    "CI=1",
    "> file",
    "$X y",
    '"$(echo rm)" y',
    "timeout 5 $X y",
    "/bin/r? y",
    "timeout 5 /bin/r* y",
    "{rm,x}",
    "'git status'",
    "rm\u00e9 x",
    "timeout 5 'a b'",
    "''",
  ])("%s is never covered by the beginning of a command", (text) => expect(view(text).ok).toBe(false));

  it("says what it took away, and that xargs adds words", () => {
    const seen = view("timeout 5 nice xargs grep p");
    expect(seen).toMatchObject({ ok: true, program: "grep", more: true });
    expect(seen.ok && seen.through.map(({ text }) => text)).toEqual(["timeout", "nice", "xargs"]);
    expect(view("timeout 5 grep p")).toMatchObject({ more: false });
  });

  it("only ever takes words away from the front, down to words that are all known", () => {
    const word = fc.constantFrom(
      "timeout",
      "5",
      "-k",
      "nice",
      "-n",
      "env",
      "CI=1",
      "FOO=1",
      "nohup",
      "--",
      "xargs",
      "sudo",
      "$X",
      "*",
      "-o",
      "time",
      "npm",
      "test",
      "command",
      "-v",
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const [item] = analyzeCommand(words.join(" ")).items;
        if (item === undefined) return;
        const seen = toAllowView(item);
        if (!seen.ok) return;
        const length = item.words.length - seen.words.length;
        expect(item.words.slice(length)).toEqual(seen.words);
        expect(item.words.slice(0, length).every(({ text, glob }) => text !== null && !glob)).toBe(true);
        expect(item.words.slice(0, length).some(({ text }) => text === "sudo" || text === "FOO=1")).toBe(false);
      }),
    );
  });
});
