import type { ParamIssueCode } from "../../model/param.ts";
import { parseCidr } from "../../scope/cidr.ts";
import { isHostname } from "../../scope/domain.ts";
import { parseIp } from "../../scope/parse-ip.ts";
import { findForbiddenCharacter, findMetacharacter } from "../characters.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { acceptInScope } from "../accept-in-scope.ts";
import { CIDR6_SCHEMA, HOSTNAME_SCHEMA, IPV4_OR_CIDR_SCHEMA, IPV6_SCHEMA } from "./address-patterns.ts";

type Check = readonly [fails: (text: string) => boolean, code: ParamIssueCode, expected: string];

/** In this order, so that a message names the first thing that is wrong. */
const CHECKS: readonly Check[] = [
  [(text) => text === "", "empty", "Expected a target, got an empty text"],
  [(text) => text !== text.trim(), "type", "A target has no leading or trailing whitespace"],
  [(text) => text.length > 253, "too_long", "A target has at most 253 characters"],
  [(text) => findMetacharacter(text) !== null, "characters", "A target has no shell metacharacters"],
  [(text) => /[*?]/.test(text), "type", "A target is one place: a wildcard is not allowed"],
  [(text) => /\.\.[/\\]|\/\.\./.test(text), "type", "Path traversal is not allowed in a target"],
  [(text) => text.includes("/") && parseCidr(text) === null, "type", "A '/' is only allowed in a CIDR block"],
  [(text) => text.includes("\\"), "type", "A target has no backslash"],
  [(text) => /[^\x20-\x7e]/.test(text), "type", "A target is written in ASCII"],
  [(text) => /(?:^|\.)xn--/i.test(text), "type", "A punycode name (xn--) is not allowed as a target"],
  [
    (text) => parseIp(text) === null && parseCidr(text) === null && !isHostname(text),
    "type",
    "Expected an IPv4 or IPv6 address, a CIDR block or a host name",
  ],
];

/** A host, address or CIDR block that a tool may act on; in scope, or refused. */
export const scopeTarget: ParamTypeDefinition<"scope_target"> = {
  type: "scope_target",
  validate(spec, value, context) {
    if (typeof value !== "string") {
      return refuse(spec.name, "type", `Expected a target as a text, got ${showValue(value)}.`);
    }
    const failed = CHECKS.slice(0, 3).find(([fails]) => fails(value));
    const character = failed === undefined ? findForbiddenCharacter(value, false) : null;
    if (character !== null) {
      return refuse(spec.name, "characters", `Expected a target without ${character}, got ${showValue(value)}.`);
    }
    const issue = failed ?? CHECKS.slice(3).find(([fails]) => fails(value));
    if (issue !== undefined) return refuse(spec.name, issue[1], `${issue[2]}, got ${showValue(value)}.`);
    return acceptInScope(spec.name, value, context);
  },
  toJsonSchema: () => ({
    type: "string",
    maxLength: 253,
    anyOf: [HOSTNAME_SCHEMA, IPV4_OR_CIDR_SCHEMA, IPV6_SCHEMA, CIDR6_SCHEMA],
  }),
};
