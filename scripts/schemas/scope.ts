import type { JsonObject } from "../../src/model/json.ts";

const TEXTS: JsonObject = { type: "array", items: { type: "string" } };
const BLOCKS: JsonObject = {
  type: "array",
  items: {
    type: "object",
    properties: { cidr: { description: "An address or a CIDR block.", type: "string" } },
    required: ["cidr"],
  },
};

/** A scope file, in either of its forms; notes may stand beside `cidr`. */
export function toScopeSchema(): JsonObject {
  return {
    type: "object",
    properties: {
      scope: {
        description: "What tools may reach, as lists.",
        type: "object",
        properties: {
          targets: { description: "Addresses and CIDR blocks.", ...TEXTS },
          domains: { description: "app.example.com, or *.example.com for every name below it.", ...TEXTS },
          exclude: {
            description: "Addresses, CIDR blocks and domains that stay out whatever contains them.",
            ...TEXTS,
          },
        },
        additionalProperties: false,
      },
      targets: { description: "What tools may reach, one table for each.", ...BLOCKS },
      excluded: { description: "What stays out whatever contains it.", ...BLOCKS },
      engagement: { description: "Notes about the work; not read." },
    },
    additionalProperties: false,
    anyOf: ["scope", "targets", "excluded"].map((key) => ({ required: [key] })),
  };
}
