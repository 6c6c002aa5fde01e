import pc from "picocolors";
import type { Screen } from "./screen.ts";

/** A screen that keeps what was written. */
export function createKeptScreen(
  options: { readonly isTerminal: boolean; readonly width?: number; readonly color?: boolean } = { isTerminal: false },
): Screen & { readonly text: () => string } {
  let text = "";
  const write = (more: string): void => {
    text += more;
  };
  return {
    isTerminal: options.isTerminal,
    width: options.isTerminal ? (options.width ?? 80) : Number.POSITIVE_INFINITY,
    colors: pc.createColors(options.color ?? false),
    write,
    line: (more = "") => write(`${more}\n`),
    text: () => text,
  };
}
