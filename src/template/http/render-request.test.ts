import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HttpBackend } from "../../model/backend.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { HttpValue } from "./http-values.ts";
import { standIn } from "./http-values.ts";
import { renderRequest } from "./render-request.ts";
import type { RenderedRequest } from "./render-request.ts";
import { showPlannedText } from "./show-planned-text.ts";

const HEAD = '[tool]\nname = "a"\ndescription = "x"\n[output]\nformat = "json"\n';
const ARGS = [
  ...["x", "y"].map((name) => `[args.${name}]\ntype = "string"\ndefault = "d"`),
  ...["o", "p"].map((name) => `[args.${name}]\ntype = "string"`),
  '[args.n]\ntype = "integer"\ndefault = 1\n[args.t]\ntype = "scope_target"\nrequired = true',
].join("\n");

/** Every argument is used in a header of its own, so that each manifest is complete. */
function backendOf(http: string): HttpBackend {
  const text = `${HEAD}${ARGS}\n[http]\n${http}\n`;
  const backend = parseManifest(text, { file: "a.clad.toml", layer: "user" });
  const others = backend.issues.filter(({ code }) => code !== "unused-param" && code !== "body-not-json");
  const relaxed = parseManifest(text + used(text), { file: "a.clad.toml", layer: "user" }).tools[0]?.backend;
  if (relaxed?.kind !== "http") throw new Error(JSON.stringify(others));
  const headers = relaxed.headers.filter(([name]) => !name.startsWith("U-"));
  return { ...relaxed, headers };
}

function used(text: string): string {
  const names = ["x", "y", "o", "p", "n", "t"].filter((name) => !text.includes(`{${name}}`));
  const lines = names.map((name) => `U-${name} = "{${name}}"`).join("\n");
  return text.includes("[http.headers]") ? `${lines}\n` : `[http.headers]\n${lines}\n`;
}

function render(http: string, texts: Record<string, string | number>): ReturnType<typeof renderRequest> {
  const values = new Map<string, HttpValue>();
  for (const [name, value] of Object.entries(texts)) values.set(name, { text: String(value), json: value });
  return renderRequest(backendOf(http), values);
}

function rendered(http: string, texts: Record<string, string | number>): RenderedRequest {
  const result = render(http, texts);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.request;
}

const url = (http: string, texts: Record<string, string | number>): string =>
  showPlannedText(rendered(http, texts).url);
const body = (template: string, texts: Record<string, string | number>, headers = ""): string | null => {
  const http = `method = "POST"\nurl = "https://e.example/"\nbody_template = '''${template}'''\n[http.headers]\n${headers}`;
  const sent = rendered(http, texts).body;
  return sent === null ? null : showPlannedText(sent);
};

describe("values in a URL", () => {
  const simple = 'url = "https://e.example/a/{x}/b?k={y}"';
  it.each([
    ["plain", "a-b_c.d~e", "a-b_c.d~e"],
    ["a space", "a b", "a%20b"],
    ["delimiters", "?a=b&c#d/e", "%3Fa%3Db%26c%23d%2Fe"],
    ["a placeholder of a secret", "{_secret:api}", "%7B_secret%3Aapi%7D"],
    ["a placeholder", "{y}", "%7By%7D"],
    ["an encoded slash", "a%2fb", "a%252fb"],
    ["a plus", "1+1", "1%2B1"],
    ["quotes", `'"`, "%27%22"],
    ["other scripts", "é漢😀", "%C3%A9%E6%BC%A2%F0%9F%98%80"],
    ["a line break", "a\r\nb", "a%0D%0Ab"],
    ["NUL", "a\0b", "a%00b"],
    ["a line separator", "a\u2028b", "a%E2%80%A8b"],
    ["a backslash", "a\\b", "a%5Cb"],
    ["a user name", "u:p@h", "u%3Ap%40h"],
    ["a dollar, as in a replacement", "$&$1", "%24%26%241"],
  ])("%s", (_what, value, encoded) => {
    expect(url(simple, { x: value, y: value })).toBe(`https://e.example/a/${encoded}/b?k=${encoded}`);
  });

  it.each([".", "..", "%2e", "%2E%2e", "..%2f..", "../x", "a/../b", "a/..", "..\\x", "%252e%252e", "a/%2e%2e/b", ".%2e", "..;/x"])(
    "%s leads nowhere in a path",
    (value) => {
      const result = render(simple, { x: value, y: "y" });
      expect(result).toMatchObject({ ok: false, issues: [{ param: "x", code: "outside" }] });
      expect(url(simple, { x: "x", y: value })).toBe(`https://e.example/a/x/b?k=${encodeURIComponent(value)}`);
    },
  ); // prettier-ignore

  it.each(["...", "a..b", "..a", ".git", "v1.0", "a/b", "%41", "x..%2fy"])("%s is a name like any other", (value) => {
    expect(url(simple, { x: value, y: "y" })).toContain(`/a/${encodeURIComponent(value)}/b`);
  });

  it("does not leave a hole in a path", () => {
    expect(render(simple, { x: "", y: "" })).toMatchObject({ ok: false, issues: [{ param: "x", code: "empty" }] });
    expect(url('url = "https://e.example/a-{x}/b"', { x: "" })).toBe("https://e.example/a-/b");
  });

  it("does not send what is too long", () => {
    const result = render(simple, { x: "x", y: "y".repeat(9000) });
    expect(result).toMatchObject({ ok: false, issues: [{ param: "y", code: "too_long" }] });
  });

  it.each([["\ud800"], ["a\udc00"], ["\udc00\ud800"]])("half of a character is no text", (value) => {
    expect(render(simple, { x: value, y: "y" })).toMatchObject({ ok: false, issues: [{ param: "x" }] });
  });

  it.each([
    ["a={x}&o={o}&n={n}", { x: "1", n: 2 }, "?a=1&n=2"],
    ["o={o}", {}, ""],
    ["o={o}&p={p}", { p: "1" }, "?p=1"],
    ["fixed&o={o}{p}", { o: "1" }, "?fixed"],
    ["it=it's", {}, "?it=it%27s"],
    ["", {}, ""],
  ])("query %s with %j", (query, values, expected) => {
    expect(url(`url = "https://e.example/?${query}"`, values)).toBe(`https://e.example/${expected}`);
  });

  it.each([
    ["Example.ORG", "http://example.org/", "example.org", 80],
    ["10.0.0.1", "http://10.0.0.1/", "10.0.0.1", 80],
    ["2001:db8::1", "http://[2001:db8::1]/", "2001:db8::1", 80],
    ["::ffff:10.0.0.1", "http://[::ffff:a00:1]/", "::ffff:a00:1", 80],
  ])("target %s", (target, expected, host, port) => {
    const request = rendered('url = "http://{t}/"', { t: target });
    expect([showPlannedText(request.url), request.host, request.port]).toEqual([expected, host, port]);
  });

  it.each(["10.0.0.0/8", "2001:db8::/32", "a b", "u@h", "h:1", "h/x", "h?x", "h#x", "127.1", "0x7f000001", "2130706433", ""])(
    "%s is no host",
    (target) => {
      expect(render('url = "http://{t}/"', { t: target })).toMatchObject({ ok: false, issues: [{ param: "t" }] });
    },
  ); // prettier-ignore

  it("fills the port in, and leaves the usual one out", () => {
    expect(rendered('url = "https://E.example:443/"', {})).toMatchObject({ host: "e.example", port: 443 });
    expect(url('url = "https://E.example:443/"', {})).toBe("https://e.example/");
    expect(url('url = "https://E.example:8443/"', {})).toBe("https://e.example:8443/");
  });

  it("keeps secrets as places, with how they are written there", () => {
    const { url: text } = rendered('url = "https://e.example/{_secret:a}/{x}?k={_secret:b}"', { x: "{_secret:b}" });
    expect(text).toEqual([
      { kind: "text", text: "https://e.example/" },
      { kind: "secret", name: "a", as: "path" },
      { kind: "text", text: "/%7B_secret%3Ab%7D?k=" },
      { kind: "secret", name: "b", as: "query" },
    ]);
  });
});

describe("values in headers", () => {
  const http = (value: string, name = "X-A"): string =>
    `url = "https://e.example/"\n[http.headers]\n${name} = "${value}"`;
  it.each(["a\r\nX-B: 1", "a\nb", "a\rb", "a\0", "a\u2028b", "a\u0085b", "é", "\u007f", "\u001b[31m", "a\vb"])(
    "%j ends no line",
    (value) => {
      expect(render(http("{x}"), { x: value })).toMatchObject({ ok: false, issues: [{ param: "x", code: "characters" }] });
    },
  ); // prettier-ignore

  it("takes every other text as it is", () => {
    const { headers } = rendered(http("a {x}"), { x: `{_secret:k} {y}: "q" \t;` });
    expect(headers).toContainEqual(["x-a", [{ kind: "text", text: `a {_secret:k} {y}: "q" \t;` }]]);
  });

  it.each(["a; b=c", "a,b", 'a"b', "a b", "a\\b"])("%s begins no other cookie", (value) => {
    expect(render(http("s={x}", "Cookie"), { x: value })).toMatchObject({ ok: false, issues: [{ param: "x" }] });
  });

  it("leaves out a header with an absent value, and says who asks", () => {
    expect(rendered(http("{o}"), {}).headers).toEqual([["user-agent", [{ kind: "text", text: "toolgate" }]]]);
    expect(rendered(http("mine", "User-Agent"), {}).headers).toEqual([
      ["user-agent", [{ kind: "text", text: "mine" }]],
    ]);
  });
});

describe("values in a body", () => {
  it.each([
    ['{"a": "{x}"}', { x: 'q" , "b": 1}' }, '{"a":"q\\" , \\"b\\": 1}"}'],
    ['{"a": "{x}"}', { x: "\\" }, '{"a":"\\\\"}'],
    ['{"a": "{x}"}', { x: "\r\n\0\u2028" }, '{"a":"\\r\\n\\u0000\u2028"}'],
    ['{"a": "-{x}-{y}-"}', { x: "{y}", y: "{_secret:k}" }, '{"a":"-{y}-{_secret:k}-"}'],
    ['{"a": {n}, "b": {x}}', { n: -5, x: "5" }, '{"a":-5,"b":"5"}'],
    ['{"a": {x}}', { x: "null" }, '{"a":"null"}'],
    ['{"a": {x}}', { x: "__proto__" }, '{"a":"__proto__"}'],
    ['{"__proto__": "{x}"}', { x: "1" }, '{"__proto__":"1"}'],
    ["[ {n} , 1.0, 12345678901234567890 ]", { n: 1 }, "[1,1.0,12345678901234567890]"],
    ['"{x}"', { x: '"' }, '"\\""'],
    ['{"a": {"b": [true, null, "\\u00e9{x}\\""]}}', { x: "1" }, '{"a":{"b":[true,null,"\\u00e91\\""]}}'],
    ["{}", {}, "{}"],
    ["[]", {}, "[]"],
    ['{"a": "{o}", "b": {p}, "c": 1}', {}, '{"c":1}'],
    ['{"a": "{o}", "b": {p}, "c": 1}', { p: "2" }, '{"b":"2","c":1}'],
    ['[{o}, "{p}", {"a": "{o}"}]', {}, "[{}]"],
  ])("JSON %s with %j", (template, values, expected) => {
    expect(body(template, values)).toBe(expected);
  });

  it("is nothing when all of it is absent", () => {
    expect(body('"{o}"', {})).toBeNull();
  });

  it("writes secrets by where they stand", () => {
    const http = `method = "POST"\nurl = "https://e.example/"\nbody_template = '{"a": "{_secret:k}", "b": {_secret:k}}'`;
    expect(rendered(http, {}).body).toEqual([
      { kind: "text", text: '{"a":"' },
      { kind: "secret", name: "k", as: "json-string" },
      { kind: "text", text: '","b":' },
      { kind: "secret", name: "k", as: "json-value" },
      { kind: "text", text: "}" },
    ]);
  });

  const FORM = 'Content-Type = "application/x-www-form-urlencoded"';
  it.each([
    ["a={x}&b={o}&c={n}", { x: "1&c=2", n: 3 }, "a=1%26c%3D2&c=3"],
    ["@{x}", { x: "@/etc/passwd" }, "@%40%2Fetc%2Fpasswd"],
  ])("form %s with %j", (template, values, expected) => {
    expect(body(template, values, FORM)).toBe(expected);
  });

  it.each([
    ["{x} {o}.", { x: 'a"\nb' }, 'a\\"\\nb .'],
    ["{x}", { x: "@/etc/passwd" }, "@/etc/passwd"],
  ])("text %s with %j", (template, values, expected) => {
    expect(body(template, values, 'Content-Type = "text/plain"')).toBe(expected);
  });

  it.each([
    ['{"a": 1}', "", "application/json"],
    ['{"a": 1}', 'Content-Type = "application/vnd.x+json"', "application/vnd.x+json"],
    ["hello", "", "text/plain; charset=utf-8"],
  ])("%s is sent as what it is", (template, headers, type) => {
    const http = `method = "POST"\nurl = "https://e.example/"\nbody_template = '''${template}'''\n[http.headers]\n${headers}`;
    const found = rendered(http, {}).headers.find(([name]) => name === "content-type")?.[1];
    expect(found).toEqual([{ kind: "text", text: type }]);
  });
});

describe("whatever a caller sends", () => {
  const http = [
    'method = "POST"',
    'url = "https://e.example/a/{x}/b?k={y}&o={o}"',
    `body_template = '{"m": "a{x}b{y}", "v": {x}, "l": [{o}]}'`,
  ].join("\n");
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom("..", "{_secret:k}", "%2e%2e", "\r\n", '"', "\\", "&k=1", "{x}"),
  );

  it("the request keeps its shape", () => {
    const backend = backendOf(http);
    fc.assert(
      fc.property(text, text, fc.option(text, { nil: undefined }), (x, y, o) => {
        const sent = Object.entries({ x, y, o }).filter(([, value]) => value !== undefined) as [string, string][];
        const values = new Map(sent.map(([name, value]) => [name, { text: value, json: value }]));
        const result = renderRequest(backend, values);
        if (!result.ok) return;
        const seen = new URL(standIn(result.request.url));
        expect([seen.origin, seen.username, seen.hash]).toEqual(["https://e.example", "", ""]);
        const segments = seen.pathname.split("/");
        expect(segments.map((segment) => decodeURIComponent(segment))).toEqual(["", "a", x, "b"]);
        expect([...seen.searchParams]).toEqual([["k", y], ...(o === undefined ? [] : [["o", o]])]);
        expect(JSON.parse(standIn(result.request.body ?? []))).toEqual({
          m: `a${x}b${y}`,
          v: x,
          l: o === undefined ? [] : [o],
        });
        expect(result.request.url.every(({ kind }) => kind === "text")).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
