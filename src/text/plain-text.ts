import type { ContentBlock } from "../model/outcome.ts";

/** What a person reads of a result: text as it stands, and of anything else what it is. */
export function toPlainText(content: readonly ContentBlock[]): string {
  return content.map(describeBlock).join("\n");
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `(${block.type} ${block.mimeType}, ${countBytes(block.data)} bytes)`;
    case "resource_link":
      return `(${block.title ?? block.name}: ${block.uri})`;
    case "resource": {
      const { uri, mimeType, text, blob = "" } = block.resource;
      return text ?? `(${uri}, ${mimeType ?? "no type"}, ${countBytes(blob)} bytes)`;
    }
  }
}

function countBytes(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);
}
