/** One thing that a client did, or did not. */
export interface Check {
  /** With its version. */
  readonly client: string;
  readonly way: "stdio" | "http" | "";
  readonly what: string;
  readonly ok: boolean;
  /** What came instead; empty where nothing is wrong. */
  readonly note: string;
}

/** A line a check, aligned, with what went wrong below. */
export function renderChecks(checks: readonly Check[]): string {
  const width = (of: (check: Check) => string): number => Math.max(...checks.map((check) => of(check).length));
  const [clients, ways] = [width(({ client }) => client), width(({ way }) => way)];
  return checks
    .map(({ client, way, what, ok, note }) => {
      const line = `${ok ? "ok  " : "FAIL"}  ${client.padEnd(clients)}  ${way.padEnd(ways)}  ${what}\n`;
      const said = note.trim().slice(0, 1500).replaceAll("\n", "\n      ");
      return said === "" ? line : `${line}      ${said}\n`;
    })
    .join("");
}
