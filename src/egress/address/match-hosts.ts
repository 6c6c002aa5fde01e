import { parseNetwork } from "../../scope/cidr.ts";
import { matchScope } from "../../scope/match-scope.ts";
import type { Scope } from "../../scope/scope.ts";

/**
 * Whether one of the entries covers a host (a lower-case name, or an address in its one spelling) at a port. Entries are those
 * of a scope: `api.example.com`, `*.example.com` without the name itself, an address, a block; one with `:port` covers that
 * port only, one without covers `ports`, or every port where that is `null`. What cannot be read covers nothing.
 */
export function matchHosts(
  host: string,
  port: number,
  hosts: readonly string[],
  ports: readonly number[] | null,
): boolean {
  return readEntries(hosts).some(({ port: only, scope }) => {
    const covered = only === null ? ports === null || ports.includes(port) : only === port;
    return covered && matchScope(host, scope).inScope;
  });
}

interface Entry {
  /** `null`: the entry names none. */
  readonly port: number | null;
  readonly scope: Scope;
}

/** Lists are immutable, so they are read once. */
const read = new WeakMap<readonly string[], readonly Entry[]>();

function readEntries(hosts: readonly string[]): readonly Entry[] {
  const known = read.get(hosts);
  if (known !== undefined) return known;
  const entries = hosts.map(readEntry);
  const ports = [...new Set(entries.map(({ port }) => port))];
  const grouped = ports.map((port) => {
    const names = entries.filter((entry) => entry.port === port).map(({ name }) => name);
    return { port, scope: toScope(names) };
  });
  read.set(hosts, grouped);
  return grouped;
}

/** `[v6]:port` or `host:port`; two colons without brackets are an address. */
function readEntry(text: string): { readonly name: string; readonly port: number | null } {
  const [, literal, literalPort] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text) ?? [];
  if (literal !== undefined) return { name: literal, port: literalPort === undefined ? null : Number(literalPort) };
  const [, name, port] = /^([^:]*):(\d{1,5})$/.exec(text) ?? [];
  return name === undefined ? { name: text, port: null } : { name, port: Number(port) };
}

function toScope(names: readonly string[]): Scope {
  return {
    networks: names.filter((name) => parseNetwork(name) !== null),
    domains: names.filter((name) => parseNetwork(name) === null),
    excludedNetworks: [],
    excludedDomains: [],
  };
}
