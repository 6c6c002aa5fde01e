import type { Field } from "../../text/plan-fields.ts";
import { escapeLine } from "./text/escape.ts";
import type { Screen } from "./screen.ts";
import { wrapText } from "./wrap-text.ts";
import { displayWidth } from "../../text/display-width.ts";

const GAP = 2;

/** Names and values, one pair a line, aligned in a terminal. Pairs whose value is `null` are left out. */
export function renderFields(fields: readonly Field[], screen: Screen): string {
  const shown = fields.filter((field): field is readonly [string, string] => field[1] !== null);
  const width = Math.max(0, ...shown.map(([name]) => displayWidth(name)));
  return shown
    .map(([name, value]) => {
      const text = escapeLine(value);
      if (!screen.isTerminal) return `${name}\t${text}\n`;
      return `${screen.colors.dim(name.padEnd(width))}${" ".repeat(GAP)}${wrapText(text, screen.width, width + GAP)}\n`;
    })
    .join("");
}
