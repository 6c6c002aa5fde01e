import { escapeControls } from "../../../text/show-text.ts";

/** Markup that is safe to send: made by `html` and nothing else. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = Html | string | number | null | readonly HtmlPart[];

/**
 * A template of markup. Every value that is put in is text: what markup means is escaped, and characters that act or hide are
 * shown as escapes. Attributes have to be written with double quotes. `null` is nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + toMarkup(parts[index] ?? null)).join(""));
}

/** A text of several lines, which stay: everything else as `html` does it. */
export function lines(text: string): Html {
  const shown = text.replaceAll("\r\n", "\n").split(/([\n\t])/);
  return new Html(shown.map((part) => (part === "\n" || part === "\t" ? part : escapeText(part))).join(""));
}

function toMarkup(part: HtmlPart): string {
  if (part === null) return "";
  if (part instanceof Html) return part.markup;
  return typeof part === "object" ? part.map(toMarkup).join("") : escapeText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
