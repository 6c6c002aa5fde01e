import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import type { HookAgentName } from "../agent-names.ts";
import { findHookAgent, HOOK_AGENTS } from "../hook-agents.ts";
import type { EditedSettings } from "./edit-settings.ts";
import { addHook, removeHook } from "./edit-settings.ts";
import { isOurs, renderHookCommand } from "./hook-command.ts";

const COMMAND = {
  node: "/usr/bin/node",
  launcher: "/opt/my tools/bin/toolgate.js",
  approvals: false,
  config: null,
  env: {},
};

function wantedFor(
  agent: HookAgentName,
  extra: Partial<Parameters<typeof renderHookCommand>[0]> = {},
): Parameters<typeof addHook>[1] {
  const { settings } = findHookAgent(agent)!;
  const command = renderHookCommand({ ...COMMAND, agent, ...extra });
  return { agent, base: settings.base ?? {}, entries: settings.entries(command, 30) };
}

function textOf(edited: EditedSettings): string {
  if (!edited.ok) throw new Error(edited.message);
  return edited.text;
}

const CLAUDE = wantedFor("claude-code");

describe("addHook", () => {
  it.each(HOOK_AGENTS.map(({ name }) => name))(
    "%s: makes a file, adds nothing twice, and takes itself out again",
    (name) => {
      const wanted = wantedFor(name);
      const text = textOf(addHook("", wanted));
      expect(JSON.parse(text)).toMatchObject({ hooks: {} });
      expect(textOf(addHook(text, wanted))).toBe(text);
      expect(textOf(removeHook(text, wanted))).not.toContain("toolgate.js");
      expect(textOf(addHook(textOf(removeHook(text, wanted)), wanted))).toBe(text);
    },
  );

  it("keeps everything else byte for byte: comments, unknown members, order, spaces, line ends", () => {
    const before =
      '{\r\n\t// mine\r\n\t"zzz" : [ 1,2 ],\r\n\t"hooks": {\r\n\t\t"Stop": [] /* later */\r\n\t},\r\n\t"odd": "\\u0041"\r\n}\r\n';
    const after = textOf(addHook(before, CLAUDE));
    const kept = ['\t// mine\r\n\t"zzz" : [ 1,2 ],\r\n', '"Stop": []', "/* later */", '\t"odd": "\\u0041"\r\n}\r\n'];
    for (const part of kept) expect(after).toContain(part);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(after).toContain('"matcher": "*"');
  });

  it("stands beside other hooks, and only goes itself", () => {
    const before = JSON.stringify(
      { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "mine.sh" }] }] } },
      null,
      4,
    );
    const after = textOf(addHook(before, CLAUDE));
    expect((JSON.parse(after) as { hooks: { PreToolUse: unknown[] } }).hooks.PreToolUse).toHaveLength(2);
    expect(textOf(removeHook(after, CLAUDE))).toBe(before);
  });

  it("takes itself out of a list that somebody put it into", () => {
    const [entry] = CLAUDE.entries;
    const [own] = entry!.item["hooks"] as object[];
    const mine = { type: "command", command: "mine.sh" };
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks: [own, mine, own] }] } });
    expect(JSON.parse(textOf(removeHook(text, CLAUDE)))).toEqual({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [mine] }] },
    });
  });

  it("replaces what an older place of Toolgate left", () => {
    const older = textOf(addHook("", wantedFor("claude-code", { launcher: "/old/bin/toolgate.js", approvals: true })));
    const after = textOf(addHook(older, CLAUDE));
    expect(after).not.toContain("/old/bin");
    expect(after.match(/toolgate\.js/g)).toHaveLength(1);
  });

  it.each([
    ["text that is no JSON", "export PATH=/bin"],
    ["half of it", '{"hooks":'],
    ["a list", "[]"],
    ["hooks that are no object", '{"hooks":[]}'],
    ["a list that is none", '{"hooks":{"PreToolUse":{}}}'],
    ["a member that stands twice", '{"hooks":{},"hooks":{}}'],
    ["a list that stands twice", '{"hooks":{"PreToolUse":[],"PreToolUse":[]}}'],
  ])("leaves alone %s", (_what, text) => {
    expect(addHook(text, CLAUDE).ok).toBe(false);
  });

  it("takes itself out wherever it stands, and leaves every other byte", () => {
    const own = JSON.stringify({ type: "command", command: renderHookCommand({ ...COMMAND, agent: "claude-code" }) });
    const others = ["a", "b", "c"].map((name) => JSON.stringify({ command: `${name}.sh` }));
    const around = [
      (inner: readonly string[]): string => `{"hooks":{"PreToolUse":[${inner.join(",")}]}}`,
      (inner: readonly string[]): string => `{"hooks":{"PreToolUse":[\n  ${inner.join(", // one\n  ")} // last\n]}}`,
      (inner: readonly string[]): string => `{"hooks":{"PreToolUse":[ ${inner.join(" , ")}, /* more */ ]}}`,
    ];
    fc.assert(
      fc.property(fc.subarray(others), fc.nat(3), fc.nat(3), fc.constantFrom(...around), (kept, one, two, wrap) => {
        const all = [...kept];
        all.splice(one, 0, own);
        if (two < 2) all.splice(two, 0, own);
        const after = textOf(removeHook(wrap(all), CLAUDE));
        const read: unknown = parse(after, [], { allowTrailingComma: true });
        expect(read).toEqual({ hooks: { PreToolUse: kept.map((text) => JSON.parse(text) as unknown) } });
        for (const comment of ["// last", "/* more */"])
          expect(after.includes(comment)).toBe(wrap(all).includes(comment));
      }),
    );
  });

  it("changes nothing where it never was", () => {
    const text = '{ "hooks" : { "PreToolUse": [ { "hooks": [ {"command": "x/toolgate.js hook codex"} ] } ] } }';
    expect(textOf(removeHook(text, CLAUDE))).toBe(text);
    expect(textOf(removeHook("", CLAUDE))).toBe("");
  });
});

describe("renderHookCommand", () => {
  it.each([
    [{}, "/usr/bin/node '/opt/my tools/bin/toolgate.js' hook claude-code"],
    [{ approvals: true }, "/usr/bin/node '/opt/my tools/bin/toolgate.js' hook claude-code --approvals"],
    [{ launcher: "/it's/bin/toolgate.js" }, "/usr/bin/node '/it'\\''s/bin/toolgate.js' hook claude-code"],
    [{ launcher: '/a$(x)`y`"z/bin/toolgate.js' }, "/usr/bin/node '/a$(x)`y`\"z/bin/toolgate.js' hook claude-code"],
    [
      { config: "/my project/toolgate.toml" },
      "/usr/bin/node '/opt/my tools/bin/toolgate.js' hook claude-code --config '/my project/toolgate.toml'",
    ],
    [
      { env: { TOOLGATE_HOME: "/tg home" } },
      "TOOLGATE_HOME='/tg home' /usr/bin/node '/opt/my tools/bin/toolgate.js' hook claude-code",
    ],
  ])("%j", (extra, line) => {
    const command = renderHookCommand({ ...COMMAND, agent: "claude-code", ...extra });
    expect(command).toBe(line);
    expect(isOurs({ command }, "claude-code")).toBe(true);
    expect(isOurs({ bash: command }, "codex")).toBe(false);
  });

  it.each([
    null,
    1,
    {},
    { command: 1 },
    { command: "toolgate.js hook claude-code" },
    { command: "/x/toolgate.js hook claude-codex" },
  ])("does not take %j for its own", (hook) => {
    expect(isOurs(hook, "claude-code")).toBe(false);
  });
});
