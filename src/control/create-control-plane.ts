import { randomUUID } from "node:crypto";
import type { ControlPlane } from "../call/runtime.ts";
import type { Config } from "../config/config.ts";
import type { Caller } from "../model/caller.ts";
import type { JsonObject } from "../model/json.ts";
import type { Store } from "../storage/store.ts";
import { answerApproval } from "./answer-approval.ts";
import { authenticateToken, localAgent, localOwner, makeToken } from "./identity.ts";
import { MODE_KEY, PAUSE_KEY, readMode } from "./policy-source.ts";

export interface ControlPlaneOptions {
  readonly store: Store;
  readonly config: Config;
  readonly approverKey: Uint8Array;
}

/** What operators do. The record comes first: a change that cannot be recorded is not made. */
export function createControlPlane({ store, config, approverKey }: ControlPlaneOptions): ControlPlane {
  const { approvals, rules, tokens, settings, running, audit } = store;
  const modeKey = `${MODE_KEY}${config.workspace}`;

  const recordAdmin = async (action: string, data: JsonObject, by: Caller): Promise<void> => {
    const { workspace } = config;
    const entry = {
      kind: "admin",
      callId: null,
      tool: null,
      status: action,
      code: null,
      caller: by,
      workspace,
      data,
    } as const;
    const appended = await audit.append(entry);
    if (!appended.ok) throw new Error(`the change could not be recorded, so it was not made: ${appended.message}`);
  };

  return {
    audit,
    running,
    approvals,
    rules,
    tokens,
    recordAdmin,
    owner: () => Promise.resolve(localOwner(config.tenant)),
    localAgent: (agent) => Promise.resolve(localAgent(config.tenant, agent)),
    authenticate: (token) => authenticateToken(token, tokens, new Date()),
    async answer(id, verdict, by, reason) {
      const result = await answerApproval(id, verdict, by, reason, { approvals, approverKey });
      const end = result.ok ? result.approval.state : result.code;
      await recordAdmin("approval.answer", { approval: id, verdict, reason, result: end }, by);
      return result;
    },
    async addRule({ effect, rule, layer, reason }, by) {
      const id = randomUUID();
      const workspace = layer === "project" ? config.workspace : null;
      const createdBy = by.principal;
      await recordAdmin("rule.add", { id, effect, rule, layer, reason }, by);
      await rules.add({ id, effect, rule, layer, workspace, reason, createdBy, createdAt: new Date().toISOString() });
      return { id };
    },
    async removeRule(id, by) {
      await recordAdmin("rule.remove", { id }, by);
      return rules.remove(id);
    },
    mode: () => readMode(settings, config),
    async setMode(mode, by) {
      await recordAdmin("mode.set", { mode }, by);
      await settings.set(modeKey, mode);
    },
    async paused() {
      const reason = await settings.get(PAUSE_KEY);
      return reason === null ? null : { reason };
    },
    async setPaused(paused, by) {
      await recordAdmin(paused === null ? "resume" : "pause", { reason: paused?.reason ?? null }, by);
      await settings.set(PAUSE_KEY, paused?.reason ?? null);
    },
    async createToken({ principal, agent, roles, expiresAt }, by) {
      const { token, hash } = makeToken();
      const createdAt = new Date().toISOString();
      const stored = {
        id: randomUUID(),
        tenant: config.tenant,
        principal,
        agent,
        roles,
        createdAt,
        expiresAt,
        revokedAt: null,
      };
      await recordAdmin("token.create", { id: stored.id, principal, agent, roles, expiresAt }, by);
      await tokens.create(stored, hash);
      return { token, stored };
    },
    async revokeToken(id, by) {
      await recordAdmin("token.revoke", { id }, by);
      return tokens.revoke(id, new Date().toISOString());
    },
    async cancelCall(callId, by) {
      await recordAdmin("call.cancel", { callId }, by);
      return running.requestCancel(callId);
    },
  };
}
