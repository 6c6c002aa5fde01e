import { randomUUID } from "node:crypto";
import type { ControlPlane } from "../call/runtime.ts";
import type { ApprovalPage } from "../approval/browser/approval-page.ts";
import type { Config } from "../config/config.ts";
import type { TokenVerifier } from "../identity/token-verifier.ts";
import type { ServerAuthParts } from "../mcp-bridge/oauth/create-server-auth.ts";
import type { Caller, Role } from "../model/caller.ts";
import { ROLES } from "../model/caller.ts";
import { scrubRecord } from "../output/text/scrub-record.ts";
import type { Scrubbing } from "../output/scrub/create-scrubbing.ts";
import type { Store } from "../storage/store.ts";
import { createAccessControl } from "./access/create-access-control.ts";
import { answerApproval } from "./answer-approval.ts";
import { createBrowserControl } from "./browser/create-browser-control.ts";
import type { AnswerParts } from "./grants/answer-parts.ts";
import { identifyBearer } from "./identify-bearer.ts";
import { authenticateToken, localAgent, localOwner, makeToken, toTokenCredential } from "./identity.ts";
import { createLoginControl } from "./logins/create-login-control.ts";
import { createModeControl } from "./mode-control.ts";
import { requireRole } from "./require-role.ts";
import { createRuleControl } from "./rule-control.ts";
import { createPinControl } from "./pins/create-pin-control.ts";
import { createScrubControl } from "./scrub/create-scrub-control.ts";
import { createSecretControl } from "./secrets/create-secret-control.ts";
import type { SecretControlParts } from "./secrets/secret-control-parts.ts";
import { validateTokenNames } from "./validate-names.ts";
import { createToolControl } from "./tools/create-tool-control.ts";
import type { ToolControlParts } from "./tools/tool-control-parts.ts";

export interface ControlPlaneOptions
  extends
    Omit<ToolControlParts, "store" | "config" | "recordAdmin">,
    Pick<SecretControlParts, "secrets" | "rotateKey"> {
  readonly store: Store;
  readonly config: Config;
  readonly approverKey: Uint8Array;
  readonly approvalPage: ApprovalPage;
  /** What the files say at this moment. */
  readonly permissions: { readonly current: Pick<Config, "permissions" | "approvers"> };
  /** What a lasting yes is judged with. */
  readonly judging: AnswerParts["judging"];
  /** What takes secrets out of what is recorded. */
  readonly scrubbing: Scrubbing;
  /** Judges tokens of identity providers; `null`: there are none. */
  readonly verifier: TokenVerifier | null;
  /** What logins to upstream servers run on. */
  readonly oauth: ServerAuthParts;
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
    localAgent: (agent) => Promise.resolve().then(() => localAgent(config.tenant, agent)),
    tools: createToolControl(parts),
    secrets: createSecretControl(parts),
    scrub: createScrubControl(parts),
    logins: createLoginControl(parts),
    pins: createPinControl(parts),
    access: createAccessControl(parts),
    browser: createBrowserControl(parts),
    ...createAnswering(parts),
    ...createRuleControl(parts),
    ...createModeControl(parts),
    ...createTokenControl(parts),
  };
}

/** Who may have an action recorded; answers and reviews are recorded also when they were refused, so others judge who may. */
const MAY: Readonly<Record<string, readonly Role[]>> = {
  "approval.answer": ROLES,
  "access.request": ["agent", "approver", "admin"],
  "access.review": ROLES,
  "grant.add": ["approver", "admin"],
  "grant.revoke": ["approver", "admin"],
};

function createRecorder({ store, config, scrubbing }: ControlPlaneOptions): ControlPlane["recordAdmin"] {
  return async (action, data, caller) => {
    requireRole(action, caller, Object.hasOwn(MAY, action) ? MAY[action] : undefined);
    const { workspace } = config;
    // Without the key of registered values people must still be able to put things right.
    await scrubbing.refresh().catch(() => undefined);
    const scrubbed = scrubRecord(data, scrubbing.scrubberFor([]));
    const what = { kind: "admin", callId: null, tool: null, status: action, code: null } as const;
    const appended = await store.audit.append({ ...what, caller, workspace, data: scrubbed });
    if (!appended.ok) throw new Error(`the change could not be recorded, so it was not made: ${appended.message}`);
  };
}

function createAnswering(parts: Parts): Pick<ControlPlane, "answer" | "cancelCall"> {
  const { recordAdmin } = parts;
  const { approvals, running } = parts.store;
  return {
    async answer(id, verdict, by, reason, wish) {
      const result = await answerApproval({ id, verdict, by, reason, wish }, { ...parts, approvals });
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

function createTokenControl(
  parts: Parts,
): Pick<ControlPlane, "tokens" | "authenticate" | "identify" | "createToken" | "revokeToken"> {
  const { config, recordAdmin } = parts;
  const { tokens, approvals } = parts.store;
  const authenticate = (token: string): Promise<Caller | null> => authenticateToken(token, tokens, new Date());
  return {
    tokens,
    authenticate,
    identify: (token) => identifyBearer(token, authenticate, parts.verifier),
    async createToken({ provider = null, ...identity }, by) {
      validateTokenNames({ ...identity, provider });
      const { token, hash } = makeToken();
      const createdAt = new Date().toISOString();
      const stored = { id: randomUUID(), tenant: config.tenant, ...identity, provider, createdAt, revokedAt: null };
      await recordAdmin("token.create", { ...identity, provider, id: stored.id }, by);
      await tokens.create(stored, hash);
      return { token, stored };
    },
    async revokeToken(id, by) {
      await recordAdmin("token.revoke", { id }, by);
      const isNew = await tokens.revoke(id, new Date().toISOString());
      // Those that somebody holds a line for end with their calls, in whichever process these run.
      await approvals.cancelOpen(toTokenCredential(id));
      return isNew;
    },
  };
}
