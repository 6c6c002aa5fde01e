import type { PolicyAnswer, Rule, SpecifierValue } from "../../policy.ts";
import { toDoubtAnswer, toRuleAnswer } from "../describe-rule.ts";
import { perRule } from "../per-rule.ts";
import { matchText } from "../text/match-text.ts";
import type { TextPattern } from "../text/text-pattern.ts";
import { parseTextPattern } from "../text/text-pattern.ts";
import { matchHost, readDomain, toHost } from "./match-host.ts";

/** What a rule with a specifier says of the text of a call, or of the hosts in it; `null`: it is not about it. */
export function judgeText(rule: Rule, text: string, values: readonly SpecifierValue[]): PolicyAnswer | null {
  const { domain, pattern } = read(rule);
  const hosts = values.filter(({ kind }) => kind === "host");
  if (domain === null || hosts.length === 0) return isAbout(rule, pattern, text, hosts) ? toRuleAnswer(rule) : null;
  const found = hosts.map((value) => ({ value, host: toHost(value.text) }));
  const fits = found.map(({ host }) => host !== null && matchHost(domain, host));
  if (rule.effect === "allow") return fits.every(Boolean) ? toRuleAnswer(rule) : null;
  if (fits.some(Boolean)) return toRuleAnswer(rule);
  const unclear = found.find(({ host }) => host === null);
  return unclear === undefined
    ? null
    : toDoubtAnswer(rule, "the host cannot be told for sure, and a rule may be about it");
}

const read = perRule((rule): { domain: readonly string[] | null; pattern: TextPattern } => ({
  domain: readDomain(rule.specifier ?? "", rule.effect !== "allow"),
  pattern: parseTextPattern(rule.specifier ?? ""),
}));

/** A URL has several spellings: a deny or ask is about all of them, an allow about the one that was sent. */
function isAbout(rule: Rule, pattern: TextPattern, text: string, hosts: readonly SpecifierValue[]): boolean {
  if (matchText(pattern, text)) return true;
  if (rule.effect === "allow") return false;
  const spellings = hosts.flatMap((value) => URL.parse(value.text)?.href ?? []);
  return spellings.some((href) => matchText(pattern, href) || matchText(pattern, href.replace(/\/$/, "")));
}
