import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateParam } from "../params/validate-param.ts";
import { isContained, parseCidr, toSingle } from "./cidr.ts";
import { isHostname, matchDomain } from "./domain.ts";
import { matchScope } from "./match-scope.ts";
import { parseIp } from "./parse-ip.ts";
import type { Scope } from "./scope.ts";

function readCases(name: string): readonly unknown[] {
  const url = new URL(`../../test/vectors/scope/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { cases: unknown[] }).cases;
}

function isIpInCidr(ip: string, cidr: string): boolean {
  const address = parseIp(ip);
  const network = parseCidr(cidr);
  return address !== null && network !== null && isContained(toSingle(address), network);
}

const NOTHING: Scope = { networks: [], domains: [], excludedNetworks: [], excludedDomains: [] };

describe.each(["ipv4-in-cidr", "ipv6-in-cidr"])("%s", (file) => {
  it.each(readCases(file) as readonly { ip: string; cidr: string; expected: boolean }[])(
    "$ip in $cidr",
    ({ ip, cidr, expected }) => {
      expect(isIpInCidr(ip, cidr)).toBe(expected);
    },
  );
});

describe("hostname-pattern", () => {
  const cases = readCases("hostname-pattern") as readonly { hostname: string; pattern: string; expected: boolean }[];
  it.each(cases)("$hostname by $pattern", ({ hostname, pattern, expected }) => {
    expect(matchDomain(hostname, pattern)).toBe(expected);
  });
});

describe("scope-target", () => {
  const spec = { name: "target", description: null, required: true, default: undefined, position: 0 } as const;
  const context = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: false } as const;
  it.each(readCases("scope-target") as readonly { value: string; valid: boolean; code?: string }[])("$value", (row) => {
    const result = validateParam({ ...spec, allowLeadingDash: false, type: "scope_target" }, row.value, context);
    expect(result.ok ? undefined : result.issues.map((issue) => issue.code)).toEqual(
      row.valid ? undefined : [row.code],
    );
  });
});

describe("url-host", () => {
  it.each(readCases("url-host") as readonly { url: string; allowed_hosts: string[]; expected: boolean }[])(
    "$url",
    (row) => {
      const isName = (entry: string): boolean => isHostname(entry.replace(/^\*\./, ""));
      const domains = row.allowed_hosts.filter(isName);
      const networks = row.allowed_hosts.filter((entry) => !isName(entry));
      expect(matchScope(row.url, { ...NOTHING, domains, networks }).inScope).toBe(row.expected);
    },
  );
});

describe("scope-match", () => {
  it.each(readCases("scope-match") as readonly { target: string; scope: Scope; expected: boolean }[])(
    "$target: $note",
    (row) => {
      const match = matchScope(row.target, row.scope);
      expect(match.inScope).toBe(row.expected);
      expect(match.reason).not.toBe("");
    },
  );
});
