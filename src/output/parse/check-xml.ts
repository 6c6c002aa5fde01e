/** Each tag becomes an object, hundreds of times as large as its text. */
const MAX_TAGS = 200_000;
const EMPTY_DOCTYPE = /<!DOCTYPE\s+[\w:.-]+\s*>/y;

export type CheckedXml =
  | { readonly ok: true; readonly text: string }
  /** Says what keeps the text from being read. */
  | { readonly ok: false; readonly message: string };

/**
 * What must hold before a parser sees the text: everything that opens is closed, the tags can be counted, and there is no
 * document type definition. A `<!DOCTYPE name>` that defines nothing, as `nmap` prints it, is taken out.
 */
export function checkXml(text: string): CheckedXml {
  let doctype: { readonly start: number; readonly end: number } | null = null;
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1;) {
    let end = findEnd(text, at);
    if (text.startsWith("<!", at) && end === null) {
      EMPTY_DOCTYPE.lastIndex = at;
      if (tags > 0 || doctype !== null || !EMPTY_DOCTYPE.test(text)) return fail(DTD);
      end = EMPTY_DOCTYPE.lastIndex;
      doctype = { start: at, end };
    } else if (end === null) {
      end = at + 1;
      if (++tags > MAX_TAGS) return fail(`it has more than ${MAX_TAGS} tags`);
    }
    if (end === -1) return fail(`it ends within ${JSON.stringify(text.slice(at, at + 9))}`);
    at = text.indexOf("<", end);
  }
  if (tags === 0) return fail("there is no element in it");
  if (text.slice(text.lastIndexOf(">") + 1).trim() !== "") return fail("it ends with text outside of its element");
  const rest = doctype === null ? text : text.slice(0, doctype.start) + text.slice(doctype.end);
  return { ok: true, text: rest };
}

const DTD = "document type definitions (DTD) are refused, because they can define entities";
const SPANS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** Behind a comment, a CDATA section or an instruction; -1 when it is never closed, `null` for what is none of these. */
function findEnd(text: string, at: number): number | null {
  const span = SPANS.find(([open]) => text.startsWith(open, at));
  if (span === undefined) return null;
  const [open, close] = span;
  const found = text.indexOf(close, at + open.length);
  return found === -1 ? -1 : found + close.length;
}

function fail(message: string): CheckedXml {
  return { ok: false, message };
}
