export { decide } from "./decide.ts";
export { toLexicalFacts } from "./to-lexical-facts.ts";
export { parseRule } from "./rules/text/parse-rule.ts";
export { validateRule } from "./rules/validate-rule.ts";
export { MODES, PATH_USES } from "./policy.ts";
export type {
  CedarPolicy,
  LimitRule,
  Mode,
  Policy,
  PolicyAnswer,
  PolicyRequest,
  PolicyTool,
  RequestedCall,
  RequestedPath,
  RequestedSpecifier,
  Rule,
  SpecifierValue,
  VisibilityPolicy,
} from "./policy.ts";
export type { Facts, LimitFact, ProgramFact, SessionFact } from "../model/facts.ts";
export type { Decision, DecisionCode, DecisionStep, Verdict } from "../model/decision.ts";
