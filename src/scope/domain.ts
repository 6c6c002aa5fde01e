/**
 * Whether the text is a host name: dot-separated labels of 1–63 letters, digits and inner hyphens, at most 253 in all,
 * no trailing dot. Names whose last label reads as a number, or as a range of numbers, are refused: resolvers take the
 * first for addresses, scanners the second for many.
 */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split(".");
  if (!labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))) return false;
  return !/^(?:[\d-]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "");
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

/**
 * Whether `pattern` lets `host` in: like `matchDomain`, but what `*` stands for is never punycode, which can look like
 * another name. Such a name must be spelled out. Either side may be a pattern.
 */
export function isAdmitted(host: string, pattern: string): boolean {
  const name = host.toLowerCase();
  const wanted = pattern.toLowerCase();
  if (name === wanted) return true;
  if (!wanted.startsWith("*.") || !name.endsWith(wanted.slice(1))) return false;
  return !/(?:^|\.)xn--/.test(name.slice(0, name.length - wanted.length + 1));
}
