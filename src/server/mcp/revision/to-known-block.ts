import type { ContentBlock, TextBlock } from "../../../model/outcome.ts";

/** Since when there are parts of a kind; the others were there from the start. */
const SINCE: Readonly<Partial<Record<ContentBlock["type"], string>>> = {
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

/**
 * One part of a result for a client of a revision. What that has no name for becomes a line of text, and so does data that
 * is none: clients refuse the whole result for one part that they cannot read.
 */
export function toKnownBlock(block: ContentBlock, revision: string): ContentBlock {
  if (!hasData(block)) return toText(block, "what should be base64 is none");
  const since = SINCE[block.type];
  if (since === undefined || revision >= since) return block;
  return toText(block, "the client speaks a revision of the protocol that has none");
}

/** What servers send, and what is left of it without secrets. */
function hasData(block: ContentBlock): boolean {
  if (block.type === "image" || block.type === "audio") return isBase64(block.data);
  if (block.type !== "resource") return true;
  const { text, blob } = block.resource;
  return text !== undefined || (blob !== undefined && isBase64(blob));
}

/** As clients decode it: blanks count for nothing, and the padding may be missing. */
function isBase64(data: string): boolean {
  try {
    atob(data);
    return true;
  } catch {
    return false;
  }
}

function toText(block: ContentBlock, why: string): TextBlock {
  const { annotations } = block;
  const text: TextBlock = { type: "text", text: toWords(block, why) };
  return annotations === undefined ? text : { ...text, annotations };
}

function toWords(block: ContentBlock, why: string): string {
  if (block.type === "resource_link") {
    const { name, uri, mimeType, description } = block;
    const kind = mimeType === undefined ? "" : ` (${mimeType})`;
    return `${name}${kind}: ${uri}${description === undefined ? "" : `\n${description}`}`;
  }
  const mimeType = block.type === "resource" ? block.resource.mimeType : "mimeType" in block ? block.mimeType : "";
  const kind = mimeType === undefined || mimeType === "" ? "" : ` of the type ${mimeType}`;
  return `(${block.type}${kind} was left out: ${why})`;
}
