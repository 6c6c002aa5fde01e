/**
 * The meaning of a scope, written a second time and shared with nothing: an address is a text of bits, a block is the
 * bits that are fixed, and everything is read character by character.
 */
export interface BitScope {
  readonly networks: readonly string[];
  readonly domains: readonly string[];
  readonly excludedNetworks: readonly string[];
  readonly excludedDomains: readonly string[];
}

interface Bits {
  readonly family: "v4" | "v6";
  /** The fixed bits, most significant first. */
  readonly fixed: string;
}

const MAPPED = "0".repeat(80) + "1".repeat(16);

export function isInScopeBitwise(target: string, scope: BitScope): boolean {
  const host = target.includes("://") ? hostOfUrl(target) : target;
  const exclusions = scope.excludedNetworks.map((text) => blockOf(text));
  if (exclusions.includes(null) || !scope.excludedDomains.every(isPattern)) return false;
  if (host === null) return false;
  const block = blockOf(host);
  if (block === null) return isName(host) && isNameInScope(host, scope);
  const means = toV4(block);
  const reaches = means === block ? [block] : [block, means];
  const touched = exclusions.some((entry) => reaches.some((reach) => entry !== null && touches(reach, toV4(entry))));
  if (touched) return false;
  return scope.networks.some((text) => {
    const entry = blockOf(text);
    return entry !== null && holds(toV4(entry), means);
  });
}

function holds(outer: Bits, inner: Bits): boolean {
  return outer.family === inner.family && inner.fixed.startsWith(outer.fixed);
}

/** A v6 block that contains mapped addresses reaches the v4 hosts behind them. */
function touches(one: Bits, other: Bits): boolean {
  const fixed = one.family === "v6" && other.family === "v4" ? MAPPED + other.fixed : other.fixed;
  if (one.family === "v4" && other.family === "v6") return false;
  return one.fixed.startsWith(fixed) || fixed.startsWith(one.fixed);
}

function toV4(block: Bits): Bits {
  const isMapped = block.family === "v6" && block.fixed.length >= 96 && block.fixed.startsWith(MAPPED);
  return isMapped ? { family: "v4", fixed: block.fixed.slice(96) } : block;
}

/** A block as it is written; a bare address is the block of all its bits. */
function blockOf(text: string): Bits | null {
  const slash = text.indexOf("/");
  const bits = bitsOf(slash === -1 ? text : text.slice(0, slash));
  if (bits === null) return null;
  const family = bits.length === 32 ? "v4" : "v6";
  const length = slash === -1 ? bits.length : decimal(text.slice(slash + 1), bits.length);
  return length === null ? null : { family, fixed: bits.slice(0, length) };
}

function bitsOf(text: string): string | null {
  return text.includes(":") ? bitsOfV6(text) : bitsOfV4(text);
}

function bitsOfV4(text: string): string | null {
  const parts = text.split(".").map((part) => decimal(part, 255));
  if (parts.length !== 4 || parts.includes(null)) return null;
  return parts.map((part) => (part ?? 0).toString(2).padStart(8, "0")).join("");
}

function bitsOfV6(text: string): string | null {
  const gap = text.indexOf("::");
  if (gap === -1) {
    const bits = bitsOfGroups(text.split(":"), true);
    return bits?.length === 128 ? bits : null;
  }
  if (text.includes("::", gap + 1)) return null;
  const [before, after] = [text.slice(0, gap), text.slice(gap + 2)];
  const head = before === "" ? "" : bitsOfGroups(before.split(":"), false);
  const tail = after === "" ? "" : bitsOfGroups(after.split(":"), true);
  if (head === null || tail === null || head.length + tail.length > 112) return null;
  return head + "0".repeat(128 - head.length - tail.length) + tail;
}

function bitsOfGroups(groups: readonly string[], mayEndInV4: boolean): string | null {
  let bits = "";
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1;
    const more = group.includes(".") ? (mayEndInV4 && isLast ? bitsOfV4(group) : null) : bitsOfHex(group);
    if (more === null) return null;
    bits += more;
  }
  return bits;
}

function bitsOfHex(group: string): string | null {
  if (group.length === 0 || group.length > 4) return null;
  let bits = "";
  for (const digit of group.toLowerCase()) {
    const value = "0123456789abcdef".indexOf(digit);
    if (value === -1) return null;
    bits += value.toString(2).padStart(4, "0");
  }
  return bits.padStart(16, "0");
}

/** Decimal digits without a leading zero, up to a limit. */
function decimal(text: string, limit: number): number | null {
  if (text.length === 0 || text.length > 3 || (text.length > 1 && text.startsWith("0"))) return null;
  let value = 0;
  for (const digit of text) {
    const at = "0123456789".indexOf(digit);
    if (at === -1) return null;
    value = value * 10 + at;
  }
  return value <= limit ? value : null;
}

function isNameInScope(host: string, scope: BitScope): boolean {
  if (scope.excludedDomains.some((pattern) => starOf(host, pattern) !== null)) return false;
  return scope.domains.some((pattern) => {
    const star = isPattern(pattern) ? starOf(host, pattern) : null;
    return star !== null && !star.some((label) => label.startsWith("xn--"));
  });
}

/** The labels that `*` stands for, none for an exact name; `null` when the pattern does not cover the host. */
function starOf(host: string, pattern: string): readonly string[] | null {
  const labels = host.toLowerCase().split(".");
  const wanted = pattern.toLowerCase().split(".");
  if (wanted[0] !== "*") return labels.join(".") === wanted.join(".") ? [] : null;
  const fixed = wanted.slice(1);
  if (labels.length <= fixed.length) return null;
  const star = labels.slice(0, labels.length - fixed.length);
  return labels.slice(star.length).join(".") === fixed.join(".") ? star : null;
}

function isPattern(text: string): boolean {
  return isName(text.startsWith("*.") ? text.slice(2) : text);
}

function isName(text: string): boolean {
  const labels = text.split(".");
  const last = (labels.at(-1) ?? "").toLowerCase();
  const isNumber = isAll(last, "0123456789-") || (last.startsWith("0x") && isAll(last.slice(2), "0123456789abcdef"));
  return text.length <= 253 && !isNumber && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  const known = "abcdefghijklmnopqrstuvwxyz0123456789-";
  if (label.length === 0 || label.length > 63 || label.startsWith("-") || label.endsWith("-")) return false;
  return Array.from(label).every((letter) => letter < "\u0080" && known.includes(letter.toLowerCase()));
}

function isAll(text: string, characters: string): boolean {
  return Array.from(text).every((character) => characters.includes(character));
}

/** The host between `://` and what follows it, without port and brackets; `null` when programs could read another. */
function hostOfUrl(text: string): string | null {
  const [scheme = "", ...others] = text.split("://");
  const rest = others.join("://");
  const isPlain = Array.from(text).every((character) => character > " " && character <= "~" && character !== "\\");
  if (!isPlain || scheme === "" || !isScheme(scheme)) return null;
  const end = Array.from(rest).findIndex((character) => "/?#".includes(character));
  const authority = end === -1 ? rest : rest.slice(0, end);
  const close = authority.startsWith("[") ? authority.indexOf("]") : -1;
  const colon = authority.indexOf(":", close + 1);
  const host = colon === -1 ? authority : authority.slice(0, colon);
  if (colon !== -1 && !isPort(authority.slice(colon + 1))) return null;
  const isLiteral = close !== -1 && host.length === close + 1;
  const bare = isLiteral ? host.slice(1, -1) : host;
  if (isLiteral !== bare.includes(":") || bare.includes("/") || !URL.canParse(text)) return null;
  return bitsOf(bare) !== null || isName(bare) ? bare : null;
}

function isScheme(text: string): boolean {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return letters.includes(text.charAt(0).toLowerCase()) && isAll(text.toLowerCase(), `${letters}0123456789+.-`);
}

function isPort(text: string): boolean {
  return text.length > 0 && text.length <= 5 && !text.startsWith("0") && isAll(text, "0123456789") && +text <= 65_535;
}
