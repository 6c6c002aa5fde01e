import type { JsonObject } from "../../../../model/json.ts";
import type { LinkBlock, Outcome } from "../../../../model/outcome.ts";
import { toMimeType } from "./mime-type.ts";
import { toFileUri } from "./own-files.ts";

/** A model reads none of them unless it asks; so many are shown to it. */
const MOST_LINKS = 10;

/** Where the files are that are kept of a call and may be handed out: all for programs, the first ones for the model. */
export function toFileLinks({ callId, evidence }: Outcome): {
  readonly links: readonly LinkBlock[];
  readonly listed: readonly JsonObject[];
} {
  const files = (evidence?.kept?.files ?? []).filter(({ isWithheld, hash }) => isWithheld !== true && hash !== null);
  const listed = files.map(({ name, bytes, hash }) => ({ uri: toFileUri(callId, name), name, bytes, hash }));
  const links = files.slice(0, MOST_LINKS).map(({ name, bytes }): LinkBlock => {
    const mimeType = toMimeType(name, null);
    const link = { type: "resource_link", uri: toFileUri(callId, name), name, size: bytes } as const;
    return mimeType === undefined ? link : { ...link, mimeType };
  });
  return { links, listed };
}
