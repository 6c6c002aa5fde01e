import type { JsonObject, JsonValue } from "../../model/json.ts";
import { findForbiddenCharacter } from "../../params/characters.ts";
import { showText } from "../../text/show-text.ts";

/** `hidden`: a character that is not seen. `instruction`: words that tell a model what to do besides using the tool. */
type Kind = "hidden" | "instruction" | "encoded";

/** Something in a definition that a person should read before a model does. */
export interface Finding {
  /** All that is odd in one passage, which is shown once. */
  readonly kinds: readonly Kind[];
  /** Steps to the text, joined by `/`. */
  readonly at: string;
  /** What was found, with the words around it, safe to show. */
  readonly text: string;
}

const MAX_FINDINGS = 20;
const MAX_TEXT = 64 * 1024;
const AROUND = 60;

/** Looks through every text of a definition. What it finds is shown, never taken out; what it does not find proves nothing. */
export function scanDefinition(definition: JsonObject): readonly Finding[] {
  const found: Finding[] = [];
  walk(definition, [], (text, at) => {
    if (found.length < MAX_FINDINGS) found.push(...scanText(text.slice(0, MAX_TEXT), at.join("/")));
  });
  return found.slice(0, MAX_FINDINGS);
}

function walk(value: JsonValue, at: readonly string[], onText: (text: string, at: readonly string[]) => void): void {
  if (typeof value === "string") onText(value, at);
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) onText(key, [...at, "(name)"]);
    if (member !== undefined) walk(member, [...at, key], onText);
  }
}

function scanText(text: string, at: string): readonly Finding[] {
  const hidden = findForbiddenCharacter(text.replaceAll(/\r?\n/g, ""), true);
  const matched = PATTERNS.flatMap(([kind, pattern]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [toPassage(kind, match.index, match[0].length)];
  });
  return [
    ...(hidden === null ? [] : [{ kinds: ["hidden"], at, text: hidden } as const]),
    ...joinOverlapping(matched).map(({ kinds, from, to }) => {
      return { kinds, at, text: showText(text.slice(from, to).trim(), to - from) };
    }),
  ];
}

/** Part of a text, from one place to before another. */
interface Passage extends Pick<Finding, "kinds"> {
  readonly from: number;
  readonly to: number;
}

function toPassage(kind: Kind, start: number, length: number): Passage {
  return { kinds: [kind], from: Math.max(0, start - AROUND), to: start + Math.min(length, AROUND) + AROUND };
}

/** Several patterns find the same words: nobody has to read them several times. */
function joinOverlapping(passages: readonly Passage[]): readonly Passage[] {
  const joined: Passage[] = [];
  for (const next of passages.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || next.from >= last.to) {
      joined.push(next);
      continue;
    }
    const kinds = [...new Set([...last.kinds, ...next.kinds])];
    joined[joined.length - 1] = { kinds, from: last.from, to: Math.max(last.to, next.to) };
  }
  return joined;
}

/** Every gap is short and bounded, so that no text takes long. */
const PATTERNS: readonly (readonly [Kind, RegExp])[] = [
  [
    "instruction",
    /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|other|all)\b.{0,40}\b(?:instruction|rule|prompt|message|guideline)/iu,
  ],
  [
    "instruction",
    /\b(?:do not|don't|never|without)\b.{0,30}\b(?:tell|telling|mention|mentioning|inform|informing|show|showing|notify|notifying|reveal)\b.{0,30}\b(?:the )?(?:user|human|person|anyone)/iu,
  ],
  ["instruction", /<\s{0,8}\/?\s{0,8}(?:important|system|instructions?|secret|admin|assistant|hidden)\s{0,8}>/iu],
  [
    "instruction",
    /\b(?:before|after|instead of|when)\s{1,8}(?:using|calling|invoking|running)\s{1,8}(?:this|any|other|all|the)\b.{0,60}\b(?:you must|must|always|first)\b/iu,
  ],
  [
    "instruction",
    /\b(?:you must|always|make sure to)\b.{0,30}\b(?:call|use|invoke|run)\b.{0,30}\b(?:this tool|first|instead of|before)\b/iu,
  ],
  [
    "instruction",
    /\b(?:read|open|cat|include|attach|pass|send)\b.{0,60}(?:\.ssh|id_rsa|id_ed25519|\.env\b|\.aws|credentials|\/etc\/passwd|api[ _-]?keys?|mcp\.json|conversation history|system prompt)/iu,
  ],
  [
    "instruction",
    /\b(?:send|forward|post|upload|bcc|exfiltrate|copy)\b.{0,60}(?:https?:\/\/|\b[\w.+-]{1,64}@[\w-]{1,64}\.)/iu,
  ],
  ["instruction", /\b(?:this|the) tool\b.{0,30}\b(?:replaces|overrides|supersedes)\b/iu],
  ["encoded", /[A-Za-z0-9+/]{160,}={0,2}/u],
];
