import type { Scope } from "../../scope/scope.ts";
import type { Config } from "../config.ts";
import type { ConfigParts } from "../merge-config.ts";
import { addExclusions, intersectScopes } from "./combine-scopes.ts";

/** The scope of a run. What is not trusted, and what was stored when it was, can only take targets away. */
export function mergeScope({ user, project, trust, limits }: ConfigParts): Config["scope"] {
  const required = user?.layer.data.scope?.required;
  const theirs = project?.layer.data.scope?.required;
  const isKept = limits.some(({ scopeRequired }) => scopeRequired);
  const stored = limits.flatMap(({ scope }) => (scope === null ? [] : [scope]));
  const own = user?.scope?.scope ?? null;
  const now = project?.scope?.scope ?? null;
  if (trust.kind === "trusted") {
    const isRequired = (theirs ?? required ?? true) || isKept;
    const scope = narrow(overlay(own, now), stored, isRequired);
    return {
      file: scope === null ? null : ((project?.scope ?? user?.scope)?.file ?? null),
      scope,
      required: isRequired,
    };
  }
  const isRequired = (required ?? true) || theirs === true || isKept;
  const scope = narrow(own, now === null ? stored : [now, ...stored], isRequired);
  return { file: scope === null ? null : ((user?.scope ?? project?.scope)?.file ?? null), scope, required: isRequired };
}

function overlay(own: Scope | null, theirs: Scope | null): Scope | null {
  if (own === null || theirs === null) return theirs ?? own;
  return addExclusions(theirs, own);
}

/** A scope that only limits must not open what would be refused without it. */
function narrow(own: Scope | null, limits: readonly Scope[], isRequired: boolean): Scope | null {
  const [first, ...rest] = own === null ? (isRequired ? [] : limits) : [own, ...limits];
  return first === undefined ? null : rest.reduce(intersectScopes, first);
}
