import type { StoredTool } from "../../storage/repositories.ts";
import { findToolFiles } from "./file/find-tool-files.ts";
import type { ToolFile } from "./file/find-tool-files.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

/** What there is under a name for exactly this audience. */
export interface Declared {
  readonly files: readonly ToolFile[];
  readonly stored: StoredTool | null;
}

export async function findDeclared(
  name: string,
  audience: StoredTool["audience"],
  { store, config }: ToolControlParts,
): Promise<Declared> {
  const rows = await store.tools.list(config.workspace);
  return {
    files: audience.kind === "everybody" ? findToolFiles(name, config.toolFolders) : [],
    stored: rows.find((row) => row.name === name && isSame(row.audience, audience)) ?? null,
  };
}

function isSame(one: StoredTool["audience"], other: StoredTool["audience"]): boolean {
  if (one.kind === "everybody" || other.kind === "everybody") return one.kind === other.kind;
  return one.kind === other.kind && one.key === other.key;
}
