import { createScrubber } from "../../src/output/scrub/create-scrubber.ts";
import { SCRUB_PATTERNS } from "../../src/output/scrub/patterns/pattern-table.ts";
import type { ScrubPattern } from "../../src/output/scrub/patterns/scrub-pattern.ts";
import { createScrubIndex, toFinders } from "../../src/output/scrub/scrub-index.ts";
import { code, renderTable } from "./markdown.ts";

const INTRO = `# Scrubbing patterns

What is taken out of everything because of how it looks, whoever it belongs to; \`[REDACTED]\` stands in its place. The
[guide](../guide/scrubbing.md) says where this happens, and how values that look like nothing are taken out.

The names are what \`[output] patterns_off\` switches off, and what \`toolgate scrub --json\` reports. The examples are checked by the
code itself. A placeholder is left alone wherever a secret could stand: \`YOUR_API_KEY\`, \`<token>\`, \`\${TOKEN}\`, \`$TOKEN\`, \`{{token}}\`,
\`****\`, \`process.env.TOKEN\`.

## By what stands around it
`;

const NAMES = `A value has 8 characters or more; of a password 6 are enough in quotes, and behind an \`=\` without blanks. A name is
read word by word, so \`monkey\` has no key in it, \`max_tokens\` no token, and \`token_url\`, \`secretName\` and \`next_page_token\` hold none.
Without quotes, what is an expression, a type or a name in a program is no value: \`password: string\`, \`token = getToken()\`.

`;

const TOKENS = `## By how it begins

As long as a token of that kind is at least, with nothing else in it; not in the middle of a word, unless nothing else begins so.
`;

const MOST_SHOWN = 16;
const MOST_EXAMPLES = 3;
/** Longer ones say no more. */
const LONGEST_EXAMPLE = 72;

/** Every shipped pattern, each with examples that were tried. */
export function renderScrubPatterns(): string {
  for (const pattern of SCRUB_PATTERNS) checkExamples(pattern);
  const [tokens, others] = [
    SCRUB_PATTERNS.filter(({ isToken }) => isToken),
    SCRUB_PATTERNS.filter(({ isToken }) => !isToken),
  ];
  return [
    INTRO,
    renderTable(
      ["Name", "What it finds", "What is replaced", "Finds something in", "and nothing in"],
      others.map((pattern) => [
        code(pattern.name),
        pattern.finds,
        pattern.replaces,
        toExamples(pattern.hits),
        toExamples(pattern.misses),
      ]),
    ),
    NAMES,
    TOKENS,
    renderTable(
      ["Name", "What it finds", "Begins with", "What is replaced"],
      tokens.map((pattern) => [code(pattern.name), pattern.finds, toBeginnings(pattern), pattern.replaces]),
    ),
  ].join("\n");
}

function toBeginnings({ find }: ScrubPattern): string {
  if (typeof find === "function" || find.anchors.length > MOST_SHOWN) return "what a number is in base64";
  return find.anchors.map(code).join(" ");
}

function toExamples(texts: readonly string[]): string {
  const shown = texts.filter((text) => text.length <= LONGEST_EXAMPLE && !/[\n`]/.test(text));
  return shown.slice(0, MOST_EXAMPLES).map(code).join(" · ");
}

function checkExamples(pattern: ScrubPattern): void {
  const { scrub } = createScrubber({
    finders: toFinders(createScrubIndex([pattern])),
    longestValue: 0,
    valueFinders: () => [],
    isSecretMember: () => false,
  });
  const missed = pattern.hits.find((text) => scrub(text) === text);
  const wrong = pattern.misses.find((text) => scrub(text) !== text);
  if (missed !== undefined) throw new Error(`${pattern.name} does not find its example ${missed}`);
  if (wrong !== undefined) throw new Error(`${pattern.name} finds something in its example ${wrong}`);
}
