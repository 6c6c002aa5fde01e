/** A piece of one argument: author-written text or the place of a parameter's value. */
export type ArgPart =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "param"; readonly name: string };

/**
 * The parsed form of an argument template. Templates are parsed once, when a manifest loads; rendering only puts
 * values into places, so a value is never scanned, split or interpreted.
 */
export type ArgNode =
  /** Exactly one argv entry; left out when any parameter in it is absent. */
  | { readonly kind: "arg"; readonly parts: readonly ArgPart[] }
  /** Left out as a whole when any parameter in it is absent. */
  | { readonly kind: "group"; readonly args: readonly ArgNode[] }
  /** Rendered only when the condition holds. */
  | { readonly kind: "when"; readonly condition: Condition; readonly args: readonly ArgNode[] }
  /** The author-written arguments that belong to the value of one parameter; nothing for a value not in the table. */
  | {
      readonly kind: "mapped";
      readonly param: string;
      readonly table: Readonly<Record<string, readonly string[]>>;
    };

/** The closed condition grammar: comparisons of names with literals, joined by `and` / `or`. Never evaluated as code. */
export type Condition =
  | { readonly kind: "compare"; readonly name: string; readonly operator: "==" | "!="; readonly literal: string }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition };
