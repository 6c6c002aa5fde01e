/** The first line of a client that hands its MCP connection to a gateway: all that follows is MCP, one message a line. */
export interface ForwardHead {
  readonly speaks: "mcp";
  /** The name under which the local owner's agent calls. */
  readonly agent: string;
  /** Of the program that asks: another version may understand a call otherwise. */
  readonly version: string;
  /** The configuration that it would decide by: that of the project, else the person's, and where the person's own would be. Absolute. */
  readonly configFile: string | null;
  readonly userConfigFile: string;
}

/** The first line of the answer. Without `ok` the gateway hangs up, and the client serves itself. */
export interface ForwardGreeting {
  readonly ok: boolean;
  readonly reason: string | null;
}

/** `null`: the line is the beginning of something else. */
export function parseForwardHead(line: string): ForwardHead | null {
  const { speaks, agent, version, configFile, userConfigFile } = parseObject(line);
  if (speaks !== "mcp" || typeof agent !== "string" || typeof version !== "string") return null;
  // A version that does not say it is another one, and refused for that.
  const said = (file: unknown): string => (typeof file === "string" ? file : "");
  return {
    speaks,
    agent,
    version,
    configFile: configFile === null ? null : said(configFile),
    userConfigFile: said(userConfigFile),
  };
}

export function parseForwardGreeting(line: string): ForwardGreeting | null {
  const { ok, reason } = parseObject(line);
  if (typeof ok !== "boolean") return null;
  return { ok, reason: typeof reason === "string" ? reason : null };
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
