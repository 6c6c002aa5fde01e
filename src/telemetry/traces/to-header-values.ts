import { readFile } from "node:fs/promises";
import type { SecretUse } from "../../secrets/secret-source.ts";
import { findUnsetVariable } from "./find-unset-variable.ts";
import type { TraceSettings } from "./trace-settings.ts";

/** Whom a secret of the collector has to be bound to. */
const TELEMETRY: SecretUse["tool"] = {
  name: "toolgate.telemetry",
  origin: { format: "library", layer: "builtin", file: null, line: 1, column: 1 },
};

export interface HeaderParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly openSecrets: (names: readonly string[], use: SecretUse) => Promise<Readonly<Record<string, string>>>;
}

/** The headers of this moment: what is exchanged in its place holds for the next export. Rejects when one cannot be had. */
export function toHeaderValues(
  { url, headers }: Pick<TraceSettings, "url" | "headers">,
  parts: HeaderParts,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return Promise.all(headers.map(async (header) => [header.name, await read(header, host, parts)] as const));
}

async function read(header: TraceSettings["headers"][number], host: string, parts: HeaderParts): Promise<string> {
  if ("value" in header) return header.value;
  const { source } = header;
  if ("file" in source) return (await readFile(source.file, "utf8")).trim();
  if ("secret" in source)
    return (await parts.openSecrets([source.secret], { tool: TELEMETRY, host }))[source.secret] ?? "";
  const unset = findUnsetVariable(header, parts.environment);
  if (unset !== null) throw new Error(`${unset.message}: ${unset.advice}`);
  return parts.environment[source.env] ?? "";
}
