import type * as FastXml from "fast-xml-parser";
import { createRequire } from "node:module";
import { showText } from "../../text/show-text.ts";
import { checkXml } from "./check-xml.ts";
import type { ParsedOutput } from "./parse-output.ts";
import { toXmlValue } from "./to-xml-value.ts";
import type { XmlNode } from "./to-xml-value.ts";

const load = createRequire(import.meta.url);

const MAX_DEPTH = 200;

/**
 * Reads XML as `{tag: {"@attribute", "#text", child}}`; a child that occurs several times is a list. Everything is text.
 * Refused are documents with a type definition, which could define entities, and documents that stop in the middle.
 */
export function parseXml(text: string): ParsedOutput {
  const checked = checkXml(text.replace(/^\ufeff/, "").trimStart());
  if (!checked.ok) return fail(checked.message);
  // Loaded when the first output comes: few tools print XML.
  const library = load("fast-xml-parser") as typeof FastXml;
  try {
    const problem = findProblem(checked.text, library);
    if (problem !== null) return fail(problem);
    const nodes = new library.XMLParser(OPTIONS).parse(checked.text) as readonly XmlNode[];
    const value = toXmlValue(nodes);
    // The validator lets more follow after a root that closes itself.
    const roots = nodes.filter((node) => !Object.hasOwn(node, "#text"));
    if (roots.length !== 1 || Object.hasOwn(value, "#text")) return fail("there is more in it than one element");
    return { ok: true, value };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  cdataPropName: "#cdata",
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
  jPath: false,
  // Names are made into properties without assigning to them, so none is dangerous and none needs another name.
  onDangerousProperty: (name: string): string => name,
} as const;

/** The parser itself takes much that is not well-formed. */
function findProblem(text: string, library: typeof FastXml): string | null {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it moved to a package of its own that is the same code
  const valid = library.XMLValidator.validate(text);
  if (valid === true) return null;
  const { msg, line } = valid.err;
  return msg.startsWith("Invalid '") ? "several elements are never closed" : `${msg} (line ${line})`;
}

function fail(why: string): ParsedOutput {
  return { ok: false, message: `the output is not XML that can be read: ${showText(why, 300)}` };
}
