import type { ContentBlock } from "../../model/outcome.ts";
import { renderWithheld } from "./clean-data.ts";
import type { Cleaner } from "./create-cleaner.ts";

/** A part of a result with every text in it cleaned; data with a secret in it is replaced by words that say so. */
export function cleanBlock(block: ContentBlock, { text, data }: Pick<Cleaner, "text" | "data">): ContentBlock {
  const optional = <Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> =>
    value === undefined ? {} : ({ [key]: text(value) } as Record<Key, string>);
  switch (block.type) {
    case "text":
      return { ...block, text: text(block.text) };
    case "image":
    case "audio": {
      const [clean, mimeType] = [data(block.data), text(block.mimeType)];
      if (clean !== null) return { ...block, data: clean, mimeType };
      const { annotations } = block;
      return { type: "text", text: renderWithheld(mimeType), ...(annotations === undefined ? {} : { annotations }) };
    }
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
      const { blob, ...resource } = block.resource;
      const own = { ...resource, uri: text(resource.uri), ...optional("text", resource.text) };
      const clean = blob === undefined ? undefined : data(blob);
      if (clean === null) {
        const withheld = renderWithheld(text(resource.mimeType ?? ""));
        return { ...block, resource: { ...own, mimeType: "text/plain", text: withheld } };
      }
      const more = { ...optional("mimeType", resource.mimeType), ...(clean === undefined ? {} : { blob: clean }) };
      return { ...block, resource: { ...own, ...more } };
    }
  }
}
