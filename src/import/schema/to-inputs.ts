import type { JsonObject, JsonValue } from "../../model/json.ts";
import { cleanText } from "../document/clean-text.ts";
import { textAt } from "../document/members.ts";
import type { Dropped } from "../import-result.ts";
import { toArgName, toUniqueNames } from "../naming/to-unique-names.ts";
import { toArg } from "./to-arg.ts";
import { flattenSchema } from "./flatten-schema.ts";

/** A value that a caller may send to a tool of the other system. */
export interface WantedInput<Place> {
  /** As the other system calls it. */
  readonly name: string;
  readonly description: string | null;
  readonly schema: JsonValue | undefined;
  readonly required: boolean;
  readonly place: Place;
}

export interface CarriedInput<Place> {
  readonly name: string;
  /** What the argument is called here. */
  readonly arg: string;
  readonly table: JsonObject;
  readonly place: Place;
}

export interface CarriedInputs<Place> {
  readonly inputs: readonly CarriedInput<Place>[];
  readonly dropped: readonly Dropped[];
  /** Why the tool cannot be written at all; `null` when it can. */
  readonly problem: string | null;
}

/** No tool has more arguments. */
const MAX_ARGS = 100;

/** Makes arguments of what can be one. What is required and cannot be one stands in the way of the tool. */
export function toInputs<Place>(
  wanted: readonly WantedInput<Place>[],
  source: string,
  root: JsonObject,
): CarriedInputs<Place> {
  const names = toUniqueNames(
    wanted.map(({ name }) => name),
    toArgName,
  );
  const inputs: CarriedInput<Place>[] = [];
  const dropped: Dropped[] = [];
  for (const [index, input] of wanted.entries()) {
    const what = `the argument \`${input.name}\``;
    const made = toArg(input.schema, root);
    if (!made.ok) {
      if (input.required) return { inputs: [], dropped: [], problem: `${what} is required, and ${made.reason}` };
      dropped.push({ source, what, reason: made.reason, hint: "calls go without it" });
      continue;
    }
    const { table, lost } = made.value;
    for (const reason of lost) dropped.push({ source, what: `${what}: ${reason}`, reason: NOT_SAID, hint: null });
    const described = cleanText(input.description ?? describe(input.schema, root));
    if (described.change !== null) {
      const hint = "read what it says before an agent does";
      dropped.push({ source, what: `${what}: ${described.change} of its description`, reason: HIDDEN, hint });
    }
    const isNeeded = input.required && table["default"] === undefined;
    inputs.push({
      name: input.name,
      arg: names[index] ?? "",
      place: input.place,
      table: {
        type: table["type"] ?? "string",
        ...(isNeeded ? { required: true } : {}),
        ...(described.text === "" ? {} : { description: described.text }),
        ...table,
      },
    });
  }
  const tooMany = inputs.length > MAX_ARGS ? `it takes ${inputs.length} arguments; at most ${MAX_ARGS} are read` : null;
  return { inputs, dropped, problem: tooMany };
}

const NOT_SAID = "an argument cannot say it; the other side still checks it";
const HIDDEN = "it cannot be seen, but a model reads it";

function describe(schema: JsonValue | undefined, root: JsonObject): string {
  const flat = flattenSchema(schema, root);
  return flat.ok ? (textAt(flat.value, "description") ?? textAt(flat.value, "title") ?? "") : "";
}
