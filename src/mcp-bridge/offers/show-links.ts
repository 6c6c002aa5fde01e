import type { ContentBlock } from "../../model/outcome.ts";

/** Whether a part of a result has an address: a link, or a document. */
export function isLink({ type }: ContentBlock): boolean {
  return type === "resource_link" || type === "resource";
}

/**
 * Content with every link and document under another address, and nothing else in it changed: what stands in a text stays.
 * @param show the address that clients know one by
 */
export function showLinks(content: readonly ContentBlock[], show: (uri: string) => string): readonly ContentBlock[] {
  return content.map((block) => {
    if (block.type === "resource_link") return { ...block, uri: show(block.uri) };
    return block.type === "resource"
      ? { ...block, resource: { ...block.resource, uri: show(block.resource.uri) } }
      : block;
  });
}
