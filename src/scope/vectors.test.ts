import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateParam } from "../params/validate-param.ts";
import { isInScopeBitwise } from "./bitwise.fixture.ts";
import { isContained, parseCidr, toSingle } from "./cidr.ts";
import { isHostname } from "./domain.ts";
import { matchScope } from "./match-scope.ts";
import { parseIp } from "./parse-ip.ts";
import type { Scope } from "./scope.ts";

interface Vectors {
  readonly ipv4_in_cidr: readonly IpCase[];
  readonly ipv6_in_cidr: readonly IpCase[];
  readonly hostname_wildcard_match: readonly { hostname: string; pattern: string; expected: boolean; note?: string }[];
  readonly scope_target_validation: readonly { value: string; valid: boolean; note?: string }[];
  readonly url_scope_check: readonly { url: string; allowed_hosts: string[]; expected: boolean; note?: string }[];
}

interface IpCase {
  readonly ip: string;
  readonly cidr: string;
  readonly expected: boolean;
  readonly note?: string;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
}

const { version, vectors } = readJson("vectors/scope_vectors.json") as { version: string; vectors: Vectors };

function isIpInCidr(ip: string, cidr: string): boolean {
  const address = parseIp(ip);
  const network = parseCidr(cidr);
  return address !== null && network !== null && isContained(toSingle(address), network);
}

const NOTHING: Scope = { networks: [], domains: [], excludedNetworks: [], excludedDomains: [] };

describe("the published vectors", () => {
  it("are enough, each of them different", () => {
    const all = Object.values(vectors).flatMap((list) => (list as readonly object[]).map((row) => JSON.stringify(row)));
    expect(version).toBe("1.0.0");
    expect(all.length).toBeGreaterThanOrEqual(800);
    expect(new Set(all).size).toBe(all.length);
    for (const list of Object.values(vectors)) expect((list as readonly object[]).length).toBeGreaterThanOrEqual(100);
  });
});

describe.each(["ipv4_in_cidr", "ipv6_in_cidr"] as const)("%s", (name) => {
  it.each(vectors[name])("$ip in $cidr: $note", ({ ip, cidr, expected }) => {
    expect(isIpInCidr(ip, cidr)).toBe(expected);
  });
});

describe("hostname_wildcard_match", () => {
  it.each(vectors.hostname_wildcard_match)("$hostname by $pattern: $note", ({ hostname, pattern, expected }) => {
    const scope = { ...NOTHING, domains: [pattern] };
    expect(matchScope(hostname, scope).inScope).toBe(expected);
    expect(isInScopeBitwise(hostname, scope)).toBe(expected);
  });
});

describe("scope_target_validation", () => {
  const spec = { name: "target", description: null, required: true, default: undefined, position: 0 } as const;
  const context = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: false } as const;
  it.each(vectors.scope_target_validation)("$value: $note", ({ value, valid }) => {
    const result = validateParam({ ...spec, allowLeadingDash: false, type: "scope_target" }, value, context);
    expect(result.ok).toBe(valid);
    if (!result.ok) expect(result.issues).toHaveLength(1);
  });
});

describe("url_scope_check", () => {
  it.each(vectors.url_scope_check)("$url: $note", ({ url, allowed_hosts: hosts, expected }) => {
    const isName = (entry: string): boolean => isHostname(entry.replace(/^\*\./, ""));
    const networks = hosts.filter((entry) => !isName(entry));
    const scope = { ...NOTHING, domains: hosts.filter(isName), networks };
    expect(matchScope(url, scope).inScope).toBe(expected);
    expect(isInScopeBitwise(url, scope)).toBe(expected);
  });
});

describe("whole scopes", () => {
  const { cases } = readJson("test/vectors/scope/scope-match.json") as {
    cases: readonly { target: string; scope: Scope; expected: boolean; note: string }[];
  };
  it.each(cases)("$target: $note", ({ target, scope, expected }) => {
    const match = matchScope(target, scope);
    expect([match.inScope, isInScopeBitwise(target, scope)]).toEqual([expected, expected]);
    expect(match.reason).not.toBe("");
  });
});
