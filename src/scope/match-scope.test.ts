import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInScopeBitwise } from "./bitwise.fixture.ts";
import { matchScope } from "./match-scope.ts";
import type { Scope } from "./scope.ts";

/** Few distinct values, so that blocks meet often and edges are common. */
const octets = fc.array(fc.constantFrom(0, 1, 9, 10, 11, 127, 128, 254, 255), { minLength: 4, maxLength: 4 });
const v4 = octets.map((parts) => parts.join("."));
const group = fc.constantFrom(0, 1, 0x2001, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x0db8);
const groups = fc.array(group, { minLength: 8, maxLength: 8 });

/** One address in its many spellings: padded, upper case, and compressed at any run of zeros. */
const v6 = fc.tuple(groups, fc.nat(9), fc.constantFrom("plain", "padded", "upper")).map(([values, gap, style]) => {
  const words = values.map((value) => value.toString(16).padStart(style === "padded" ? 4 : 1, "0"));
  const texts = style === "upper" ? words.map((word) => word.toUpperCase()) : words;
  let end = gap;
  while (end < 8 && values[end] === 0) end += 1;
  return end > gap ? `${texts.slice(0, gap).join(":")}::${texts.slice(end).join(":")}` : texts.join(":");
});
const mapped = v4.map((address) => `::ffff:${address}`);
const lengths = fc.oneof(
  fc.constantFrom(0, 1, 7, 8, 9, 31, 32, 33, 64, 95, 96, 97, 104, 127, 128, 129),
  fc.integer({ min: 0, max: 128 }),
);
const network = fc.oneof(
  v4,
  v6,
  mapped,
  fc.tuple(v4, fc.integer({ min: 0, max: 33 })).map(([address, length]) => `${address}/${length}`),
  fc.tuple(fc.oneof(v6, mapped), lengths).map(([address, length]) => `${address}/${length}`),
);

const label = fc.constantFrom(
  "a",
  "a",
  "a",
  "B",
  "b",
  "evil-a",
  "xn--a-ecp",
  "1a",
  "0x1",
  "7",
  "-a",
  "a-",
  "a_b",
  "",
  "*",
);
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const domain = fc.oneof(
  fc.constantFrom("a", "a.b", "*.a", "*.b.a", "*.xn--a-ecp.a", "xn--a-ecp.a", "a.a", "*.evil-a", "b.1a"),
  name,
  name.map((text) => `*.${text}`),
);
const port = fc.constantFrom("", "", "", ":80", ":65535", ":65536", ":080", ":", ":0");
const before = fc.constantFrom("", "", "", "u@", "u:p@", "a.b@", "[");
const after = fc.constantFrom("", "/", "/a?b#c", "?a", "#@a", "\\@a", " ", "/\n");
const url = fc
  .tuple(
    fc.constantFrom("http", "HTTPS", "1x", ""),
    before,
    fc.oneof(
      name,
      v4,
      v6.map((ip) => `[${ip}]`),
    ),
    port,
    after,
  )
  .map(([scheme, user, host, number, rest]) => `${scheme}://${user}${host}${number}${rest}`);

const noise = fc.constantFrom("%eth0", ".", ":", "/", "0", " ", "\u0000", "\u3002", "\uff11", "x", "[", "]");
/** A well-formed text with one thing too many, somewhere. */
const broken = fc
  .tuple(fc.oneof(network, name, url), noise, fc.nat(60))
  .map(([text, more, at]) => text.slice(0, at) + more + text.slice(at));
const spellings = fc.constantFrom("2130706433", "0x7f.1", "0177.0.0.1", "127.1", "010.0.0.1", "0x0a000001", "10.0.1");

const target = fc.oneof(network, name, url, broken, spellings);
const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 4 });
const scopes: fc.Arbitrary<Scope> = fc.record({
  networks: few(network),
  domains: few(domain),
  excludedNetworks: fc.oneof(fc.constant([]), fc.array(network, { maxLength: 2 })),
  excludedDomains: fc.oneof(fc.constant([]), fc.array(domain, { maxLength: 2 })),
});

describe("matchScope agrees with the implementation that counts bits", () => {
  it("for any target and any scope", () => {
    fc.assert(
      fc.property(target, scopes, (text, scope) => {
        const match = matchScope(text, scope);
        expect(match.inScope).toBe(isInScopeBitwise(text, scope));
        expect(match.reason).not.toBe("");
      }),
      { numRuns: 8_000 },
    );
  });

  it("for any target where much is open", () => {
    const open = { networks: ["0.0.0.0/0", "::/0"], domains: ["a", "b", "*.a", "*.b", "*.evil-a", "*.1a"] };
    fc.assert(
      fc.property(target, few(domain), (text, excluded) => {
        const scope: Scope = { ...open, excludedNetworks: [], excludedDomains: excluded };
        const safe: Scope = {
          ...scope,
          excludedDomains: excluded.filter((pattern) => /^(\*\.)?[ab](\.[ab])*$/.test(pattern)),
        };
        expect(matchScope(text, scope).inScope).toBe(isInScopeBitwise(text, scope));
        expect(matchScope(text, safe).inScope).toBe(isInScopeBitwise(text, safe));
      }),
      { numRuns: 8_000 },
    );
  });

  it("for targets that lie at the edges of the scope", () => {
    const pair = fc.oneof(
      fc.tuple(network, network),
      fc.tuple(network, lengths).map(([text, length]) => [text, `${text.replace(/\/.*/, "")}/${length}`] as const),
    );
    fc.assert(
      fc.property(pair, few(network), ([text, entry], excludedNetworks) => {
        const scope: Scope = { networks: [entry], domains: [], excludedNetworks, excludedDomains: [] };
        expect(matchScope(text, scope).inScope).toBe(isInScopeBitwise(text, scope));
        const excluding: Scope = { ...scope, networks: ["0.0.0.0/0", "::/0"], excludedNetworks: [entry] };
        expect(matchScope(text, excluding).inScope).toBe(isInScopeBitwise(text, excluding));
      }),
      { numRuns: 5_000 },
    );
  });
});

const scope = (networks: readonly string[], excluded: readonly string[] = []): Scope => ({
  networks,
  domains: [],
  excludedNetworks: excluded,
  excludedDomains: [],
});

describe("matchScope", () => {
  it("treats a v4 block and its mapped form as one, either way round", () => {
    fc.assert(
      fc.property(v4, fc.nat(32), v4, fc.nat(32), (one, size, other, length) => {
        const entry = `${other}/${length}`;
        const entryMapped = `::ffff:${other}/${length + 96}`;
        const expected = matchScope(`${one}/${size}`, scope([entry])).inScope;
        expect(matchScope(`::ffff:${one}/${size + 96}`, scope([entry])).inScope).toBe(expected);
        expect(matchScope(`${one}/${size}`, scope([entryMapped])).inScope).toBe(expected);
        expect(matchScope(`::ffff:${one}/${size + 96}`, scope([entryMapped])).inScope).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never lets in what is excluded, and an exclusion never lets anything in", () => {
    fc.assert(
      fc.property(target, scopes, network, (text, given, more) => {
        const narrowed = { ...given, excludedNetworks: [...given.excludedNetworks, more] };
        if (matchScope(text, narrowed).inScope) expect(matchScope(text, given).inScope).toBe(true);
        expect(matchScope(more, narrowed).inScope).toBe(false);
      }),
    );
  });

  it("answers for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const match = matchScope(text, scope(["0.0.0.0/0", "::/0"]));
        expect(match.inScope).toBe(isInScopeBitwise(text, scope(["0.0.0.0/0", "::/0"])));
      }),
    );
  });

  it.each([
    ["", "empty"],
    [" a.example", "whitespace"],
    ["b\u00fccher.example", "ASCII"],
    ["a\u3002example", "ASCII"],
    ["http://u@a.example/", "URL"],
    ["*.example", "wildcard"],
    ["../etc/passwd", "path"],
    ["u@a.example", "user name"],
    ["fe80::1%eth0", "zone"],
    ["[::1]", "brackets"],
    ["a.example/path", "CIDR"],
    ["10.0.0.0/33", "CIDR"],
    ["10.0.0.0/08", "CIDR"],
    ["a.example:80", "port"],
    ["10.0.0.1:80", "port"],
    ["1::2::3", "IPv6"],
    ["a.example.", "dot"],
    ["2130706433", "numeric"],
    ["0x7f.1", "numeric"],
    ["0177.0.0.1", "numeric"],
    ["127.1", "numeric"],
    ["10.0.0.256", "numeric"],
    ["a_b.example", "can be checked"],
    ["-a.example", "can be checked"],
  ])("says what is wrong with %j: %s", (text, word) => {
    const { inScope, reason } = matchScope(text, scope(["0.0.0.0/0"]));
    expect([inScope, reason]).toEqual([false, expect.stringContaining(word)]);
  });
});
