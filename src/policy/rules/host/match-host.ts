import { matchPieces } from "../text/match-text.ts";

/**
 * `domain:example.com` or `example.com` as labels, spelled as in a URL and without the dot at the end; `null`: about a whole
 * URL. `wide`, for what denies or asks: a port behind it makes no difference.
 */
export function readDomain(specifier: string, wide: boolean): readonly string[] | null {
  const domain = /^(?:domain:)?([^/]*)$/s.exec(specifier.trim())?.[1]?.trim();
  if (domain === undefined) return null;
  const bare = wide ? domain.replace(/(?<=^[^:]*|\]):\d+$/, "") : domain;
  return toLabels(bare.includes("*") ? bare.split(".").map(toLabel).join(".") : toSpelling(bare));
}

/** A number alone is a name here, and no address. */
function toLabel(label: string): string {
  return /^[\u0000-\u007f]*$/.test(label) ? label : toSpelling(label);
}

/** `exämple.com` is `xn--exmple-cua.com`, `::1` is `[::1]`; what is no host, and a host with a port, stays as it is. */
function toSpelling(host: string): string {
  if (host === "" || /[*@?#\\]/.test(host)) return host;
  const isAddress = (host.match(/:/g) ?? []).length > 1 && !host.startsWith("[");
  const url = URL.parse(`http://${isAddress ? `[${host}]` : host}`);
  return url === null || url.port !== "" || url.pathname !== "/" || (/:\d+$/.test(host) && !isAddress)
    ? host
    : toPlainAddress(url.hostname);
}

/** `[::ffff:7f00:1]` reaches `127.0.0.1`. */
function toPlainAddress(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const bytes = [high, low].flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]);
  return bytes.join(".");
}

/** `*.` in front is any number of names, but at least one; every other `*` stays within one name. */
export function matchHost(pattern: readonly string[], host: string): boolean {
  const labels = toLabels(host);
  if (pattern.length === 1 && pattern[0] === "*") return true;
  const isDeep = pattern[0] === "*";
  const fixed = isDeep ? pattern.slice(1) : pattern;
  const rest = labels.slice(labels.length - fixed.length);
  const fits = isDeep ? labels.length > fixed.length : labels.length === fixed.length;
  return fits && fixed.every((label, at) => matchLabel(label, rest[at] ?? ""));
}

/** The host of a URL or of `host:port`, as clients read it; `null` where they might not agree. */
export function toHost(text: string): string | null {
  if (/[\s\\@\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? text : `http://${text}`);
  return url === null || url.hostname === "" ? null : toPlainAddress(url.hostname);
}

function toLabels(host: string): readonly string[] {
  return host.toLowerCase().replace(/\.$/, "").split(".");
}

function matchLabel(pattern: string, label: string): boolean {
  return label !== "" && matchPieces(pattern.split("*"), label);
}
