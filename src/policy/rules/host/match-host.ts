import { matchPieces } from "../text/match-text.ts";

/** `domain:example.com` or `example.com` as labels, in lower case and without the dot at the end; `null`: about a whole URL. */
export function readDomain(specifier: string): readonly string[] | null {
  const domain = /^(?:domain:)?([^/]*)$/s.exec(specifier.trim())?.[1]?.trim();
  return domain === undefined ? null : toLabels(domain);
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
  return url === null || url.hostname === "" ? null : url.hostname;
}

function toLabels(host: string): readonly string[] {
  return host.toLowerCase().replace(/\.$/, "").split(".");
}

function matchLabel(pattern: string, label: string): boolean {
  return label !== "" && matchPieces(pattern.split("*"), label);
}
