import path from "node:path";
import type { PolicyFile } from "../cedar/read-policies.ts";

/** What a person should know of one file with Cedar policies before trusting it. */
export interface TrustedPolicies {
  /** Relative to the workspace. */
  readonly file: string;
  /** The heads of the policies that let calls run; what follows `when` and `unless` is in the file. */
  readonly permits: readonly string[];
  /** How many policies forbid. */
  readonly forbids: number;
}

export function toTrustedPolicies({ file, text }: PolicyFile, workspace: string): TrustedPolicies {
  const heads = findHeads(text);
  return {
    file: path.relative(workspace, file),
    permits: heads.filter((head) => head.startsWith("permit")),
    forbids: heads.filter((head) => head.startsWith("forbid")).length,
  };
}

/** A comment, which also a lone carriage return ends, a text, a word, or any other character. */
const TOKEN = /\/\/[^\r\n]*|"(?:[^"\\]|\\[\s\S])*"|[A-Za-z_][A-Za-z0-9_]*|[\s\S]/g;

/** From each `permit` or `forbid` at the start of a policy to the parenthesis that closes its head, on one line. */
function findHeads(text: string): readonly string[] {
  const heads: string[] = [];
  let head: string | null = null;
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith("//")) continue;
    if (token === "(" || token === "[" || token === "{") depth += 1;
    if (head === null && depth === 0 && (token === "permit" || token === "forbid")) head = token;
    else if (head !== null) head += /^\s$/.test(token) ? " " : token;
    if (token === ")" || token === "]" || token === "}") depth = Math.max(0, depth - 1);
    if (head === null || depth !== 0 || token !== ")") continue;
    heads.push(head.replace(/ +/g, " ").trim());
    head = null;
  }
  return heads;
}
