import { describe, expect, it } from "vitest";
import { SERVER_INFO } from "../../mcp/server-info.ts";
import { findObstacle } from "./find-obstacle.ts";
import type { GatewaySettings } from "./find-obstacle.ts";
import { parseForwardGreeting, parseForwardHead } from "./forward-wire.ts";
import type { ForwardHead } from "./forward-wire.ts";

const HEAD: ForwardHead = {
  speaks: "mcp",
  agent: "editor",
  version: SERVER_INFO.version,
  configFile: "/w/toolgate.toml",
  userConfigFile: "/h/toolgate.toml",
  settings: "a",
  trustsAll: false,
};
const GATEWAY: GatewaySettings = {
  configFile: "/w/toolgate.toml",
  userConfigFile: "/h/toolgate.toml",
  settings: "a",
  trustsAll: false,
  trust: "trusted",
  takesConnections: true,
};

type Case = readonly [string, Partial<ForwardHead>, Partial<GatewaySettings>, string | null];

const DIFFERENT: readonly Case[] = [
  ["another version", { version: "0.0.0" }, {}, "version"],
  ["another project", { configFile: "/w/other.toml" }, {}, "another configuration"],
  ["no project", { configFile: null }, {}, "another configuration"],
  ["another person's configuration", { userConfigFile: "/x/toolgate.toml" }, {}, "another configuration"],
];
const ONLY_ACTING: readonly Case[] = [
  ["a configuration that was changed since", { settings: "b" }, {}, "before the configuration was changed"],
  ["TOOLGATE_TRUST=1 here only", { trustsAll: true }, {}, "is set here and not for the gateway"],
  ["TOOLGATE_TRUST=1 there only", {}, { trustsAll: true }, "is set for the gateway and not here"],
  ["a name that nobody could tell from another", { agent: "edit\u200bor" }, {}, "cannot be the name of an agent"],
  ["no name", { agent: "" }, {}, "cannot be the name of an agent"],
  ["a gateway that was not trusted", {}, { trust: "untrusted" }, "before this folder was trusted"],
];

describe("what keeps a gateway from acting for another process", () => {
  it.each(["mcp", "call", "servers"] as const)("is nothing where all is the same (%s)", (speaks) => {
    expect(findObstacle({ ...HEAD, speaks }, GATEWAY)).toEqual({ ok: true, reason: null });
    const both = { trustsAll: true };
    expect(findObstacle({ ...HEAD, ...both, speaks }, { ...GATEWAY, ...both })).toEqual({ ok: true, reason: null });
    expect(findObstacle({ ...HEAD, speaks }, { ...GATEWAY, trust: "none" }).ok).toBe(true);
  });

  it.each([...DIFFERENT, ...ONLY_ACTING])("is %s", (_what, head, gateway, reason) => {
    for (const speaks of ["mcp", "call"] as const) {
      const greeting = findObstacle({ ...HEAD, ...head, speaks }, { ...GATEWAY, ...gateway });
      expect(greeting).toEqual({ ok: false, reason: expect.stringContaining(reason ?? "") as string });
    }
  });

  it("is that it serves one client of its own, which a call does not talk of", () => {
    const alone = { ...GATEWAY, takesConnections: false };
    expect(findObstacle(HEAD, alone)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("one client") as string,
    });
    expect(findObstacle({ ...HEAD, speaks: "call" }, alone)).toEqual({ ok: false, reason: null });
    expect(findObstacle({ ...HEAD, speaks: "servers" }, alone).ok).toBe(true);
  });

  it.each(DIFFERENT)("is for questions about itself %s", (_what, head, gateway) => {
    expect(findObstacle({ ...HEAD, ...head, speaks: "servers" }, { ...GATEWAY, ...gateway }).ok).toBe(false);
  });

  it.each(ONLY_ACTING)("is for questions about itself not %s", (_what, head, gateway) => {
    expect(findObstacle({ ...HEAD, ...head, speaks: "servers" }, { ...GATEWAY, ...gateway }).ok).toBe(true);
  });
});

describe("the first lines", () => {
  it("are read as they were written", () => {
    expect(parseForwardHead(JSON.stringify(HEAD))).toEqual(HEAD);
    expect(parseForwardGreeting('{"ok":false,"reason":"no"}')).toEqual({ ok: false, reason: "no" });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["a question of a hook", '{"agent":"claude-code","approvals":false}'],
    ["something else that is spoken", JSON.stringify({ ...HEAD, speaks: "admin" })],
    ["a member of every object that is spoken", JSON.stringify({ ...HEAD, speaks: "constructor" })],
    ["no agent", JSON.stringify({ ...HEAD, agent: 1 })],
    ["no version", JSON.stringify({ ...HEAD, version: null })],
  ])("are not %s", (_what, line) => {
    expect(parseForwardHead(line)).toBeNull();
  });

  it("trust nothing that is not said in so many words", () => {
    const said = JSON.stringify({ ...HEAD, settings: undefined, trustsAll: "true" });
    expect(parseForwardHead(said)).toEqual({ ...HEAD, settings: "", trustsAll: false });
    expect(parseForwardGreeting('{"ok":"true"}')).toBeNull();
  });
});
