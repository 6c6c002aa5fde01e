import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** `sha256:<hex>` over a file's bytes; `unreadable` for one that may be executed but not read. */
export function hashFile(file: string): string {
  try {
    return `sha256:${hash("sha256", readFileSync(file))}`;
  } catch {
    return "unreadable";
  }
}
