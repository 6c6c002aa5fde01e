import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HttpBackend, TextTemplate } from "../../../model/backend.ts";
import type { ManifestResult } from "../../manifest.ts";
import { parseManifest } from "../../parse-manifest.ts";

const HEAD = '[tool]\nname = "a"\ndescription = "x"\n[output]\nformat = "json"\n';
const ARGS = '[args.x]\ntype = "string"\nrequired = true\n[args.n]\ntype = "integer"\ndefault = 1\n';

function read(http: string, args = ""): ManifestResult {
  return parseManifest(`${HEAD}${args}[http]\n${http}`, { file: "a.clad.toml", layer: "user" });
}

function readBackend(http: string, args = ""): HttpBackend {
  const { tools, issues } = read(http, args);
  const backend = tools[0]?.backend;
  if (backend?.kind === "http") return backend;
  throw new Error(JSON.stringify(issues));
}

const text = (literal: string): object => ({ kind: "text", text: literal });
const param = (name: string): object => ({ kind: "param", name });
const secret = (name: string): object => ({ kind: "secret", name });

describe("an HTTP request", () => {
  it("is cut into the parts that values are encoded for", () => {
    const url = 'url = "HTTPS://Api.example.com:8443/v1/{x}/items?n={n}&k={_secret:key}&at={_scan_id}"';
    const backend = readBackend(`${url}\nheaders = { Authorization = "Bearer {_secret:key}", X-A = "{x}" }`, ARGS);
    expect(backend).toEqual({
      kind: "http",
      method: "GET",
      url: {
        scheme: "https",
        host: [text("Api.example.com")],
        port: [text("8443")],
        path: [text("/v1/"), param("x"), text("/items")],
        query: [text("n="), param("n"), text("&k="), secret("key"), text("&at="), param("_scan_id")],
      },
      headers: [
        ["Authorization", [text("Bearer "), secret("key")]],
        ["X-A", [param("x")]],
      ],
      body: null,
      successStatus: [],
      errorStatus: [],
    });
  });

  it.each([
    ["https://example.org", [text("/")], null],
    ["https://example.org?a=1", [text("/")], [text("a=1")]],
    ["https://example.org/?", [text("/")], []],
    ["https://example.org/a?b?c", [text("/a")], [text("b?c")]],
    ["https://[2001:db8::1]:80/a", [text("/a")], null],
  ])("%s", (url, path, query) => {
    expect(readBackend(`url = "${url}"`).url).toMatchObject({ path, query });
  });

  it("keeps braces that form no placeholder, where they can stand", () => {
    const { headers } = readBackend('url = "https://example.org/{x}/{n}"\nheaders = { X-A = "{ x } {x y} {}" }', ARGS);
    expect(headers).toEqual([["X-A", [text("{ x } {x y} {}")]]]);
  });

  it.each([
    ['{"a": "{x}", "b": {n}}', "json"],
    ['[{n}, "{x}"]', "json"],
    ['"{x} {n}"', "json"],
    ["{x} {n}", "text"],
  ])("reads the body %s as %s", (body, kind) => {
    const post = `method = "POST"\nurl = "https://example.org/"\nbody_template = '${body}'`;
    expect(readBackend(post, ARGS).body?.kind).toBe(kind);
  });

  it.each(["{secret:t}", "{_secrets:t}", "{ _secret:t }", "{Secret.t}"])("asks what %s is", (place) => {
    const { issues } = read(`url = "https://example.org/"\nheaders = { X-A = "Bearer ${place}" }`);
    const [issue] = issues.filter(({ severity }) => severity === "error");
    expect(issue?.message).toContain("{_secret:NAME}");
  });

  it.each(["/a/../b", "/a/.", "/./{x}", "/%2e%2E/{x}", "/.%2e"])("has no steps in its path: %s", (path) => {
    const { issues } = read(`url = "https://example.org${path}"\nheaders = { X-A = "{x}{n}" }`, ARGS);
    expect(issues).toMatchObject([{ code: "bad-url", severity: "error" }]);
  });

  it.each(["/a..b/{x}", "/{x}.", "/.{x}", "/...", "/a.%2e"])("keeps dots that are part of a name: %s", (path) => {
    const { tools } = read(`url = "https://example.org${path}"\nheaders = { X-A = "{x}{n}" }`, ARGS);
    expect(tools).toHaveLength(1);
  });

  it("says which values stand inside strings", () => {
    const post = `method = "PUT"\nurl = "https://example.org/"\nbody_template = '{"a": "-{x}-{_secret:s}", "b": {n}}'`;
    expect(readBackend(post, ARGS).body).toEqual({
      kind: "json",
      parts: [
        text('{"a": "-'),
        { kind: "param", name: "x", position: "string" },
        text("-"),
        { kind: "secret", name: "s", position: "string" },
        text('", "b": '),
        { kind: "param", name: "n", position: "value" },
        text("}"),
      ],
    });
  });

  it("gives the tool what [tool] and [args] say", () => {
    const [tool] = read('url = "https://example.org/{x}/{n}"', ARGS).tools;
    expect(tool).toMatchObject({
      name: "a",
      effect: "write",
      riskTier: "low",
      limits: { timeoutMs: 60_000 },
      output: { shape: "envelope", parser: "json" },
      origin: { format: "toolclad", line: 2 },
    });
  });
});

describe("whatever the author writes as a URL", () => {
  const piece = fc.constantFrom(
    "https://", "http://", "example.org", "evil.example", "{x}", "{host}", "{n}", "@", ":", "/", "?", "#", "[", "]",
    "::1", "%2f", "%40", ".", "..", "&", "=", "80", "x", "\\\\", " ", "{", "}",
  ); // prettier-ignore
  const args = `${ARGS}[args.host]\ntype = "scope_target"\nrequired = true\n`;

  it("no value changes the host or adds a user name", () => {
    const tail = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom("https://", "http://example.org", "https://{host}", ""),
        tail,
        fc.string(),
        (start, end, value) => {
          const used = `headers = { X-A = "{x}{n}{host}" }`;
          const { tools, issues } = read(`url = "${start}${end}"\n${used}`, args);
          const backend = tools[0]?.backend;
          expect(issues.every(({ severity }) => severity === "warning")).toBe(tools.length > 0);
          if (backend?.kind !== "http") return;
          const { scheme, host, port, path, query } = backend.url;
          const shown = `${scheme}://${render(host, "in.scope.example")}${port.length === 0 ? "" : ":"}${render(port, "1")}`;
          const sent = `${shown}${render(path, encode(value))}${query === null ? "" : "?"}${render(query ?? [], encode(value))}`;
          const url = new URL(sent);
          expect([url.username, url.password, url.hash]).toEqual(["", "", ""]);
          expect(url.host).toBe(new URL(shown).host);
        },
      ),
      { numRuns: 3000 },
    );
  });

  function render(parts: TextTemplate, value: string): string {
    return parts.map((part) => (part.kind === "text" ? part.text : value)).join("");
  }

  function encode(value: string): string {
    return encodeURIComponent(value.toWellFormed());
  }
});
