import type { HeaderParts } from "./to-header-values.ts";
import type { TraceSettings } from "./trace-settings.ts";

export interface UnsetVariable {
  readonly message: string;
  readonly advice: string;
}

/** What a header waits for that is to come from the environment; `null`: it waits for nothing there. */
export function findUnsetVariable(
  header: TraceSettings["headers"][number],
  environment: HeaderParts["environment"],
): UnsetVariable | null {
  if ("value" in header || !("env" in header.source)) return null;
  const { env } = header.source;
  if (environment[env] !== undefined) return null;
  return {
    message: `the variable \`${env}\` of the header \`${header.name}\` is not set`,
    advice: "set it where Toolgate starts, or take the header out of `[telemetry.headers]`",
  };
}
