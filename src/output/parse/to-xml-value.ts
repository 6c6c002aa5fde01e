import type { JsonObject, JsonValue } from "../../model/json.ts";

/** One node as the parser gives it, in document order: a tag's name with what is in it, and its attributes. */
export interface XmlNode {
  readonly [name: string]: string | readonly XmlNode[] | Readonly<Record<string, string>>;
}

/** The content of an element as an object; a parser's depth limit bounds the recursion. */
export function toXmlValue(nodes: readonly XmlNode[], attributes: Readonly<Record<string, string>> = {}): JsonObject {
  const children = new Map<string, JsonValue[]>();
  let text = "";
  for (const node of nodes) {
    const name = Object.keys(node).find((key) => key !== ":@");
    const content = name === undefined ? undefined : node[name];
    if (name === "#text" && typeof content === "string") text += decodeReferences(content);
    else if (name === "#cdata" && Array.isArray(content)) text += readCdata(content as readonly XmlNode[]);
    else if (name !== undefined && Array.isArray(content)) {
      const value = toXmlValue(content as readonly XmlNode[], node[":@"] as Readonly<Record<string, string>>);
      const same = children.get(name);
      if (same === undefined) children.set(name, [value]);
      else same.push(value);
    }
  }
  return Object.fromEntries([
    ...Object.entries(attributes).map(([name, value]) => [name, decodeReferences(value)] as const),
    ...(text.trim() === "" ? [] : [["#text", text.trim()] as const]),
    ...[...children].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const),
  ]);
}

/** What stands in CDATA is text as it is. */
function readCdata(nodes: readonly XmlNode[]): string {
  return nodes.map((node) => (typeof node["#text"] === "string" ? node["#text"] : "")).join("");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The five references that every document knows, and characters by number, each once; anything else stays as it is. */
function decodeReferences(text: string): string {
  return text.replaceAll(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g,
    (whole, name, decimal, hex) => {
      if (typeof name === "string") return NAMED[name] ?? whole;
      const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
      const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : whole;
    },
  );
}
