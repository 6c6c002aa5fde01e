/** What can be imported. */
export const SOURCE_KINDS = ["manifests", "mcp-tools", "openapi", "mcp-clients", "claude-permissions"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Something that the source says and that could not be carried over. */
export interface Dropped {
  /** The tool, server, rule or file that it belongs to. */
  readonly source: string;
  readonly what: string;
  readonly reason: string;
  /** What to do about it; `null`: nothing. */
  readonly hint: string | null;
  /** Something was forbidden or asked about before, and is not any more. @default false */
  readonly losesProtection?: boolean | undefined;
}

/** A manifest made from a source. */
export interface GeneratedFile {
  /** A bare file name. */
  readonly name: string;
  readonly text: string;
  readonly tools: readonly string[];
  /** What it was made from. */
  readonly source: string;
}

/** What became of a source that declares tools. */
export interface Generated {
  readonly files: readonly GeneratedFile[];
  readonly dropped: readonly Dropped[];
}

/** A source as a whole that cannot be imported. */
export class ImportError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = "ImportError";
    this.hint = hint;
  }
}
