import { parseIp } from "../../scope/parse-ip.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { acceptInScope } from "../accept-in-scope.ts";
import { IPV4_SCHEMA, IPV6_SCHEMA } from "./address-patterns.ts";

/** One IPv4 or IPv6 address in its full written form, in scope. */
export const ipAddress: ParamTypeDefinition<"ip_address"> = {
  type: "ip_address",
  validate(spec, value, context) {
    const read = readText(spec.name, value, { expected: "an IP address" });
    if (!read.ok) return read;
    if (parseIp(read.text) === null) {
      const message = `Expected an IPv4 or IPv6 address without leading zeros or a zone, got ${showValue(read.text)}.`;
      return refuse(spec.name, "type", message);
    }
    return acceptInScope(spec.name, read.text, context);
  },
  toJsonSchema: () => ({ type: "string", maxLength: 45, anyOf: [IPV4_SCHEMA, IPV6_SCHEMA] }),
};
