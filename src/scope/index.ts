export { matchScope } from "./match-scope.ts";
export { parseScope } from "./parse-scope.ts";
export { toScope } from "./to-scope.ts";
export type { Scope, ScopeMatch } from "./scope.ts";
