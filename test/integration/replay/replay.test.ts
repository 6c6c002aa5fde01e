import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReplayedCall, ReplayOptions } from "../../../src/call/replay/replay.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

const SAY = `
name = "say"
description = "Says it"
kind = "command"
binary = "printf"
args = ["%s %s", "{{text}}", "{{note}}"]
[params.text]
type = "text"
[params.note]
type = "text"
optional = true
`;

const PACKS = "[packs]\nshell = true\nfs = true\n";
const CONFIG = `${PACKS}[permissions]\nallow = ["say", "shell.exec(echo *)", "shell.exec(mkdir *)"]\n`;

let workspace: TestWorkspace;
let gateway: TestGateway;
const folders: string[] = [];

async function start(config = CONFIG): Promise<void> {
  workspace = createTestWorkspace({ tools: { say: SAY }, config });
  gateway = await workspace.open();
}

beforeEach(() => start());
afterEach(async () => {
  await workspace.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with a `toolgate.toml` that nobody works in. */
function candidate(config: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "toolgate-candidate-"));
  folders.push(folder);
  for (const [name, text] of Object.entries({ "toolgate.toml": config, ...files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function replay(options: Partial<ReplayOptions> = {}): Promise<readonly ReplayedCall[]> {
  const calls: ReplayedCall[] = [];
  for await (const call of gateway.runtime.replay({ since: "2020-01-01T00:00:00.000Z", ...options })) calls.push(call);
  return calls;
}

/** `cause: from -> to` of every call, oldest first. */
async function changes(options: Partial<ReplayOptions> = {}): Promise<readonly string[]> {
  return (await replay(options)).map(({ recorded, end }) =>
    end.kind === "judged" ? `${end.cause ?? "same"}: ${recorded.effect} -> ${end.now.effect}` : end.reason,
  );
}

const shell = (command: string): Promise<unknown> => gateway.call("shell.exec", { command }, { hold: false });

/** What the store holds: the configuration of a workspace is read when a gateway opens. */
async function reopen(config: string): Promise<void> {
  await gateway.close();
  workspace.write("toolgate.toml", config);
  gateway = await workspace.open();
}

describe("replay", () => {
  it("finds every decided call the same as it was where nothing changed", async () => {
    await gateway.call("say", { text: "hi" });
    await shell("echo one && mkdir -p two");
    await shell("touch three");
    await shell("rm -rf /");
    await gateway.call("fs.read", { path: "toolgate.toml" });
    await gateway.call("nothing.such", {});
    await gateway.call("say", { text: 7 });
    const calls = await replay();
    expect(calls.map(({ tool, about, recorded, end }) => [tool, about, recorded.effect, end.kind])).toEqual([
      ["say", null, "allow", "judged"],
      ["shell.exec", "echo one && mkdir -p two", "allow", "judged"],
      ["shell.exec", "touch three", "ask", "judged"],
      ["shell.exec", "rm -rf /", "deny", "judged"],
      ["fs.read", path.join(workspace.folder, "toolgate.toml"), "allow", "judged"],
    ]);
    for (const { recorded, end } of calls) expect(end).toMatchObject({ kind: "judged", cause: null, now: recorded });
  });

  it("says what a candidate would change, and by which rule", async () => {
    await shell("echo one");
    await shell("mkdir two");
    await shell("touch three");
    const folder = candidate(
      `${PACKS}[permissions]\nallow = ["shell.exec(touch *)"]\ndeny = ["shell.exec(mkdir *)"]\n`,
    );
    const calls = await replay({ with: folder });
    expect(
      calls.map(({ end }) => (end.kind === "judged" ? [end.cause, end.current.effect, end.now.effect] : end)),
    ).toEqual([
      [null, "allow", "allow"],
      ["candidate", "allow", "deny"],
      ["candidate", "ask", "allow"],
    ]);
    const [, denied, allowed] = calls.map(({ end }) => (end.kind === "judged" ? end.now : null));
    expect(denied).toMatchObject({
      code: "DENIED_BY_RULE",
      decider: { source: "rules", name: "deny rule `shell.exec(mkdir *)` (toolgate.toml:6)" },
    });
    expect(allowed?.decider.name).toBe("allow rule `shell.exec(touch *)` (toolgate.toml:5)");
  });

  it("changes nothing and takes nothing over: the candidate's tools, and it needs no trust", async () => {
    await gateway.call("say", { text: "hi" });
    const before = await gateway.runtime.control.audit.query({});
    const folder = candidate('[permissions]\ndeny = ["*"]\n', { "tools/evil.toml": SAY.replace('"say"', '"evil"') });
    expect(await changes({ with: folder })).toEqual(["candidate: allow -> deny"]);
    expect(await gateway.runtime.control.audit.query({})).toEqual(before);
    expect(gateway.runtime.registry.snapshot.tools.has("evil")).toBe(false);
    expect(await gateway.call("say", { text: "still" })).toMatchObject({ status: "success" });
  });

  it("tells what a candidate changes from what changed here since", async () => {
    await shell("echo one");
    await shell("mkdir two");
    await shell("touch three");
    await reopen(`${PACKS}[permissions]\nallow = ["shell.exec(echo *)"]\n`);
    expect(await changes()).toEqual(["same: allow -> allow", "since: allow -> ask", "same: ask -> ask"]);
    const folder = candidate(
      `${PACKS}[permissions]\nallow = ["shell.exec(mkdir *)"]\ndeny = ["shell.exec(touch *)"]\n`,
    );
    // `echo` only reads, whoever allows it; `mkdir` would again be what it was.
    expect(await changes({ with: folder })).toEqual([
      "same: allow -> allow",
      "candidate: allow -> allow",
      "candidate: ask -> deny",
    ]);
  });

  it("keeps the person's own rules and those of the database beside the candidate", async () => {
    await shell("mkdir two");
    await shell("touch three");
    const owner = await gateway.runtime.control.owner();
    const rule = { effect: "allow", rule: "shell.exec(touch *)", layer: "project", reason: null } as const;
    await gateway.runtime.control.addRule(rule, owner);
    expect(await changes({ with: candidate(PACKS) })).toEqual(["candidate: allow -> ask", "since: ask -> allow"]);
  });

  it("judges by the rules that have not run out, at the time of the call", async () => {
    const owner = await gateway.runtime.control.owner();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const rule = { effect: "allow", rule: "shell.exec(touch *)", layer: "project", reason: null, expiresAt } as const;
    await gateway.runtime.control.addRule(rule, owner);
    await shell("touch three");
    expect(await changes()).toEqual(["same: allow -> allow"]);
  });

  it("does not judge limits and pauses again", async () => {
    const owner = await gateway.runtime.control.owner();
    await gateway.call("say", { text: "hi" });
    await gateway.runtime.control.setPaused({ reason: "lunch" }, owner);
    await gateway.call("say", { text: "hi" });
    expect(await changes()).toEqual([
      "same: allow -> allow",
      "refused because of a limit or a pause, and neither is judged again",
    ]);
  });

  it("cannot tell where a rule reads what nobody kept, and only there", async () => {
    const note = "x".repeat(20_000);
    expect(await gateway.call("say", { text: "hi", note })).toMatchObject({ status: "success" });
    const allow = '[[permissions.rules]]\neffect = "allow"\ntool = "say"\n';
    const deny = '[[permissions.rules]]\neffect = "deny"\ntool = "say"\n';
    expect(await changes({ with: candidate(`${allow}${deny}params = { text = "ho" }\n`) })).toEqual([
      "same: allow -> allow",
    ]);
    expect(await changes({ with: candidate(`${allow}${deny}params = { note = "*secret*" }\n`) })).toEqual([
      "a rule or policy reads the argument `note`, which was too long to be kept",
    ]);
    const [intent] = await gateway.runtime.control.audit.query({ kind: "intent" });
    expect(JSON.stringify(intent?.data["request"]).length).toBeLessThan(2_000);
  });

  it("judges what patterns of a line stood for", async () => {
    workspace.write("notes.txt", "private");
    await shell("cat *.txt");
    rmSync(path.join(workspace.folder, "notes.txt"));
    const folder = candidate(`${CONFIG}deny = ["shell.exec(cat notes.txt)"]\n`);
    expect(await changes({ with: folder })).toEqual(["candidate: allow -> deny"]);
  });

  it("does not keep a line that nobody reads to the end a second time", async () => {
    await shell(`echo ${"x".repeat(30_000)}`);
    expect(await changes()).toEqual(["what the call was about is too long to be kept"]);
  });

  it("judges Cedar policies of the candidate by the arguments of the call", async () => {
    await gateway.call("say", { text: "good" });
    await gateway.call("say", { text: "bad" });
    const policy =
      '@id("words") forbid (principal, action, resource) when { resource.args has text && resource.args.text == "bad" };';
    const folder = candidate(CONFIG, { "policies/words.cedar": policy });
    const calls = await replay({ with: folder });
    expect(calls.map(({ end }) => (end.kind === "judged" ? [end.cause, end.now.decider.name] : end.reason))).toEqual([
      [null, "allow rule `say` (toolgate.toml:5)"],
      ["candidate", "Cedar policy `words` forbids it"],
    ]);
  });

  it("cannot tell what Cedar policies say of a tool that is gone", async () => {
    await gateway.call("say", { text: "good" });
    rmSync(path.join(workspace.folder, "tools/say.toml"));
    await reopen(CONFIG);
    expect(await changes()).toEqual(["same: allow -> allow"]);
    const policy = "permit (principal, action, resource);";
    expect(await changes({ with: candidate(CONFIG, { "policies/all.cedar": policy }) })).toEqual([
      "the tool is not declared any more, and Cedar policies read what it declares",
    ]);
  });

  it("judges a call that was made where nobody can be asked as one where nobody can", async () => {
    await gateway.close();
    gateway = await workspace.open({ overrides: { headless: true } });
    await shell("touch three");
    await gateway.close();
    gateway = await workspace.open();
    expect(await changes()).toEqual(["same: deny -> deny"]);
    const headless = candidate(CONFIG.replace("[permissions]", "[permissions]\nheadless = true"));
    expect(await changes({ with: headless })).toEqual(["same: deny -> deny"]);
  });

  it("names what would have asked where a candidate has nobody asked", async () => {
    await shell("touch three");
    const folder = candidate(CONFIG.replace("[permissions]", "[permissions]\nheadless = true"));
    const [call] = await replay({ with: folder });
    expect(call?.end).toMatchObject({
      cause: "candidate",
      now: { code: "DENIED_HEADLESS", decider: { source: "headless" } },
    });
    const { end } = call ?? {};
    expect(end?.kind === "judged" ? end.now.decider.name : "").toContain("no rule allows this tool");
  });

  it("takes only the calls that were asked for", async () => {
    await gateway.call("say", { text: "hi" });
    await shell("echo one");
    const other = await gateway.runtime.control.localAgent("other");
    await gateway.call("say", { text: "hi" }, { caller: other });
    const names = async (options: Partial<ReplayOptions>): Promise<readonly string[]> =>
      (await replay(options)).map(({ tool, agent }) => `${tool} ${agent}`);
    expect(await names({ tool: "s*y" })).toEqual(["say test", "say other"]);
    expect(await names({ agent: "other" })).toEqual(["say other"]);
    expect(await names({ limit: 1 })).toEqual(["say test"]);
    expect(await names({ until: "2020-02-01T00:00:00.000Z" })).toEqual([]);
    expect(await names({ since: "2999-01-01T00:00:00.000Z" })).toEqual([]);
  });

  it("tells how far it is, and ends with the records that were there when it began", async () => {
    for (let count = 0; count < 5; count += 1) await gateway.call("say", { text: "hi" });
    const seen: (readonly [number, number])[] = [];
    const calls: string[] = [];
    const all = gateway.runtime.replay({
      since: "2020-01-01T00:00:00.000Z",
      onProgress: (done, total) => seen.push([done, total]),
    });
    for await (const { callId } of all) {
      calls.push(callId);
      await gateway.call("say", { text: "more" });
    }
    expect(new Set(calls).size).toBe(5);
    expect(seen.every(([done, total]) => done < total)).toBe(true);
  });

  it.each([
    ["nothing there", {}, /no such folder/],
    ["a rule that is none", { "toolgate.toml": '[permissions]\nallow = ["say("]\n' }, /say\(/],
    ["a policy that is none", { "toolgate.toml": "", "policies/a.cedar": "forbid(" }, /a\.cedar/],
    ["a group that nothing is in", { "toolgate.toml": '[policy]\ndeny = ["group:nothing"]\n' }, /nothing/],
  ])("refuses a candidate with %s", async (_, files, message) => {
    const folder = candidate("");
    rmSync(path.join(folder, "toolgate.toml"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const given = Object.keys(files).length === 0 ? path.join(folder, "missing") : folder;
    await expect(replay({ with: given })).rejects.toThrow(message);
  });

  it("takes no candidate that leads out of its folder", async () => {
    const folder = candidate("");
    rmSync(path.join(folder, "toolgate.toml"));
    symlinkSync(path.join(workspace.folder, "toolgate.toml"), path.join(folder, "toolgate.toml"));
    await expect(replay({ with: folder })).rejects.toThrow(/must be inside its folder/);
    rmSync(path.join(folder, "toolgate.toml"));
    await expect(replay({ with: folder })).rejects.toThrow(/toolgate\.toml/);
  });
});
