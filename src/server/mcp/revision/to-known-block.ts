import type { ContentBlock, TextBlock } from "../../../model/outcome.ts";

/** Since when there are parts of a kind; the others were there from the start. */
const SINCE: Readonly<Partial<Record<ContentBlock["type"], string>>> = {
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

/**
 * One part of a result for a client of a revision. What that has no name for becomes a line of text: clients refuse the
 * whole result for one part that they do not know.
 */
export function toKnownBlock(block: ContentBlock, revision: string): ContentBlock {
  const since = SINCE[block.type];
  if (since === undefined || revision >= since) return block;
  const { annotations } = block;
  const text: TextBlock = { type: "text", text: toWords(block) };
  return annotations === undefined ? text : { ...text, annotations };
}

function toWords(block: ContentBlock): string {
  if (block.type === "resource_link") {
    const { name, uri, mimeType, description } = block;
    const kind = mimeType === undefined ? "" : ` (${mimeType})`;
    return `${name}${kind}: ${uri}${description === undefined ? "" : `\n${description}`}`;
  }
  const kind = "mimeType" in block ? ` of the type ${block.mimeType}` : "";
  return `(${block.type}${kind} was left out: the client speaks a revision of the protocol that has none)`;
}
