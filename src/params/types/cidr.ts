import { parseCidr } from "../../scope/cidr.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { acceptInScope } from "../accept-in-scope.ts";
import { CIDR4_SCHEMA, CIDR6_SCHEMA } from "./address-patterns.ts";

/** A block of addresses, all of it in scope. Host bits may be set. */
export const cidr: ParamTypeDefinition<"cidr"> = {
  type: "cidr",
  validate(spec, value, context) {
    const read = readText(spec.name, value, { expected: "a CIDR block" });
    if (!read.ok) return read;
    if (parseCidr(read.text) === null) {
      const message = `Expected address/length, such as 10.0.0.0/8 or 2001:db8::/32, got ${showValue(read.text)}.`;
      return refuse(spec.name, "type", message);
    }
    return acceptInScope(spec.name, read.text, context);
  },
  toJsonSchema: () => ({ type: "string", maxLength: 49, anyOf: [CIDR4_SCHEMA, CIDR6_SCHEMA] }),
};
