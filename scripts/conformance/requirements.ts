import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Revision } from "./legs.ts";

interface Requirements {
  readonly server: readonly string[];
  readonly client: readonly string[];
  /** Run as well, and not counted. */
  readonly not_scored: readonly { readonly scenario: string; readonly leg: "server" | "client" }[];
}

/** The scenarios that count for a revision, by the side that they are about. */
export function readRequirements(revision: Revision): Requirements {
  const folder = path.resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/requirements");
  return parse(readFileSync(path.join(folder, `${revision}.yaml`), "utf8")) as Requirements;
}
