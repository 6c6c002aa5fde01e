import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html, lines } from "./html.ts";

const ACTIVE =
  /[<>"'\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|&(?!(?:amp|lt|gt|quot|#39);)/u;

describe("html", () => {
  it.each([
    [`<b>&"'`, "&lt;b&gt;&amp;&quot;&#39;"],
    ["a\u202eb\n", "a\\u202eb\\n"],
    ["&amp;", "&amp;amp;"],
  ])("puts %j in as %s", (value, shown) => {
    expect(html`<i title="${value}">${value}</i>`.markup).toBe(`<i title="${shown}">${shown}</i>`);
  });

  it("takes markup of its own, lists, numbers and nothing", () => {
    expect(html`${html`<b>x</b>`}${["<", html`<i></i>`]}${5}${null}`.markup).toBe("<b>x</b>&lt;<i></i>5");
  });

  it("lets nothing through that acts, whatever comes", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(fc.property(text, (value) => !ACTIVE.test(html`${value}`.markup)));
    fc.assert(fc.property(text, (value) => !ACTIVE.test(lines(value).markup.replace(/[\n\t]/g, ""))));
  });

  it("keeps lines where they are wanted", () => {
    expect(lines("a\r\nb\t<c>\rd").markup).toBe("a\nb\t&lt;c&gt;\\rd");
  });
});
