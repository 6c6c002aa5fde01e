import { randomUUID } from "node:crypto";
import type { ControlPlane } from "../call/runtime.ts";
import { parseRuleText } from "../config/parse-rule-text.ts";
import type { Config } from "../config/config.ts";
import { ROLES } from "../model/caller.ts";
import type { Store } from "../storage/store.ts";
import { answerApproval } from "./answer-approval.ts";
import { authenticateToken, localAgent, localOwner, makeToken } from "./identity.ts";
import { MODE_KEY, PAUSE_KEY, readMode } from "./policy-source.ts";
import { requireRole } from "./require-role.ts";
import { createToolControl } from "./tools/create-tool-control.ts";
import type { ToolControlParts } from "./tools/tool-control-parts.ts";

export interface ControlPlaneOptions extends Omit<ToolControlParts, "store" | "config" | "recordAdmin"> {
  readonly store: Store;
  readonly config: Config;
  readonly approverKey: Uint8Array;
}

type Parts = ControlPlaneOptions & Pick<ControlPlane, "recordAdmin">;

/** What operators do. The record comes first: a change that cannot be recorded is not made. */
export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const { store, config } = options;
  const parts = { ...options, recordAdmin: createRecorder(options) };
  return {
    audit: store.audit,
    running: store.running,
    approvals: store.approvals,
    recordAdmin: parts.recordAdmin,
    owner: () => Promise.resolve(localOwner(config.tenant)),
    localAgent: (agent) => Promise.resolve(localAgent(config.tenant, agent)),
    tools: createToolControl(parts),
    ...createAnswering(parts),
    ...createRuleControl(parts),
    ...createModeControl(parts),
    ...createTokenControl(parts),
  };
}

/** An answer is recorded also when it was refused, so whoever gives one is judged by `answerApproval`. */
const MAY = { answer: ROLES, change: ["admin"] } as const;

function createRecorder({ store, config }: ControlPlaneOptions): ControlPlane["recordAdmin"] {
  return async (action, data, caller) => {
    requireRole(action, caller, MAY[action === "approval.answer" ? "answer" : "change"]);
    const { workspace } = config;
    const what = { kind: "admin", callId: null, tool: null, status: action, code: null } as const;
    const appended = await store.audit.append({ ...what, caller, workspace, data });
    if (!appended.ok) throw new Error(`the change could not be recorded, so it was not made: ${appended.message}`);
  };
}

function createAnswering({ store, approverKey, recordAdmin }: Parts): Pick<ControlPlane, "answer" | "cancelCall"> {
  const { approvals, running } = store;
  return {
    async answer(id, verdict, by, reason) {
      const result = await answerApproval(id, verdict, by, reason, { approvals, approverKey });
      const end = result.ok ? result.approval.state : result.code;
      await recordAdmin("approval.answer", { approval: id, verdict, reason, result: end }, by);
      return result;
    },
    async cancelCall(callId, by) {
      await recordAdmin("call.cancel", { callId }, by);
      return running.requestCancel(callId);
    },
  };
}

function createRuleControl({
  store,
  config,
  recordAdmin,
}: Parts): Pick<ControlPlane, "rules" | "addRule" | "removeRule"> {
  const { rules } = store;
  return {
    rules,
    async addRule({ effect, rule, layer, reason }, by) {
      const parsed = parseRuleText(rule);
      if (!parsed.ok) return parsed;
      const id = randomUUID();
      const workspace = layer === "project" ? config.workspace : null;
      const createdAt = new Date().toISOString();
      await recordAdmin("rule.add", { id, effect, rule, layer, reason }, by);
      await rules.add({ id, effect, rule, layer, workspace, reason, createdBy: by.principal, createdAt });
      return { ok: true, id };
    },
    async removeRule(id, by) {
      await recordAdmin("rule.remove", { id }, by);
      return rules.remove(id);
    },
  };
}

function createModeControl(parts: Parts): Pick<ControlPlane, "mode" | "setMode" | "paused" | "setPaused"> {
  const { config, recordAdmin } = parts;
  const { settings } = parts.store;
  return {
    mode: () => readMode(settings, config),
    async setMode(mode, by) {
      await recordAdmin("mode.set", { mode }, by);
      await settings.set(`${MODE_KEY}${config.workspace}`, mode);
    },
    async paused() {
      const reason = await settings.get(PAUSE_KEY);
      return reason === null ? null : { reason };
    },
    async setPaused(paused, by) {
      await recordAdmin(paused === null ? "resume" : "pause", { reason: paused?.reason ?? null }, by);
      await settings.set(PAUSE_KEY, paused?.reason ?? null);
    },
  };
}

function createTokenControl(
  parts: Parts,
): Pick<ControlPlane, "tokens" | "authenticate" | "createToken" | "revokeToken"> {
  const { config, recordAdmin } = parts;
  const { tokens } = parts.store;
  return {
    tokens,
    authenticate: (token) => authenticateToken(token, tokens, new Date()),
    async createToken(identity, by) {
      const { token, hash } = makeToken();
      const createdAt = new Date().toISOString();
      const stored = { id: randomUUID(), tenant: config.tenant, ...identity, createdAt, revokedAt: null };
      await recordAdmin("token.create", { ...identity, id: stored.id }, by);
      await tokens.create(stored, hash);
      return { token, stored };
    },
    async revokeToken(id, by) {
      await recordAdmin("token.revoke", { id }, by);
      return tokens.revoke(id, new Date().toISOString());
    },
  };
}
