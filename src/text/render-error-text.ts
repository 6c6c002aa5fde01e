import type { ErrorInfo } from "../model/errors.ts";

/** An error as a model reads it: its code and message, and on a line of its own what to do. */
export function renderErrorText({ code, message, hint }: Pick<ErrorInfo, "code" | "message" | "hint">): string {
  return `${code}: ${message}${hint === null ? "" : `\n${renderHintText(hint)}`}`;
}

export function renderHintText(hint: string): string {
  return `Hint: ${hint}`;
}
