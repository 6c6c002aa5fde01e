/** `[server.mcp]`: what is listed where there are many tools. */
export interface DisclosureConfig {
  /** `auto`: search beyond `threshold` visible tools; `all`: every visible tool is listed; `search`: never all of them. */
  readonly mode: "auto" | "all" | "search";
  readonly threshold: number;
  /** What is always listed: names of tools, or `group:NAME`. */
  readonly core: readonly string[];
  /** What groups are about, by name. */
  readonly groups: Readonly<Record<string, string>>;
}
