import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChallenges } from "./parse-challenges.ts";
import { readChallenge } from "./read-challenge.ts";
import { hasScopes, joinScopes, toScopes } from "./scopes.ts";

const show = (header: string): unknown =>
  parseChallenges(header).map(({ scheme, params }) => [scheme, Object.fromEntries(params)]);

describe("WWW-Authenticate", () => {
  it.each<[string, unknown]>([
    ["Bearer", [["bearer", {}]]],
    ["Basic YWRhOnNlY3JldA==", [["basic", {}]]],
    ['Bearer realm="a, b", scope="x y"', [["bearer", { realm: "a, b", scope: "x y" }]]],
    ["Bearer scope=read,error=invalid_token", [["bearer", { scope: "read", error: "invalid_token" }]]],
    [
      'DPoP algs="ES256", error = "use_dpop_nonce", Bearer scope="x"',
      [
        ["dpop", { algs: "ES256", error: "use_dpop_nonce" }],
        ["bearer", { scope: "x" }],
      ],
    ],
    [
      'Negotiate abc=, Bearer realm="x"',
      [
        ["negotiate", {}],
        ["bearer", { realm: "x" }],
      ],
    ],
    [
      String.raw`Bearer realm="say \"hi\", scope=evil", scope="good"`,
      [["bearer", { realm: 'say "hi", scope=evil', scope: "good" }]],
    ],
    [
      'Bearer error_description="scope=\'evil\' resource_metadata=https://evil.example", scope="good"',
      [["bearer", { error_description: "scope='evil' resource_metadata=https://evil.example", scope: "good" }]],
    ],
    ['Bearer x_scope="evil", scope="good", scope="late"', [["bearer", { x_scope: "evil", scope: "good" }]]],
    ['Bearer scope="never ended', [["bearer", {}]]],
    ["scope=evil", [["scope", {}]]],
    ["", []],
    [",,, ,", []],
    [`Bearer scope="${"x".repeat(9000)}"`, []],
  ])("of %s", (header, challenges) => {
    expect(show(header)).toEqual(challenges);
  });

  it("always ends, whatever is in it", () => {
    const piece = fc.constantFrom("Bearer", "DPoP", " ", ",", "=", '"', "\\", "scope", "a", "\t", "é", "(");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(parseChallenges(pieces.join("")).length).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe("what a server asks for", () => {
  const read = (header: string): unknown => {
    const { resourceMetadata, ...rest } = readChallenge(
      new Headers({ "www-authenticate": header }),
      "http://mcp.internal/mcp",
    );
    return { ...rest, resourceMetadata: resourceMetadata?.href ?? null };
  };
  const none = { error: null, scopes: [], resourceMetadata: null, wantsProof: false };

  it.each<[string, object]>([
    ['Bearer error="insufficient_scope", scope="a b a"', { error: "insufficient_scope", scopes: ["a", "b"] }],
    ['DPoP error="invalid_token"', { error: "invalid_token", wantsProof: true }],
    ['Bearer error="<script>"', {}],
    [String.raw`Bearer scope="ok \"quoted\" too"`, { scopes: ["ok", "too"] }],
    ['Basic realm="x", scope="no"', {}],
    ['Bearer resource_metadata="https://mcp.example/meta"', { resourceMetadata: "https://mcp.example/meta" }],
    ['Bearer resource_metadata="http://mcp.internal/meta"', { resourceMetadata: "http://mcp.internal/meta" }],
    ['Bearer resource_metadata="http://169.254.169.254/latest"', {}],
    ['Bearer resource_metadata="file:///etc/passwd"', {}],
    ['Bearer resource_metadata="https://user:pass@mcp.example/"', {}],
    ['Bearer resource_metadata="http://user@mcp.internal/"', {}],
    ['Bearer resource_metadata="nonsense"', {}],
  ])("%s", (header, expected) => {
    expect(read(header)).toEqual({ ...none, ...expected });
  });
});

describe("scopes", () => {
  it("are words, each once, and not endlessly many", () => {
    expect(toScopes("a  b\ta")).toEqual(["a", "b"]);
    expect(toScopes('a "b" c\\d é')).toEqual(["a"]);
    expect(toScopes(Array.from({ length: 101 }, (_, n) => `s${n}`).join(" "))).toEqual([]);
    expect(toScopes("x".repeat(50_000))).toEqual([]);
    expect(toScopes(null)).toEqual([]);
    expect(joinScopes(["a"], ["b", "a"])).toEqual(["a", "b"]);
    expect([hasScopes(["a", "b"], ["a"]), hasScopes(["a"], ["a", "b"]), hasScopes([], [])]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
