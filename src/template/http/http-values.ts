import type { TextTemplate } from "../../model/backend.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { PlannedPiece, PlannedText } from "../../model/plan.ts";

/** What stands in a place of a request. */
export interface HttpValue {
  readonly text: string;
  /** What it is as a JSON value of its own. */
  readonly json: string | number | boolean;
}

/** By name; an optional argument that was not sent is not there. */
export type HttpValues = ReadonlyMap<string, HttpValue>;

/** A part of a request with its values in it, or why one of them cannot stand there. */
export type Rendered<Part> =
  { readonly ok: true; readonly part: Part } | { readonly ok: false; readonly issue: ParamIssue };

/** How the three kinds of pieces are written in one place of a request. */
export interface PlaceRules {
  /** Of a value. Never sees author-written text. */
  readonly encode: (text: string) => string;
  readonly as: Extract<PlannedPiece, { kind: "secret" }>["as"];
  /** Of author-written text. @default as it stands */
  readonly author?: ((text: string) => string) | undefined;
}

/** Puts values into their places, each encoded, none looked into; `null` when one is absent. */
export function fillTemplate(template: TextTemplate, values: HttpValues, rules: PlaceRules): PlannedText | null {
  const pieces: PlannedPiece[] = [];
  for (const part of template) {
    if (part.kind === "secret") pieces.push({ kind: "secret", name: part.name, as: rules.as });
    else if (part.kind === "text") pieces.push({ kind: "text", text: rules.author?.(part.text) ?? part.text });
    else {
      const value = values.get(part.name);
      if (value === undefined) return null;
      pieces.push({ kind: "text", text: rules.encode(value.text) });
    }
  }
  return joinPieces(pieces);
}

/** The same text with neighbouring pieces joined, so that a plan has one form. */
export function joinPieces(pieces: readonly PlannedPiece[]): PlannedText {
  const joined: PlannedPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === "text" && last?.kind === "text") {
      joined[joined.length - 1] = { kind: "text", text: last.text + piece.text };
    } else if (piece.kind === "secret" || piece.text !== "") joined.push(piece);
  }
  return joined;
}

/** The text with something harmless for each secret. */
export function standIn(text: PlannedText): string {
  return text.map((piece) => (piece.kind === "text" ? piece.text : piece.as === "json-value" ? '"x"' : "x")).join("");
}

/** A value that cannot stand where it would have to. */
export function refuse(
  param: string,
  code: ParamIssue["code"],
  message: string,
): { readonly ok: false; readonly issue: ParamIssue } {
  return { ok: false, issue: { param, code, message } };
}
