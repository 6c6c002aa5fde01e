import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { callHttp, httpTool, loosened, planCall, startServer } from "../support/http-tool.ts";
import type { SeenRequest, TestServer, ToolText } from "../support/http-tool.ts";

/** What a caller could send to make a request another one, or to see the secret in it. */

const SECRET = "hunter2hunter2";
const URL_ARG = '[args.u]\ntype = "url"\nrequired = true';
const TEXT_ARG = '[args.x]\ntype = "string"\nrequired = true';

let server: TestServer;

beforeEach(async () => {
  server = await startServer((_request, response) => void response.end("{}"));
});

afterEach(async () => {
  await server.close();
});

async function send(tool: ToolText, args: JsonObject): Promise<SeenRequest> {
  const outcome = await callHttp(loosened(httpTool(tool)), args, { secrets: { api: SECRET } });
  expect(outcome.error).toBeNull();
  expect(JSON.stringify(outcome)).not.toContain(SECRET);
  expect(server.seen).toHaveLength(1);
  return server.seen[0]!;
}

function refused(tool: ToolText, args: JsonObject): void {
  const found = ((): unknown => {
    try {
      return planCall(httpTool(tool), args);
    } catch (error) {
      return error;
    }
  })();
  const issues = [{ param: Object.keys(args)[0] }];
  expect(found).toMatchObject({ info: { code: "INVALID_ARGUMENTS", details: { issues } } });
  expect(server.seen).toEqual([]);
}

describe("a placeholder of a secret in an argument", () => {
  const KEYED = 'headers = { Authorization = "Bearer {_secret:api}" }';

  it("stays text in a URL, and the envelope shows no secret", async () => {
    const http = `url = "${server.origin}/fetch?target={x}"\n${KEYED}`;
    // Types of text refuse braces; from here on they are taken, and the request must hold without the types.
    refused({ args: TEXT_ARG, http }, { x: "https://h.example/?k={_secret:api}" });
    refused({ args: URL_ARG, http: http.replace("{x}", "{u}") }, { u: "https://h.example/?k={_secret:api}" });
    const seen = await send({ args: TEXT_ARG, http }, { x: "https://h.example/?k={_secret:api}" });
    expect(seen.url).toBe(`/fetch?target=${encodeURIComponent("https://h.example/?k={_secret:api}")}`);
  });

  it.each([
    ["a header", 'X-Note = "{x}"', "", (seen: SeenRequest) => seen.headers["x-note"]],
    ["a JSON body", "", '{"note": "{x}"}', (seen: SeenRequest) => (JSON.parse(seen.body) as { note: string }).note],
    ["a text body", 'Content-Type = "text/plain"', "note {x}", (seen: SeenRequest) => seen.body.slice(5)],
    [
      "a form",
      'Content-Type = "application/x-www-form-urlencoded"',
      "note={x}",
      (seen: SeenRequest) => new URLSearchParams(seen.body).get("note"),
    ],
  ])("stays text in %s", async (_what, header, body, read) => {
    const http = [
      'method = "POST"',
      `url = "${server.origin}/"`,
      ...(body === "" ? [] : [`body_template = '${body}'`]),
      `[http.headers]\nAuthorization = "Bearer {_secret:api}"\n${header}`,
    ].join("\n");
    const seen = await send({ args: TEXT_ARG, http }, { x: "{_secret:api}" });
    expect(read(seen)).toBe("{_secret:api}");
    expect(seen.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it("cannot be put together of two arguments", async () => {
    const args = `${TEXT_ARG}\n${TEXT_ARG.replace("x", "y")}`;
    const http = `url = "${server.origin}/?k={x}{y}"\n${KEYED}`;
    const seen = await send({ args, http }, { x: "{_secret:", y: "api}" });
    expect(seen.url).toBe("/?k=%7B_secret%3Aapi%7D");
  });
});

describe("a file of this machine", () => {
  it.each(["@/etc/passwd", "</etc/passwd", "@-", "@C:\\x"])("%s is the text that it is", async (value) => {
    const http = `method = "POST"\nurl = "${server.origin}/"\nbody_template = "{x}"\nheaders = { Content-Type = "text/plain" }`;
    const seen = await send({ args: TEXT_ARG, http }, { x: value });
    expect(seen.body).toBe(value.replace("\\", "\\\\"));
  });

  it.each(["file:///etc/passwd", "FILE:///etc/passwd", "dict://127.0.0.1:11211/", "javascript:1", "data:text/plain,x"])(
    "%s is no URL of an argument",
    (value) => {
      refused({ args: URL_ARG, http: `url = "${server.origin}/?u={u}"` }, { u: value });
    },
  ); // prettier-ignore
});

describe("a line of its own", () => {
  const http = (): string => `url = "${server.origin}/"\nheaders = { X-Callback = "{u}" }`;
  it.each([
    "https://h.example/\r\nX-Admin: 1", "https://h.example/\nX-Admin: 1", "https://h.example/\r", "https://h.example/%0d%0a\n",
    "https://h.example/\0", "https://h.example/\u2028X-Admin: 1", "https://h.example/\u0085", "https://h.example/\u010d\u010a",
  ])("%j begins no header", (value) => {
    refused({ args: URL_ARG, http: http() }, { u: value });
    refused({ args: TEXT_ARG, http: http().replace("{u}", "{x}") }, { x: value });
  }); // prettier-ignore

  it("nor does its encoded form, which stays encoded", async () => {
    const seen = await send({ args: URL_ARG, http: http() }, { u: "https://h.example/%0d%0aX-Admin:%201" });
    expect(seen.headers).toMatchObject({ "x-callback": "https://h.example/%0d%0aX-Admin:%201" });
    expect(seen.headers["x-admin"]).toBeUndefined();
  });
});

describe("arguments that are checked like those of a command", () => {
  const tool = {
    args: `${TEXT_ARG}\n[args.n]\ntype = "integer"\nmax = 5\n[args.e]\ntype = "enum"\nallowed = ["a"]`,
    get http(): string {
      return `url = "${server.origin}/?x={x}&n={n}&e={e}"`;
    },
  };
  it.each<JsonObject>([
    {},
    { x: "a", n: 6 },
    { x: "a", n: "1e0" },
    { x: "a", e: "b" },
    { x: "a", other: 1 },
    { x: "a; rm -rf /" },
    { x: 7 },
    { x: null },
    { x: ["a"] },
    { x: "a", __proto__x: 1 },
  ])("%j", (args) => {
    expect(() => planCall(httpTool(tool), args)).toThrow(/do not fit/);
  });
});

describe("what the plan says", () => {
  it("holds no secret, and the same call has the same plan", () => {
    const http = `url = "${server.origin}/{_secret:api}?k={_secret:api}"\nheaders = { A = "{_secret:api}" }`;
    const plan = planCall(httpTool({ http }), {});
    expect(plan).toEqual(planCall(httpTool({ http }), {}));
    expect(plan).toMatchObject({
      kind: "http",
      host: "127.0.0.1",
      port: server.port,
      scopeChecked: false,
      injected: {},
    });
  });
});
