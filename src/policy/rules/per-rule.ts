import type { Rule } from "../policy.ts";

/** Reads something out of a rule once: rules are immutable, and each is looked at for many calls. */
export function perRule<Value extends object>(read: (rule: Rule) => Value): (rule: Rule) => Value {
  const known = new WeakMap<Rule, Value>();
  return (rule) => {
    const found = known.get(rule) ?? read(rule);
    known.set(rule, found);
    return found;
  };
}
