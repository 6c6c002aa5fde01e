import type { Role } from "../model/caller.ts";
import type { LimitFact } from "../model/facts.ts";
import type { JsonObject } from "../model/json.ts";

/** A call that has an intent and no outcome yet, in whichever process. */
export interface RunningCall {
  readonly callId: string;
  readonly tool: string;
  readonly principal: string;
  readonly agent: string;
  readonly workspace: string;
  readonly startedAt: string;
  readonly pid: number;
}

export interface RunningCallRepository {
  list(): Promise<readonly RunningCall[]>;
  /** Asks the owning process to end the call. `false`: no such call is running. */
  requestCancel(callId: string): Promise<boolean>;
  /** Calls of this process that somebody asked to end. */
  cancelRequests(): Promise<readonly string[]>;
}

export type ApprovalState = "pending" | "approved" | "denied" | "cancelled" | "expired" | "consumed";

/** A question to a human: may this one call run? */
export interface Approval {
  readonly id: string;
  readonly tenant: string;
  readonly workspace: string;
  readonly callId: string;
  readonly tool: string;
  /** Hash of tool definition and plan that the answer is good for. */
  readonly binding: string;
  readonly principal: string;
  readonly agent: string;
  readonly credential: string;
  /** What the human is shown: plan, effect, reasons. */
  readonly summary: JsonObject;
  readonly state: ApprovalState;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly answer: ApprovalAnswer | null;
}

export interface ApprovalAnswer {
  readonly verdict: "approve" | "deny";
  readonly by: string;
  readonly credential: string;
  readonly reason: string | null;
  readonly at: string;
  /** What the answer lets through from now on, beside this call; `null`: this call alone. */
  readonly grant: ApprovalGrant | null;
  /** HMAC-SHA-256 with the approver key over approval id, binding and everything above. */
  readonly mac: string;
}

/** Allow rules that came with a yes. */
export interface ApprovalGrant {
  /** As written in a rule list: `Tool(specifier)`. */
  readonly rules: readonly string[];
  /** `session`: of the call's session; `project`: in its workspace; `user`: everywhere. */
  readonly scope: "session" | "project" | "user";
  /** ISO 8601; `null`: until it is revoked. */
  readonly expiresAt: string | null;
}

export interface ApprovalRepository {
  create(approval: Omit<Approval, "state" | "answer">): Promise<void>;
  get(id: string): Promise<Approval | null>;
  /** Unanswered and in time, oldest first. */
  listPending(): Promise<readonly Approval[]>;
  /**
   * The first answer wins: `false` when it was answered, cancelled, or its time is over. `rules` are what it grants, added
   * together with it or not at all. Rejects for a rule of a session that is over.
   */
  answer(id: string, answer: ApprovalAnswer, now: Date, rules?: readonly StoredRule[]): Promise<boolean>;
  /** From `pending` only. `false` when it was no longer pending. */
  end(id: string, state: "cancelled" | "expired"): Promise<boolean>;
  /** Ends all of a credential that are unanswered and held by nobody. */
  cancelOpen(credential: string): Promise<void>;
  /** How many of a credential are unanswered, in time, and held by nobody. */
  countOpen(credential: string, now: Date): Promise<number>;
  /** The newest pending, approved or denied one of the same caller for the same binding, still in time, that nobody holds. */
  findLatest(binding: string, credential: string, now: Date): Promise<Approval | null>;
}

/** A permission rule kept in the database, visible to every process at its next call. */
export interface StoredRule {
  readonly id: string;
  readonly effect: "allow" | "ask" | "deny";
  /** The rule as written: `Tool` or `Tool(specifier)`. */
  readonly rule: string;
  /** `user`: everywhere; `project`: only in `workspace`; `session`: only in `session`. */
  readonly layer: "user" | "project" | "session";
  readonly workspace: string | null;
  readonly session: string | null;
  readonly reason: string | null;
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** The approval that granted it; `null`: a person added it. */
  readonly approval: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

export interface RuleRepository {
  /** Those of the user, and those of the workspace and its sessions; also those whose time is over. Oldest first. */
  list(workspace: string): Promise<readonly StoredRule[]>;
  /** Rejects for a rule of a session that is over. */
  add(rule: StoredRule): Promise<void>;
  remove(id: string): Promise<boolean>;
}

/** One limit, for one set of callers that it counts together. */
export interface LimitKey {
  readonly id: string;
  /** What its `per` comes to for this call, such as `["agent:claude","tool:shell.exec"]` as JSON. */
  readonly key: string;
  readonly kind: "rate" | "concurrent" | "daily";
  readonly max: number;
  readonly windowMs: number;
}

export interface LimitRepository {
  /** What counts at `now`, by id; changes nothing. Calls of dead processes do not count as running. */
  read(keys: readonly LimitKey[], now: number): Promise<ReadonlyMap<string, LimitFact>>;
}

export interface StoredToken {
  readonly id: string;
  readonly tenant: string;
  readonly principal: string;
  readonly agent: string;
  readonly roles: readonly Role[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The provider whose model it was given to, which may choose a profile. */
  readonly provider: string | null;
}

export interface TokenRepository {
  /** `hash` is the lower-case hex SHA-256 of the token; the token itself is never stored. */
  create(token: StoredToken, hash: string): Promise<void>;
  findByHash(hash: string): Promise<StoredToken | null>;
  list(): Promise<readonly StoredToken[]>;
  revoke(id: string, at: string): Promise<boolean>;
  /** Ids of those that were revoked. */
  listRevoked(): Promise<readonly string[]>;
}

/** Small named settings that every process must see: mode, pause, trust. Keys are namespaced by the caller. */
export interface SettingRepository {
  get(key: string): Promise<string | null>;
  set(key: string, value: string | null): Promise<void>;
  list(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
}

export interface StoredSession {
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  /** `connection`: ends with its connection; `implicit`: of (principal, agent), ends when idle. */
  readonly kind: "connection" | "implicit";
  readonly folder: string;
  /** Where its commands work; `null`: the workspace root. */
  readonly cwd: string | null;
  readonly workspace: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export interface SessionRepository {
  setCwd(id: string, cwd: string | null): Promise<void>;
  create(session: StoredSession): Promise<void>;
  get(id: string): Promise<StoredSession | null>;
  findImplicit(principal: string, agent: string, workspace: string): Promise<StoredSession | null>;
  touch(id: string, at: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Idle since before `before`, or of a connection whose process is gone. */
  listExpired(before: string): Promise<readonly StoredSession[]>;
}

/** A tool that is kept in the database instead of a file: a custom tool, or one of a session. */
export interface StoredTool {
  readonly id: string;
  /** `null`: in every workspace. */
  readonly workspace: string | null;
  readonly audience: { readonly kind: "everybody" } | { readonly kind: "agent" | "session"; readonly key: string };
  readonly format: "custom" | "credentialed" | "whitelist" | "toolclad";
  readonly name: string;
  /** The definition as it was given, without secret values. */
  readonly definition: string;
  readonly enabled: boolean;
  /** Names and sealed values of the tool's environment; see `secrets/seal.ts`. */
  readonly environment: SealedEnvironment | null;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
}

export interface SealedEnvironment {
  readonly names: readonly string[];
  /** Changes with every change of a value. */
  readonly version: string;
  /** Envelope with key id, nonce, ciphertext and tag; bound to the tool's id. */
  readonly sealed: string;
}

export interface StoredToolRepository {
  /** Those of the workspace and those of every workspace, oldest first. */
  list(workspace: string): Promise<readonly StoredTool[]>;
  get(id: string): Promise<StoredTool | null>;
  /** `false`: the name is taken for the same audience and workspace. Rejects when its session is over. */
  create(tool: StoredTool): Promise<boolean>;
  /**
   * Everything but id, time and author of its creation. `false`: there is no such tool, or the new name is taken. Rejects
   * when its session is over.
   */
  update(tool: StoredTool): Promise<boolean>;
  /** Touches nothing else, so that it undoes no change made meanwhile. `false`: there is no such tool. */
  setEnabled(id: string, enabled: boolean, updatedAt: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Whether any tool, of whatever workspace, has sealed values: then the key they were sealed with must not be replaced. */
  hasSealed(): Promise<boolean>;
}

/** A secret that is kept here, or only who gets one that another provider has. */
export interface StoredSecret {
  readonly id: string;
  readonly name: string;
  /** `null`: in every workspace. */
  readonly workspace: string | null;
  /** Whether the envelope holds a value; without one only the bindings count. */
  readonly hasValue: boolean;
  readonly bindings: readonly StoredBinding[];
  /** The value in an envelope that does not open with another name, workspace or other bindings. */
  readonly sealed: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
}

/** One thing that a secret is released to. */
export interface StoredBinding {
  /** Name or pattern, with `layer:` before it where the layer is said. */
  readonly tool: string;
  /** Host, or pattern, that the tool may send it to; `null`: the tool's program gets it as a variable. */
  readonly host: string | null;
}

/** What is written must be sealed with the key in use: `create` and `update` reject with `SealedWithOtherKey` otherwise. */
export interface SecretRepository {
  /** Those of the workspace and those of every workspace, by name; of one name the workspace's own first. */
  list(workspace: string): Promise<readonly StoredSecret[]>;
  find(name: string, workspace: string): Promise<readonly StoredSecret[]>;
  /** `false`: the name is taken in that workspace. */
  create(secret: StoredSecret): Promise<boolean>;
  /** Value, bindings and version. `false`: it is gone, or is not of the version before. */
  update(secret: StoredSecret): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

/** A value that is taken out of everything that calls of its tenant bring. */
export interface StoredScrubValue {
  readonly id: string;
  /** Of the value, in UTF-16 units. */
  readonly length: number;
  /** What people wrote beside it. */
  readonly note: string | null;
  readonly sealed: string;
  readonly createdAt: string;
  readonly createdBy: string;
}

export interface ScrubValueRepository {
  /** Oldest first. */
  list(): Promise<readonly StoredScrubValue[]>;
  /** Rejects with `SealedWithOtherKey` for a value that was not sealed with the key in use. */
  add(value: StoredScrubValue): Promise<void>;
  remove(id: string): Promise<boolean>;
}

/** Something that is sealed with the key of the data folder. */
export type SealedRow =
  | {
      readonly kind: "tool";
      readonly tenant: string;
      readonly tool: StoredTool;
      readonly environment: SealedEnvironment;
    }
  | { readonly kind: "secret"; readonly tenant: string; readonly secret: StoredSecret }
  | { readonly kind: "scrub-value"; readonly tenant: string; readonly value: StoredScrubValue };

/** Which key sealed values of every tenant are sealed with. */
export interface SealingRepository {
  /** `null`: nothing was ever sealed. */
  keyId(): Promise<string | null>;
  isInUse(): Promise<boolean>;
  /** Takes another key while nothing is sealed. `false`: something is, or the key in use is no longer `seen`. */
  adopt(keyId: string, seen: string | null): Promise<boolean>;
  /**
   * Puts other envelopes in the place of all that there are, in the order of `rows`, or changes nothing for `null`. No
   * process writes meanwhile, and what is written survives a power failure. Rejects with what `change` throws.
   */
  replaceAll(
    change: (
      rows: readonly SealedRow[],
      keyId: string | null,
    ) => { readonly keyId: string; readonly sealed: readonly string[] } | null,
  ): Promise<boolean>;
}
