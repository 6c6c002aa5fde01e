import type { OutputSpec } from "../../model/tool.ts";
import { field } from "../toml/fields.ts";
import type { Field } from "../toml/fields.ts";

const AUDIENCES = ["model", "both"] as const;
type Audience = (typeof AUDIENCES)[number];

/** What several formats say of how output is shown. */
export const OUTPUT_SHAPE: {
  readonly max_model_chars: Field<number>;
  readonly audience: Field<Audience>;
} = {
  max_model_chars: field.integer({ min: 200, max: 10_000_000 }),
  audience: field.oneOf<Audience>({ values: AUDIENCES, what: "audience", code: "unknown-audience" }),
};

/** The same in a tool; what is not said stays out of it. */
export function toShown(read: {
  readonly max_model_chars: number | undefined;
  readonly audience: Audience | undefined;
}): Pick<OutputSpec, "maxModelChars" | "audience"> {
  const { max_model_chars: maxModelChars, audience } = read;
  return {
    ...(maxModelChars === undefined ? {} : { maxModelChars }),
    ...(audience === undefined ? {} : { audience }),
  };
}
