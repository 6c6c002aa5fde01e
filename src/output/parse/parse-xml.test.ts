import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseXml } from "./parse-xml.ts";

const MEBIBYTE = 1024 * 1024;

function fill(text: string): string {
  return text.repeat(Math.floor(MEBIBYTE / text.length));
}

describe("parseXml", () => {
  it.each<[string, string, unknown]>([
    ["an empty element", "<a/>", { a: {} }],
    ["text", "<a> x </a>", { a: { "#text": "x" } }],
    ["attributes", `<a x="1" y='2'/>`, { a: { "@x": "1", "@y": "2" } }],
    ["a child", "<a><b/></a>", { a: { b: {} } }],
    ["children of one name", "<a><b/><c/><b>x</b></a>", { a: { b: [{}, { "#text": "x" }], c: {} } }],
    ["text between children", "<a>x<b/>y</a>", { a: { "#text": "xy", b: {} } }],
    ["a > in an attribute", '<a x="1>2">y</a>', { a: { "@x": "1>2", "#text": "y" } }],
    [
      "the references that every document has",
      "<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</a>",
      { a: { "#text": "<>&\"'AB" } },
    ],
    ["a reference once", '<a x="&amp;lt;">&amp;lt;</a>', { a: { "@x": "&lt;", "#text": "&lt;" } }],
    ["no other reference", "<a>&foo; &#0; &#xD800;</a>", { a: { "#text": "&foo; &#0; &#xD800;" } }],
    ["CDATA as it stands", "<a><![CDATA[<b>&amp;</b>]]></a>", { a: { "#text": "<b>&amp;</b>" } }],
    [
      "a doctype in CDATA",
      "<a><![CDATA[<!DOCTYPE x [<!ENTITY y 'z'>]>]]></a>",
      { a: { "#text": "<!DOCTYPE x [<!ENTITY y 'z'>]>" } },
    ],
    ["numbers as text", "<a>007</a>", { a: { "#text": "007" } }],
    [
      "a declaration, instructions and comments",
      '\ufeff<?xml version="1.0"?><?x y?><!-- <b> --><a/><!-- c -->\n',
      { a: {} },
    ],
    ["a doctype that defines nothing", "<?xml version='1.0'?>\n<!DOCTYPE nmaprun>\n<nmaprun/>", { nmaprun: {} }],
    ["names with a namespace", "<n:a xmlns:n='urn:x'/>", { "n:a": { "@xmlns:n": "urn:x" } }],
    [
      "names of JavaScript members",
      "<a><toString/><valueOf x='1'/></a>",
      { a: { toString: {}, valueOf: { "@x": "1" } } },
    ],
  ])("reads %s", (_what, text, value) => {
    expect(parseXml(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a tag that is cut off", "<a></a"],
    ["an element that is never closed", "<a><b>"],
    ["a tag without an end", "<a "],
    ["an attribute that is never closed", '<a x="1>'],
    ["a comment that is never closed", "<a/><!-- "],
    ["CDATA that is never closed", "<a><![CDATA[x</a>"],
    ["an instruction that is never closed", "<a/><? x"],
    ["the wrong end", "<a></b>"],
    ["an end alone", "</a>"],
    ["two roots", "<a/><b/>"],
    ["text behind the root", "<a/>x"],
    ["an attribute twice", '<a x="1" x="2"/>'],
    ["an attribute without quotes", "<a x=1/>"],
    ["a bare ampersand", "<a>&</a>"],
    ["entities", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ["a definition elsewhere", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ["a definition in public", '<!DOCTYPE a PUBLIC "x" "http://127.0.0.1/x.dtd"><a/>'],
    ["two doctypes", "<!DOCTYPE a><!DOCTYPE a><a/>"],
    ["a doctype inside", "<a><!DOCTYPE a></a>"],
    ["an entity inside", "<a><!ENTITY x 'y'></a>"],
    ["__proto__ as an element", "<a><__proto__ x='1'/></a>"],
    ["what was cut off", "<a><b/></a\n... [truncated, 10/99 bytes shown]"],
  ])("refuses %s", (_what, text) => {
    const parsed = parseXml(text);
    expect(parsed.ok ? parsed.value : "").toBe("");
    expect(parsed.ok ? "" : parsed.message).toMatch(/^the output is not XML that can be read: ./);
  });

  it("does not let names reach a prototype", () => {
    expect(JSON.stringify(parseXml('<a __proto__="x" constructor="y"/>'))).toContain(
      '{"@__proto__":"x","@constructor":"y"}',
    );
    expect(({} as Record<string, unknown>)["@x"]).toBeUndefined();
  });

  // Each of these has kept some parser busy for hours; the runner's own limit for a test is what would end it.
  it.each([
    ["elements in each other", fill("<a>")],
    ["a thousand levels", "<a>".repeat(1000) + "</a>".repeat(1000)],
    ["elements beside each other", `<r>${fill("<a/>")}</r>`],
    ["comments that are never closed", fill("<!--")],
    ["CDATA that is never closed", fill("<![CDATA[")],
    ["instructions that are never closed", fill("<?")],
    ["brackets", fill("<")],
    ["ends of CDATA", `<a>${fill("]]>")}</a>`],
    ["spaces before an equals sign", `<a${fill(" ")}=x>`],
    ["spaces in a tag", `<a${fill(" ")}/>`],
    ["spaces in an instruction", `<?a${fill(" ")}?><a/>`],
    ["quotes across each other", `<a ${fill("b' c=\" ")}>`],
    ["attributes", `<a ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`],
    ["ampersands", `<a>${fill("&")}</a>`],
    ["references", `<a>${fill("&amp;")}</a>`],
    ["a doctype without an end", `<!DOCTYPE ${fill("a")}`],
    ["a doctype of spaces", `<!DOCTYPE${fill(" ")}>`],
    ["a name without an end", `<${fill("a")}`],
    ["line ends", `<a>${fill("\r")}</a>`],
  ])("is not kept busy by a mebibyte of %s", (_what, text) => {
    expect(typeof parseXml(text).ok).toBe("boolean");
  });

  it("gives back what was written", () => {
    const escape = (text: string): string =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    const value = fc.stringMatching(/^[ -~äöü€]{1,40}$/).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(value, value, (attribute, content) => {
        const text = `<a x="${escape(attribute)}">${escape(content)}</a>`;
        expect(parseXml(text)).toEqual({ ok: true, value: { a: { "@x": attribute, "#text": content } } });
      }),
    );
  });
});
