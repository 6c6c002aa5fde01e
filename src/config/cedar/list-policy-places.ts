import path from "node:path";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigLayer } from "../file/config-layer.ts";

/** The files and folders that a configuration takes Cedar policies from, links not followed; they need not exist. */
export function listPolicyPlaces(
  { data, folder }: Pick<ConfigLayer, "data" | "folder">,
  home: string,
): readonly string[] {
  return (data.cedar?.policies ?? DEFAULTS.cedarPolicies).map((written) =>
    written.startsWith("~/") ? path.join(home, written.slice(2)) : path.resolve(folder, written),
  );
}
