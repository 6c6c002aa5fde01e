/** How a program reads its options, as lists of names with blanks between: `-o --output`. */
export interface OptionLists {
  /** Take nothing. `-#` stands for any number: `-10`. @default none */
  readonly flags?: string | undefined;
  /** Take a value, joined on or as the next word. @default none */
  readonly values?: string | undefined;
  /** Take two more words. @default none */
  readonly pairs?: string | undefined;
  /** Take a value only when it is joined on: `-i[R]`, `--color[=WHEN]`. @default none */
  readonly optional?: string | undefined;
  /** One dash starts a whole name, as in `-name`, never several letters; values stand apart. @default false */
  readonly whole?: boolean | undefined;
}

export type OptionKind = "flag" | "value" | "pair" | "optional";

/** The same, ready to read words with. */
export interface OptionSyntax {
  readonly kinds: ReadonlyMap<string, OptionKind>;
  /** Those with two dashes: they may be shortened. */
  readonly long: readonly string[];
  /** Whether options may follow operands. `false`: the first operand ends them, as for programs that start others. */
  readonly permutes: boolean;
  readonly whole: boolean;
}

/** Joins lists; a name in several keeps the kind that takes most words. */
export function toOptionSyntax(lists: OptionLists, permutes: boolean): OptionSyntax {
  const kinds = new Map<string, OptionKind>();
  for (const name of toNames(lists.flags)) kinds.set(name, "flag");
  for (const name of toNames(lists.optional)) kinds.set(name, "optional");
  for (const name of toNames(lists.values)) kinds.set(name, "value");
  for (const name of toNames(lists.pairs)) kinds.set(name, "pair");
  return {
    kinds,
    long: [...kinds.keys()].filter((name) => name.startsWith("--")),
    permutes,
    whole: lists.whole === true,
  };
}

/** The entries of a list with blanks between. Lists are parts of tables, so that each is split once. */
export function toNames(list: string | undefined): readonly string[] {
  if (list === undefined || list === "") return [];
  const known = SPLIT.get(list) ?? list.split(" ");
  SPLIT.set(list, known);
  return known;
}

const SPLIT = new Map<string, readonly string[]>();
