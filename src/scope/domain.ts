/**
 * Whether the text is a host name: dot-separated labels of 1–63 letters, digits and inner hyphens, at most 253 in all,
 * no trailing dot. Names whose last label reads as a number are refused, since resolvers take them for addresses.
 */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split(".");
  if (!labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))) return false;
  return !/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "");
}

/** An exact name, or `*.` before one. */
export function isDomainPattern(text: string): boolean {
  return isHostname(text.startsWith("*.") ? text.slice(2) : text);
}

/** Whether `pattern` covers `host`: the same name, or for `*.name` one or more labels below it, never the name itself. */
export function matchDomain(host: string, pattern: string): boolean {
  if (!isHostname(host) || !isDomainPattern(pattern)) return false;
  const name = host.toLowerCase();
  const wanted = pattern.toLowerCase();
  return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted;
}
