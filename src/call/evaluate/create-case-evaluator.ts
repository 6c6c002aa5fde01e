import type { JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { Gate } from "../gate.ts";
import type { CaseAnswer } from "../runtime.ts";
import { evaluateCase } from "./evaluate-case.ts";
import { findCaseTool } from "./find-case-tool.ts";
import { parseCase } from "./parse-case.ts";

export interface CaseEvaluator {
  /** Decides a written-down case with the policy of this moment. */
  evaluate(members: JsonObject): Promise<CaseAnswer>;
}

/** @param builtins tools that count as served whether they are or not */
export function createCaseEvaluator(gate: Gate, builtins: readonly Tool[]): CaseEvaluator {
  return {
    async evaluate(members) {
      const parsed = parseCase(members);
      if (!parsed.ok) return parsed;
      await gate.prepareLines();
      const snapshot = await gate.currentTools();
      const { decision, ...verdict } = evaluateCase(parsed.one, {
        policy: await gate.currentPolicy(),
        findTool: (one) => findCaseTool(one, (name) => snapshot.tools.get(name), builtins),
        workspace: gate.config.workspaceRoots[0],
        home: gate.home,
        caller: {
          tenant: gate.config.tenant,
          principal: "somebody",
          agent: "agent",
          roles: ["agent"],
          credential: "case",
        },
        analyze: gate.analyzeLine,
      });
      return { ok: true, one: parsed.one, verdict, decision };
    },
  };
}
