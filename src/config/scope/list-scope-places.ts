import path from "node:path";
import { SCOPE_FILES } from "../defaults.ts";
import type { ConfigParts } from "../merge-config.ts";

/** Where `readScopeFile` looks: the files need not exist. */
export function listScopePlaces({ user, project }: Pick<ConfigParts, "user" | "project">): readonly string[] {
  return [user, project].flatMap((part) => {
    if (part === null) return [];
    const { layer, folder, data } = part.layer;
    const named = data.scope?.file;
    if (named !== undefined) return [path.resolve(folder, named)];
    return layer === "user" ? [] : SCOPE_FILES.map((name) => path.join(folder, name));
  });
}
