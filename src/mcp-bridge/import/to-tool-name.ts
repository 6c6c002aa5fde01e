import { hash } from "node:crypto";
import { NAME } from "../../manifest/tool-name.ts";

const MAX_LENGTH = 64;
const MARK_LENGTH = 8;

/**
 * What an upstream tool is called here: `PREFIX__NAME`, or its own name without a prefix. What our names cannot carry
 * becomes `_`, and what is too long is cut; then the end says which name it was, so that two never become one.
 */
export function toToolName(prefix: string, name: string): string {
  const whole = `${toBeginning(prefix)}${name}`;
  if (NAME.test(whole)) return whole;
  const carried = whole.replaceAll(/[^A-Za-z0-9_.-]/gu, "_").replace(/^[^A-Za-z0-9]+/, "");
  const mark = hash("sha256", `${prefix}\0${name}`).slice(0, MARK_LENGTH);
  return `${carried.slice(0, MAX_LENGTH - MARK_LENGTH - 1)}_${mark}`.replace(/^_/, "");
}

/** What the names of a server's tools begin with; nothing without a prefix. */
export function toBeginning(prefix: string): string {
  return prefix === "" ? "" : `${prefix}__`;
}

/** The prefix of a server that was given none: `mcp_` and its name. */
export function toPrefix(server: string): string {
  const own = server.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return own.startsWith("mcp_") ? own : `mcp_${own}`;
}
