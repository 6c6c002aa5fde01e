import type { PolicyRequest } from "../../policy/policy.ts";

export interface ShownCommands {
  /** One text a command, as a person would write it. */
  readonly commands: readonly string[];
  /** Something was left out. */
  readonly cut: boolean;
}

const MOST_COMMANDS = 40;
const MOST_CHARACTERS = 500;
/** Of everything that rules match: beyond it nobody reads to the end. */
const MOST_SPECIFIER = 4_000;

/** What a human is shown of a line's commands, within what a human can read. */
export function listCommands({ call }: PolicyRequest): ShownCommands {
  const specifier = call?.specifier ?? null;
  if (specifier?.ok !== true) return { commands: [], cut: false };
  const all = specifier.values.flatMap((value) =>
    value.kind === "shell" ? value.line.items.map(({ start, end }) => value.text.slice(start, end)) : [],
  );
  const shown = all.slice(0, MOST_COMMANDS).map((text) => text.slice(0, MOST_CHARACTERS));
  const isLong = specifier.text.length > MOST_SPECIFIER || all.some((text) => text.length > MOST_CHARACTERS);
  return { commands: shown, cut: isLong || all.length > shown.length };
}
