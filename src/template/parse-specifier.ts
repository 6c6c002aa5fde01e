import type { ArgPart } from "../model/arg-node.ts";
import { SPECIFIER_KINDS } from "../model/tool.ts";
import type { SpecifierKind } from "../model/tool.ts";
import type { TemplateIssue } from "./split-at-places.ts";

export type ParsedSpecifier =
  | {
      readonly ok: true;
      readonly parts: readonly ArgPart[];
      /** By placeholder. */
      readonly kinds: ReadonlyMap<string, SpecifierKind>;
    }
  | { readonly ok: false; readonly issue: TemplateIssue };

const PLACE = /^\{([A-Za-z_]\w*)(?:\|([a-z]*))?\}/;
const KINDS: ReadonlyMap<string, SpecifierKind> = new Map(SPECIFIER_KINDS.map((kind) => [kind, kind]));

/** What a place without a kind is by its name: taken for text, a command line would be matched as no shell reads it. */
const USUAL_KINDS: ReadonlyMap<string, SpecifierKind> = new Map([
  ["command", "shell"],
  ["path", "path"],
]);

/**
 * Reads a specifier template: text with `{name}`, `{name|shell}`, `{name|path}` and `{name|host}`. A brace that opens no
 * place, two places with nothing between them, and one place of two kinds are issues.
 */
export function parseSpecifier(text: string): ParsedSpecifier {
  const parts: ArgPart[] = [];
  const kinds = new Map<string, SpecifierKind>();
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("{", at);
    if (next !== at) {
      parts.push({ kind: "text", text: text.slice(at, next === -1 ? text.length : next) });
      at = next === -1 ? text.length : next;
      continue;
    }
    const place = PLACE.exec(text.slice(at, at + 200));
    const problem = place === null ? NO_PLACE : addPlace(place, parts, kinds);
    if (problem !== null) return { ok: false, issue: { message: problem, offset: at } };
    at += place?.[0].length ?? 0;
  }
  return parts.length === 0 ? { ok: false, issue: { message: "it is empty", offset: 0 } } : { ok: true, parts, kinds };
}

const NO_PLACE = "`{` opens no place; write `{name}`, `{name|shell}`, `{name|path}` or `{name|host}`";

function addPlace(place: RegExpExecArray, parts: ArgPart[], kinds: Map<string, SpecifierKind>): string | null {
  const name = place[1] ?? "";
  const kind = KINDS.get(place[2] ?? USUAL_KINDS.get(name) ?? "text");
  if (kind === undefined) return `\`${place[2] ?? ""}\` is no kind of place; known: ${[...KINDS.keys()].join(", ")}`;
  if (parts.at(-1)?.kind === "param") return `\`${place[0]}\` follows another place with nothing between them`;
  if ((kinds.get(name) ?? kind) !== kind) return `\`${name}\` is used as two kinds`;
  kinds.set(name, kind);
  parts.push({ kind: "param", name });
  return null;
}
