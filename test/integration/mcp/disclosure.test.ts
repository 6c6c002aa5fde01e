import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../support/workspace.ts";
import { connectNew, connectOld, serveMany } from "./disclosure-fixture.ts";
import type { Connected, ManyTools, Way } from "./disclosure-fixture.ts";

/** Two tools and a whole service are hidden from everybody; one agent sees GitHub and nothing else. */
const CONFIG = `
[permissions]
deny = ["github.merge_pull_request", "crypto.*", "sentry.get_stacktrace"]

[policy.agents.narrow]
allow = ["github.*", "search_tools", "load_tools", "list_tool_groups", "call_tool"]

[policy.agents.blind]
allow = ["github.*"]

[server.mcp.groups]
github = "Issues, pull requests and code."
`;
const SESSION = ["call_tool", "list_tool_groups", "load_tools", "search_tools"];
const FIXED = ["call_tool", "list_tool_groups", "search_tools"];
const HIDDEN = /github\.merge_pull_request|crypto|sentry\.get_stacktrace/u;

let many: ManyTools;
beforeAll(async () => {
  many = await serveMany(CONFIG);
});
afterAll(() => many.close());

async function withClient(connect: Promise<Connected>, run: (client: Connected) => Promise<void>): Promise<void> {
  const client = await connect;
  await run(client).finally(() => client.close());
}

describe.each<Way>(["stdio", "http"])("a session of an earlier revision over %s", (way) => {
  it("starts with what finds tools, and grows with what is loaded", () =>
    withClient(connectOld(way, many), async (client) => {
      expect(await client.list()).toEqual(SESSION);
      const { value } = await client.call("load_tools", { groups: ["figma", "nothing"] });
      expect(value).toMatchObject({ loaded: ["figma"], unknown: ["nothing"] });
      expect(value["tools"]).toContain("figma.export_frame");
      await until(() => client.changes() > 0, "the list to change");
      const listed = await client.list();
      expect(listed).toEqual([...SESSION, ...listed.filter((name) => name.startsWith("figma."))].sort());
      expect(listed).toContain("figma.export_frame");
      expect((await client.call("figma.export_frame", { file: "f" })).value).toMatchObject({
        ran: "figma.export_frame",
      });
    }));

  it("runs a known tool of a group that was not loaded, and counts the group as loaded", () =>
    withClient(connectOld(way, many), async (client) => {
      expect((await client.call("uber.request_ride", { from: "a" })).value).toMatchObject({ ran: "uber.request_ride" });
      await until(() => client.changes() > 0, "the list to change");
      expect(await client.list()).toContain("uber.estimate_fare");
      expect((await client.call("list_tool_groups")).value).toMatchObject({ loaded: ["uber"] });
    }));

  it("remembers nothing of a tool that is hidden, unknown, or called by way of another", () =>
    withClient(connectOld(way, many), async (client) => {
      expect((await client.call("sentry.get_stacktrace", { issue: "1" })).outcome).toMatchObject({ status: "refused" });
      expect((await client.call("crypto.coin_price", { coin: "x" })).isError).toBe(true);
      expect((await client.call("sentry.nothing")).outcome).toMatchObject({ code: "UNKNOWN_TOOL" });
      expect((await client.call("call_tool", { name: "uber.track_driver", arguments: { ride: "1" } })).isError).toBe(
        false,
      );
      expect(await client.list()).toEqual(SESSION);
      expect(client.changes()).toBe(0);
    }));
});

describe.each<Way>(["stdio", "http"])("2026-07-28 over %s", (way) => {
  it("lists the same whatever was called", () =>
    withClient(connectNew(way, many), async (client) => {
      expect(await client.list()).toEqual(FIXED);
      expect((await client.call("uber.request_ride", { from: "a" })).isError).toBe(false);
      await client.call("load_tools", { groups: "figma" });
      expect(await client.list()).toEqual(FIXED);
    }));

  it("finds a tool, and runs it at once with what the search gave", () =>
    withClient(connectNew(way, many), async (client) => {
      const { value } = await client.call("search_tools", { query: "clear the CDN cache" });
      const [best] = value["tools"] as { name: string; inputSchema: object; description: string; title: null }[];
      expect(best).toMatchObject({ name: "cloudflare.purge_cache", title: null, inputSchema: { type: "object" } });
      const ran = await client.call("call_tool", { name: best?.name, arguments: { zone: "example.com" } });
      expect(ran.value).toEqual({ ran: "cloudflare.purge_cache", args: { zone: "example.com" } });
    }));
});

it("says what to do where nothing is found", () =>
  withClient(connectNew("http", many), async (client) => {
    const { value } = await client.call("search_tools", { query: "zxqv" });
    expect(value).toEqual({ tools: [], next: expect.stringContaining("`list_tool_groups`") as string });
  }));

describe("call_tool", () => {
  it("leaves one story in the audit, under the name of the tool that it runs", () =>
    withClient(connectNew("http", many), async (client) => {
      const { outcome } = await client.call("call_tool", { name: "trains.delay_info", arguments: { train: "ICE 1" } });
      const callId = String(outcome["callId"]);
      const records = await many.gateway.runtime.control.audit.query({ callId });
      expect(records.map(({ tool, status }) => [tool, status])).toEqual([
        ["trains.delay_info", "admitted"],
        ["trains.delay_info", "success"],
      ]);
      expect(JSON.stringify(records)).not.toContain("call_tool");
    }));

  it.each([
    { what: "a hidden tool", args: { name: "github.merge_pull_request", arguments: { owner: "o" } } },
    { what: "an unknown tool", args: { name: "nothing.there", arguments: {} } },
    { what: "arguments that do not fit", args: { name: "trains.delay_info", arguments: { train: 1 } } },
    { what: "arguments that are no object", args: { name: "trains.delay_info", arguments: "ICE 1" } },
    {
      what: "a tool that asks where nobody can be asked",
      args: { name: "banking.transfer_money", arguments: { from: "a" } },
    },
  ])("refuses $what exactly as a direct call", async ({ args }) => {
    const context = { hold: false, hints: {} };
    const wrapped = await many.gateway.call("call_tool", args, context);
    const direct = await many.gateway.call(args.name, args.arguments as never, context);
    const bare = ({ status, error, step, tool }: typeof direct): unknown => ({
      status,
      code: error?.code,
      message: error?.message,
      step,
      tool,
    });
    expect(bare(wrapped)).toEqual(bare(direct));
    expect(wrapped.status).not.toBe("success");
  });

  it.each([
    { what: "itself", args: { name: "call_tool", arguments: { name: "trains.delay_info", arguments: {} } } },
    { what: "a search", args: { name: "search_tools", arguments: { query: "x" } } },
    { what: "no name", args: { arguments: {} } },
    { what: "a name that is no text", args: { name: ["trains.delay_info"] } },
    { what: "more than name and arguments", args: { name: "trains.delay_info", arguments: {}, caller: "admin" } },
    { what: "nothing", args: {} },
  ])("refuses $what under its own name", async ({ args }) => {
    const outcome = await many.gateway.call("call_tool", args);
    expect(outcome).toMatchObject({
      status: "refused",
      step: "receive",
      tool: "call_tool",
      error: { code: "MALFORMED_CALL" },
    });
  });

  it("explains what the call would be of the tool that it names", async () => {
    const raw = { entry: "library", caller: many.gateway.agent } as const;
    const args = { name: "trains.delay_info", arguments: { train: "1" } };
    const wrapped = await many.gateway.runtime.explain({ ...raw, tool: "call_tool", args });
    const direct = await many.gateway.runtime.explain({ ...raw, tool: args.name, args: args.arguments });
    expect(wrapped).toEqual(direct);
    expect(wrapped.decision?.effect).toBe("allow");
  });

  it("narrows by what the request says of itself", () =>
    withClient(connectNew("http", many), async (client) => {
      const meta = { "toolgate/hints": { allow: ["uber.*", "search_tools"] } };
      const args = { name: "trains.delay_info", arguments: { train: "1" } };
      expect((await client.call("call_tool", args, meta)).outcome).toMatchObject({ status: "refused" });
      const { text } = await client.call("search_tools", { query: "train delay", limit: 20 }, meta);
      expect(text).not.toContain("trains.");
    }));
});

describe("what a caller may not see", () => {
  it("has no part in groups, counts, loading and searching", () =>
    withClient(connectOld("http", many), async (client) => {
      const all = await Promise.all([
        client.call("list_tool_groups"),
        client.call("load_tools", { groups: ["github", "crypto", "sentry"] }),
        client.call("search_tools", { query: "merge a pull request", limit: 20 }),
        client.call("search_tools", { query: "price of a crypto coin", limit: 20 }),
        client.call("search_tools", { query: "stack trace of an error", limit: 20 }),
      ]);
      const [groups, loaded] = all;
      expect(all.map(({ isError }) => isError)).toEqual(all.map(() => false));
      // A name that the caller sent itself is told back as unknown, as any other would be.
      expect(loaded?.value["unknown"]).toEqual(["crypto"]);
      expect(
        all
          .filter((one) => one !== loaded)
          .map(({ text }) => text)
          .join("\n"),
      ).not.toMatch(HIDDEN);
      expect(JSON.stringify(loaded?.value["tools"])).not.toMatch(HIDDEN);
      const github = (groups?.value["groups"] as { name: string }[]).find(({ name }) => name === "github");
      const visible = (await many.gateway.runtime.listTools(many.gateway.agent)).filter(({ name }) =>
        name.startsWith("github."),
      );
      expect(github).toEqual({ name: "github", description: "Issues, pull requests and code.", tools: visible.length });
      expect((await client.list()).join("\n")).not.toMatch(HIDDEN);
    }));

  it("is judged for each caller: who sees few tools is listed all of them", () =>
    withClient(connectNew("http", many, "narrow"), async (client) => {
      const listed = await client.list();
      expect(listed.every((name) => name.startsWith("github."))).toBe(true);
      expect(listed.length).toBeGreaterThan(10);
      const { value } = await client.call("list_tool_groups");
      expect((value["groups"] as { name: string }[]).map(({ name }) => name)).toEqual(["github"]);
      expect((await client.call("search_tools", { query: "clear the CDN cache" })).text).not.toContain("cloudflare");
    }));

  it("is judged for each session: what one loads, another does not list", () =>
    withClient(connectOld("http", many), (one) =>
      withClient(connectOld("http", many), async (other) => {
        await one.call("load_tools", { groups: "trains" });
        expect(await one.list()).toContain("trains.delay_info");
        expect(await other.list()).toEqual(SESSION);
      }),
    ));
});

describe("load_tools", () => {
  it.each([
    { given: ["figma", " uber ", ""], loaded: ["figma", "uber"] },
    { given: '["figma", "uber"]', loaded: ["figma", "uber"] },
    { given: "['figma', 'uber']", loaded: ["figma", "uber"] },
    { given: "[figma, uber]", loaded: ["figma", "uber"] },
    { given: "figma, uber", loaded: ["figma", "uber"] },
    { given: "group:figma", loaded: ["figma"] },
    { given: 5, loaded: [] },
    { given: null, loaded: [] },
    { given: { figma: true }, loaded: [] },
    { given: undefined, loaded: [] },
  ])("reads $given", ({ given, loaded }) =>
    withClient(connectOld("http", many), async (client) => {
      const { value, text } = await client.call("load_tools", given === undefined ? {} : { groups: given });
      expect(value["loaded"], text).toEqual(loaded);
    }),
  );
});

describe("the cost", () => {
  it("of what is listed is at most 1,500 tokens, with more than a thousand tools behind it", async () => {
    const all = await many.gateway.runtime.listTools(many.gateway.agent);
    const client = new Client({ name: "count", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const requestInit = { headers: { authorization: `Bearer ${await many.token("test")}` } };
    await client.connect(new StreamableHTTPClientTransport(many.url, { requestInit }));
    const fixed = encode(JSON.stringify((await client.listTools()).tools)).length;
    await client.close();
    const session = await many.gateway.runtime.openSession(many.gateway.agent);
    const viewer = { caller: many.gateway.agent, session: session.id, hints: {} };
    const forget = many.gateway.runtime.disclosure.follow(session.id, () => undefined);
    const { toMcpTool } = await import("../../../src/server/mcp/lists/to-mcp-tool.ts");
    const grown = encode(
      JSON.stringify((await many.gateway.runtime.disclosure.list(viewer, session.id)).map(toMcpTool)),
    );
    const whole = encode(JSON.stringify(all.map(toMcpTool))).length;
    forget();
    console.info(`${all.length} tools cost ${whole} tokens; listed: ${fixed}, in a session ${grown.length} (o200k)`);
    expect(all.length).toBeGreaterThanOrEqual(1000);
    expect(Math.max(fixed, grown.length)).toBeLessThanOrEqual(1500);
  });
});
