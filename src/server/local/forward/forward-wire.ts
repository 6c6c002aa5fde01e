/** `mcp`: all that follows is MCP; `call`: one call, see `call-wire.ts`; `servers`: one question, see `servers-wire.ts`. */
export const SPOKEN = ["mcp", "call", "servers"] as const;
export type Spoken = (typeof SPOKEN)[number];

/** The first line of a program of the same user that wants something done by the gateway; what follows are lines, too. */
export interface ForwardHead {
  readonly speaks: Spoken;
  /** The name under which the local owner's agent calls. */
  readonly agent: string;
  /** Of the program that asks: another version may understand a call otherwise. */
  readonly version: string;
  /** The configuration that it would decide by: that of the project, else the person's, and where the person's own would be. Absolute. */
  readonly configFile: string | null;
  readonly userConfigFile: string;
  /** What stands in both now, as `hashSettings` has it. */
  readonly settings: string;
  /** Whether `TOOLGATE_TRUST=1` lets it take the project as it is. */
  readonly trustsAll: boolean;
}

/** The first line of the answer. Without `ok` the gateway hangs up, and the client does it itself. */
export interface ForwardGreeting {
  readonly ok: boolean;
  /** Why not, for people; `null` with `ok`, and where there is nothing to tell. */
  readonly reason: string | null;
}

/** Of one message in either direction. What a call itself takes is less, and said by the call. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

/** `null`: the line is the beginning of something else. */
export function parseForwardHead(line: string): ForwardHead | null {
  const { speaks, agent, version, configFile, userConfigFile, settings, trustsAll } = parseLine(line);
  const spoken = SPOKEN.find((one) => one === speaks);
  if (spoken === undefined || typeof agent !== "string" || typeof version !== "string") return null;
  // A version that does not say it is another one, and refused for that.
  const said = (file: unknown): string => (typeof file === "string" ? file : "");
  return {
    speaks: spoken,
    agent,
    version,
    configFile: configFile === null ? null : said(configFile),
    userConfigFile: said(userConfigFile),
    settings: said(settings),
    trustsAll: trustsAll === true,
  };
}

export function parseForwardGreeting(line: string): ForwardGreeting | null {
  const { ok, reason } = parseLine(line);
  if (typeof ok !== "boolean") return null;
  return { ok, reason: typeof reason === "string" ? reason : null };
}

/** The members of a line that is a JSON object; none of any other. */
export function parseLine(line: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
