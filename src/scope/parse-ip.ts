/** An address as a number. A v4-mapped v6 address (`::ffff:10.0.0.1`) is the v4 address it stands for. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

const MAPPED_PREFIX = 0xffffn << 32n;

/** Reads one address in its full written form. `null` for short, decimal, octal, hex and zoned forms. */
export function parseIp(text: string): IpAddress | null {
  const written = parseWrittenIp(text);
  if (written === null || !isMapped(written)) return written;
  return { version: 4, value: written.value & 0xffff_ffffn };
}

/** Like `parseIp`, but a v4-mapped address stays version 6, as its prefix lengths are counted in 128 bits. */
export function parseWrittenIp(text: string): IpAddress | null {
  if (text.includes(":")) return parseIpv6(text);
  const value = parseIpv4(text);
  return value === null ? null : { version: 4, value };
}

export function isMapped(address: IpAddress): boolean {
  return address.version === 6 && address.value >> 32n === MAPPED_PREFIX >> 32n;
}

function parseIpv4(text: string): bigint | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return null;
  let value = 0;
  for (const part of match.slice(1)) {
    // A leading zero means octal to some programs and decimal to others.
    if ((part.length > 1 && part.startsWith("0")) || Number(part) > 255) return null;
    value = value * 256 + Number(part);
  }
  return BigInt(value);
}

function parseIpv6(text: string): IpAddress | null {
  if (text.length > 45) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? "", halves.length === 1);
  if (halves.length === 1) return head?.length === 8 ? toAddress(head) : null;
  const tail = parseGroups(halves[1] ?? "", true);
  // `::` stands for at least one group.
  if (head === null || tail === null || head.length + tail.length > 7) return null;
  const zeros = new Array<number>(8 - head.length - tail.length).fill(0);
  return toAddress([...head, ...zeros, ...tail]);
}

/** Dotted v4 digits may only be the very last groups, hence `atEnd`. */
function parseGroups(text: string, atEnd: boolean): readonly number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const words = text.split(":");
  for (const [index, word] of words.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(word)) {
      groups.push(Number.parseInt(word, 16));
      continue;
    }
    const embedded = atEnd && index === words.length - 1 ? parseIpv4(word) : null;
    if (embedded === null) return null;
    groups.push(Number(embedded >> 16n), Number(embedded & 0xffffn));
  }
  return groups;
}

function toAddress(groups: readonly number[]): IpAddress {
  return { version: 6, value: BigInt(`0x${groups.map((group) => group.toString(16).padStart(4, "0")).join("")}`) };
}
