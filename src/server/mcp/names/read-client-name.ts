import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";

type Meta = Readonly<Record<string, unknown>>;

/** What the client calls itself in a request; `undefined`: the request does not say. Where it may say so is kept apart by some ways in. */
export function readClientName(...places: readonly (Meta | undefined)[]): string | undefined {
  for (const place of places) {
    const { name } = Object(place?.[CLIENT_INFO_META_KEY]) as { readonly name?: unknown };
    if (typeof name === "string") return name;
  }
  return undefined;
}
