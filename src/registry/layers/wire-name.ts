/** What a protocol that knows no dots carries instead of a tool's name. */
export function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}

/** Equal for two names that could be taken for each other: on the wire, or by a reader who does not look at case. */
export function toNameKey(name: string): string {
  return toWireName(name).toLowerCase();
}
