import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNeutralizer, neutralizeName, neutralizeText } from "./neutralize-text.ts";

const ESC = "\u001b";

const CASES: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["nothing", "", ""],
  ["plain text", "a\tb\nc ä 漢 🙂\n", "a\tb\nc ä 漢 🙂\n"],
  ["colours", `${ESC}[1;31mred${ESC}[0m`, "red"],
  ["colours in 24 bits", `${ESC}[38:2::1:2:3mx`, "x"],
  ["cursor movement and clearing", `a${ESC}[2J${ESC}[H${ESC}[?25lb`, "ab"],
  ["eight-bit sequences", "a\u009b31mb", "ab"],
  ["a title", `${ESC}]0;evil\u0007x`, "x"],
  ["a link", `${ESC}]8;;http://e/${ESC}\\text${ESC}]8;;${ESC}\\`, "text"],
  ["a clipboard write", `${ESC}]52;c;ZXZpbA==\u0007x`, "x"],
  ["a device string", `${ESC}P1$r0m${ESC}\\x`, "x"],
  ["other strings", `${ESC}_a${ESC}\\${ESC}^b${ESC}\\${ESC}Xc${ESC}\\x`, "x"],
  ["character sets and resets", `${ESC}(B${ESC}c${ESC}7x${ESC}=`, "x"],
  ["a string that is never ended", `${ESC}]0;a\nthe rest\n`, "\\u001b]0;a\nthe rest\n"],
  ["a string that is too long", `${ESC}]0;${"a".repeat(9000)}\u0007x`, `\\u001b]0;${"a".repeat(9000)}\\u0007x`],
  ["a sequence that breaks off", `${ESC}[31`, "\\u001b[31"],
  ["a broken sequence", `${ESC}[3\n1m`, "\\u001b[3\n1m"],
  ["a bare escape", `a${ESC}`, "a\\u001b"],
  ["an escape in an escape", `${ESC}${ESC}[0mx`, "\\u001bx"],
  ["other control characters", "a\u0000b\u0007c\bd\u007fe\u0085f", "a\\u0000b\\u0007c\\u0008d\\u007fe\\u0085f"],
  ["bidi marks", "a\u202eb\u2066c\u200fd", "a\\u202eb\\u2066c\\u200fd"],
  ["what has no width", "a\u200bb\u2060c\ufeffd\u00ade", "a\\u200bb\\u2060c\\ufeffd\\u00ade"],
  ["tags", "a\u{e0001}\u{e0041}b", "a\\u{e0001}\\u{e0041}b"],
  ["variation selectors as carriers", "a\ufe01b\u{e0100}c\ufe0fd", "a\\ufe01b\\u{e0100}c\\ufe0fd"],
  ["what looks like nothing", "a\u3164b\u115fc\uffa0d", "a\\u3164b\\u115fc\\uffa0d"],
  ["separators of lines", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  ["lone surrogates", "a\ud800b\udc00c", "a\\ud800b\\udc00c"],
  ["joined emoji", "👩\u200d💻 👩🏽\u200d🚒 ❤️\u200d🔥 ⚠\ufe0f", "👩\u200d💻 👩🏽\u200d🚒 ❤️\u200d🔥 ⚠\ufe0f"],
  ["joiners in scripts that need them", "می\u200cخواهم क\u094d\u200dष", "می\u200cخواهم क\u094d\u200dष"],
  ["joiners elsewhere", "a\u200db \u200c1\u200d\u200d", "a\\u200db \\u200c1\\u200d\\u200d"],
  ["Windows line ends", "a\r\nb\r\r\nc", "a\nb\nc"],
  ["a line that is written over", "ERROR: it failed\rall is well\n", "ERROR: it failed\nall is well\n"],
  [
    "a progress display",
    "Fetching 0%\rFetching 9% [#]\rFetching 50% [##]\rFetching 100% [###]\nok",
    "Fetching 0%\n[earlier states of this line left out: 2]\nFetching 100% [###]\nok",
  ],
  ["words in a progress display", "Load 1%\rLoad 2%\rno disk\rLoad 3%\n", "Load 1%\nLoad 2%\nno disk\nLoad 3%\n"],
  ["a line that is cleared", `Load 1%\r${ESC}[Kdone\r      \r\n`, "Load 1%\ndone\n"],
  ["a return at the start and at the end", "\rabc\r", "abc"],
  ["returns in text without words", "1\r2\r3", "1\n[earlier states of this line left out: 1]\n3"],
  ["a long text over another", `a\r${"b".repeat(5000)}c\rd\n`, `a\n${"b".repeat(5000)}c\nd\n`],
];

describe("neutralizeText", () => {
  it.each(CASES)("%s", (_what, text, shown) => {
    expect(neutralizeText(text)).toBe(shown);
    expect(neutralizeText(shown)).toBe(shown);
  });

  const piece = fc.constantFrom(
    ...CASES.map(([, text]) => text.slice(0, 200)),
    "\r",
    "\n",
    ESC,
    "[",
    "]",
    "x",
    " ",
    "😀",
  );
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece).map((all) => all.join("")),
  );

  it("leaves nothing that acts or hides in any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = neutralizeText(text);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/);
        expect(shown.isWellFormed()).toBe(true);
        expect(neutralizeText(shown)).toBe(shown);
      }),
    );
  });

  it("gives the same in pieces, wherever they are cut", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (text, sizes) => {
        const stream = createNeutralizer();
        let told = "";
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          told += stream.push(text.slice(at, at + size));
          at += size;
        }
        expect(told + stream.end()).toBe(neutralizeText(text));
      }),
    );
  });

  // Each is a mebibyte; the runner's own limit for a test is what would end one that takes longer than linear time.
  it.each([
    `${ESC}]`,
    `${ESC}[`,
    `${ESC}P`,
    "\u009d",
    ESC,
    "a\r",
    "\r",
    "\u200d",
    "\u202e",
    "\ud800",
    `${ESC}]a`,
    "\ufe0f",
  ])("is not kept busy by many %j", (unit) => {
    expect(neutralizeText(unit.repeat(1_048_576 / unit.length))).toBeTypeOf("string");
  });
});

describe("neutralizeName", () => {
  it("keeps two names apart", () => {
    expect(neutralizeName(`${ESC}[0ma`)).not.toBe(neutralizeName("a"));
    expect(neutralizeName("a\r\nb")).toBe("a\\r\\nb");
  });
});
