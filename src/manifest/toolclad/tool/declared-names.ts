import type { TableSource } from "../../toml/fields.ts";

/** The arguments that a file declares, also those that cannot be used: a placeholder for one is not unknown as well. */
export function toDeclaredNames(args: TableSource | undefined): readonly string[] {
  return Object.keys(args?.table ?? {}).filter((name) => /^[A-Za-z0-9]\w*$/.test(name));
}
