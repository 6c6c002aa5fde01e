/** A value as `toolgate.toml` holds it. */
export interface Referenced {
  readonly text: string;
  /** A value was left out, and stands in this variable from now on. */
  readonly moved: string | null;
  /** Something else that changed, in a few words. */
  readonly change: string | null;
}

/**
 * Turns a value of a client's file into one of ours: `${VAR}` stays, other clients' ways to name a variable become it,
 * and what may be a credential, or cannot be written, becomes a variable that the person sets.
 *
 * @param variable the variable for a value that has no name yet
 * @param isSecret whether what stands beside the variables of a value may be a credential
 */
export function toReference(value: string, variable: string, isSecret: (literal: string) => boolean): Referenced {
  const { text, change } = toOurs(value);
  const literal = text.replace(REFERENCE, "").trim();
  const scheme = /^(?:Bearer|Basic|Token)(?=\s|$)/i.exec(literal)?.[0] ?? "";
  const rest = literal.slice(scheme.length).trim();
  const cannotStand = /\$\{/.test(rest) || /\p{Cc}/u.test(text);
  if (!cannotStand && (rest === "" || !isSecret(rest))) return { text, moved: null, change };
  return { text: `${scheme === "" ? "" : `${scheme} `}\${${variable}}`, moved: variable, change };
}

const REFERENCE = /\$\{[A-Za-z_]\w*\}/g;

/** The name of a variable, made of any words. */
export function toVariable(...words: readonly string[]): string {
  const name = words
    .join("_")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return (/^[A-Z]/.test(name) ? name : `MCP_${name}`).slice(0, 100);
}

const OF_EDITORS: ReadonlySet<string> = new Set([
  "workspaceFolder",
  "workspaceFolderBasename",
  "userHome",
  "cwd",
  "file",
]);

/** `${env:X}`, `${input:x}` and `${X:-default}` of editors and clients; `$X` alone stays text. */
function toOurs(value: string): { readonly text: string; readonly change: string | null } {
  let change: string | null = null;
  const text = value.replace(/\$\{([^{}]*)\}/g, (whole, inner: string) => {
    const environment = /^(?:env:)?([A-Za-z_]\w*)$/.exec(inner)?.[1];
    if (environment !== undefined) {
      if (OF_EDITORS.has(environment))
        change = `\`${environment}\` is a variable that you set: editors fill it in, and Toolgate does not`;
      return `\${${environment}}`;
    }
    const input = /^input:([\w.-]+)$/.exec(inner)?.[1];
    if (input !== undefined) {
      change = `the question "${input}" of the editor is the variable ${toVariable(input)}`;
      return `\${${toVariable(input)}}`;
    }
    const withDefault = /^([A-Za-z_]\w*):-/.exec(inner)?.[1];
    if (withDefault !== undefined) {
      change = `the default of ${withDefault} is left out`;
      return `\${${withDefault}}`;
    }
    return whole;
  });
  return { text, change };
}
