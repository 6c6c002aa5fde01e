import type { ContentBlock } from "../../model/outcome.ts";
import { cleanData } from "./clean-data.ts";
import type { Cleaner } from "./create-cleaner.ts";

/** A part of a result with every text in it cleaned. */
export function cleanBlock(block: ContentBlock, { text }: Pick<Cleaner, "text">): ContentBlock {
  const optional = <Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> =>
    value === undefined ? {} : ({ [key]: text(value) } as Record<Key, string>);
  switch (block.type) {
    case "text":
      return { ...block, text: text(block.text) };
    case "image":
    case "audio":
      return { ...block, data: cleanData(block.data, { text }), mimeType: text(block.mimeType) };
    case "resource_link": {
      const { title, description, mimeType } = block;
      const more = {
        ...optional("title", title),
        ...optional("description", description),
        ...optional("mimeType", mimeType),
      };
      return { ...block, uri: text(block.uri), name: text(block.name), ...more };
    }
    case "resource": {
      const { resource } = block;
      const more = {
        ...optional("text", resource.text),
        ...optional("mimeType", resource.mimeType),
        ...(resource.blob === undefined ? {} : { blob: cleanData(resource.blob, { text }) }),
      };
      return { ...block, resource: { ...resource, uri: text(resource.uri), ...more } };
    }
  }
}

/** A part of a result with what is long in it cut. */
export function cutBlock(block: ContentBlock, cut: (text: string) => string): ContentBlock {
  if (block.type === "text") return { ...block, text: cut(block.text) };
  if (block.type !== "resource" || block.resource.text === undefined) return block;
  return { ...block, resource: { ...block.resource, text: cut(block.resource.text) } };
}
