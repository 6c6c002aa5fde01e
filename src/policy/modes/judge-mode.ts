import type { Facts } from "../../model/facts.ts";
import { findProtection } from "../protected-paths/find-protection.ts";
import type { PolicyAnswer, PolicyRequest } from "../policy.ts";
import type { FoundMode } from "./find-mode.ts";

/** What `plan` forbids whatever allows it: everything that does more than read. */
export function forbidByMode(
  request: PolicyRequest,
  rules: readonly PolicyAnswer[],
  { mode }: FoundMode,
): readonly PolicyAnswer[] {
  if (mode !== "plan" || isReadOnly(request, rules)) return [];
  const { tool } = request;
  const what = isLine(request) ? "this line does more than read" : `this one's effect is \`${tool.effect}\``;
  const reason = `mode \`plan\` runs read-only tools only, and ${what}`;
  return [{ source: "mode", verdict: "deny", code: "DENIED_BY_MODE", reason }];
}

/** What happens to a call that no other source has an answer for. */
export function judgeByMode(request: PolicyRequest, facts: Facts, { mode }: FoundMode): PolicyAnswer {
  const { effect } = request.tool;
  const answer = { source: "mode" } as const;
  if (effect === "read") {
    const reason = "no rule speaks about this read-only tool, and read-only tools run without asking";
    return { ...answer, verdict: "allow", code: "ALLOWED_READ_ONLY", reason };
  }
  if (mode === "autonomous") {
    const reason = "no rule speaks about this tool, and mode `autonomous` allows what is not denied";
    return { ...answer, verdict: "allow", code: "ALLOWED_BY_MODE", reason };
  }
  if (mode === "acceptEdits" && effect === "edit") return judgeEdit(request, facts);
  const reason = `no rule allows this tool, and mode \`${mode}\` asks about effect \`${effect}\``;
  return { ...answer, verdict: "ask", code: "ASK_BY_DEFAULT", reason };
}

/** Edits pass, but not of what other programs run or take their settings from. */
function judgeEdit({ call }: PolicyRequest, facts: Facts): PolicyAnswer {
  for (const { path } of call?.paths ?? []) {
    const real = facts.realPaths.get(path) ?? (facts.lexical ? path : null);
    const why = findProtection(path) ?? (real === null ? "nobody looked where it leads" : findProtection(real));
    if (why === null) continue;
    const reason = `mode \`acceptEdits\` does not edit ${path} by itself: ${why}`;
    return { source: "mode", verdict: "ask", code: "ASK_BY_DEFAULT", reason, about: path };
  }
  const reason = "mode `acceptEdits` lets edits of files in the workspace through";
  return { source: "mode", verdict: "allow", code: "ALLOWED_BY_MODE", reason };
}

/** A command line only reads when everything in it does, which the read-only table says. */
function isReadOnly(request: PolicyRequest, rules: readonly PolicyAnswer[]): boolean {
  if (request.tool.effect === "read") return true;
  const { call } = request;
  const values = call?.specifier?.ok === true ? call.specifier.values : [];
  // What is not understood may do anything.
  if (values.some((value) => value.kind === "shell" && value.line.problems.length > 0)) return false;
  return isLine(request) && rules.some(({ code, verdict }) => code === "ALLOWED_READ_ONLY" && verdict === "allow");
}

function isLine({ call }: PolicyRequest): boolean {
  const specifier = call?.specifier ?? null;
  return specifier?.ok === true && specifier.values.some(({ kind }) => kind === "shell");
}
