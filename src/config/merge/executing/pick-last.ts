import type { ConfigData } from "../../file/data/config-data.ts";
import type { ConfigLayer } from "../../file/config-layer.ts";

/** The word of the last file that says something: the project's, else the person's. */
export function pickLast<Value>(
  layers: readonly ConfigLayer[],
  read: (data: ConfigData) => Value | undefined,
): Value | undefined {
  return layers.map(({ data }) => read(data)).findLast((value) => value !== undefined);
}
