import type { AuditLog } from "../audit/audit-log.ts";
import type { Config } from "../config/config.ts";
import type { AccessControl } from "../control/access/access-control.ts";
import type { BrowserControl } from "../control/browser/browser-control.ts";
import type { PinControl } from "../control/pins/pin-control.ts";
import type { LoginControl } from "../control/logins/login-control.ts";
import type { ScrubControl } from "../control/scrub/scrub-control.ts";
import type { Verified } from "../identity/token-verifier.ts";
import type { KeptPlace } from "../evidence/evidence-store.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import type { RuleSuggestion } from "../model/approval.ts";
import type { Caller, CallerHints } from "../model/caller.ts";
import type { RawCall, Session } from "../model/call.ts";
import type { Decision } from "../model/decision.ts";
import type { ErrorInfo, Step } from "../model/errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Plan } from "../model/plan.ts";
import type { Tool } from "../model/tool.ts";
import type { Mode, ModeOverride } from "../policy/policy.ts";
import type { PolicyCase, PolicyVerdict } from "./evaluate/policy-case.ts";
import type { Replay } from "./replay/replay.ts";
import type { Disclosure } from "../registry/disclosure/create-disclosure.ts";
import type { RegistrySnapshot } from "../registry/registry.ts";
import type { OfferSource } from "../mcp-bridge/offers/create-offer-source.ts";
import type { McpBridge } from "../mcp-bridge/bridge.ts";
import type { OfferList } from "../mcp-bridge/upstream.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Rotation } from "../secrets/keys/rotate-key.ts";
import type {
  Approval,
  ApprovalGrant,
  ApprovalRepository,
  RuleRepository,
  RunningCallRepository,
  StoredBinding,
  StoredRule,
  StoredToken,
  StoredTool,
  TokenRepository,
} from "../storage/repositories.ts";

/** What the ways in (servers, command line, library) are given: the wired gate, and what operators may change. */
export interface Runtime {
  readonly config: Config;
  /** The one gate. Never rejects: every end is an outcome. */
  call(raw: RawCall): Promise<Outcome>;
  /** Everything up to the decision; runs, records and consumes nothing. */
  explain(raw: RawCall): Promise<Explanation>;
  /** Decides a case that somebody wrote down, with the policy of this moment; nothing runs and nothing is looked at. */
  evaluate(members: JsonObject): Promise<CaseAnswer>;
  /** Decides recorded calls once more, under what holds now or under a folder's configuration; nothing runs. */
  readonly replay: Replay;
  /** The tools this caller may see, but for those that only serve to find others: the same judgement as calling. */
  listTools(caller: Caller, session?: string, hints?: CallerHints): Promise<readonly Tool[]>;
  /** Those of them that fit the words, best first. Hidden tools have no part in the ranking. */
  searchTools(
    query: string,
    caller: Caller,
    options?: { session?: string; limit?: number; hints?: CallerHints },
  ): Promise<readonly ToolHit[]>;
  /** Which of them are listed where there are many. */
  readonly disclosure: Disclosure;
  /** Whether this gateway has a back end for the tool; without one it is declared, and neither listed nor run. */
  canRun(tool: Tool): boolean;
  readonly registry: {
    readonly snapshot: RegistrySnapshot;
    onChange(listener: (snapshot: RegistrySnapshot) => void): () => void;
  };
  /** Where calls find a program now, for people who ask why they do not. */
  findProgram(name: string): ProgramPlace;
  /** Opens a session that ends with its connection. */
  openSession(caller: Caller): Promise<Session>;
  closeSession(id: string): Promise<void>;
  /** Upstream MCP servers: what state they are in, and how to reach them before somebody calls. */
  readonly upstream: Pick<McpBridge, "servers" | "start" | "connect" | "retry" | "onState">;
  /** What upstream servers offer besides tools, to whom. */
  readonly offers: OfferSource;
  /** When what callers are shown may be something else than before. */
  readonly listNews: ListNews;
  /** Credentials that were revoked while something was open for them, by any process. Running calls end by themselves. */
  readonly revocations: Revocations;
  /**
   * What is kept of a call as its record says, to hand out; `null`: it is not there as it was, or too large, or holds a secret
   * that cannot be taken out. Whose it is was looked at before.
   */
  readKept(file: KeptPlace): Promise<KeptContent | null>;
  /** What confines programs here, for people who ask whether it works. */
  readonly sandbox: Pick<Sandbox, "state" | "prepare">;
  /** Starts the process that runs programs ahead of the first call. */
  warm(): Promise<void>;
  readonly control: ControlPlane;
  /** The numbers for Prometheus; `null`: nobody configured them. */
  readonly metrics: { render(): Promise<{ readonly contentType: string; readonly text: string }> } | null;
  /** Keeps more paths from the file tools of this process. @throws TypeError for one that cannot be read */
  denyPaths(...paths: readonly string[]): void;
  /** Refuses new calls, lets running ones finish for `drainMs`, cancels the rest, checkpoints, closes. */
  close(): Promise<void>;
}

export type KeptContent =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "bytes"; readonly bytes: Buffer };

export interface Revocations {
  /** Calls back once, a moment after the credential was revoked, also where that was before. Returns how to stop. */
  follow(credential: string, onRevoked: () => void): () => void;
}

export interface ListNews {
  /** Returns how to stop. Whether anything changed for a certain caller is for whoever listens to find out. */
  follow(listener: (news: ListChange) => void): () => void;
}

export type ListChange =
  /** Tools, or what decides who may see which. */
  | { readonly kind: "visible" }
  /** What a server offers besides tools. */
  | { readonly kind: "offers"; readonly server: string; readonly list: OfferList };

export type CaseAnswer =
  | { readonly ok: true; readonly one: PolicyCase; readonly verdict: PolicyVerdict; readonly decision: Decision | null }
  | { readonly ok: false; readonly message: string };

export interface ToolHit {
  readonly tool: Tool;
  /** Comparable within one search only. */
  readonly score: number;
}

export type ProgramPlace =
  | { readonly found: true; readonly file: string }
  | { readonly found: false; readonly reason: "missing" | "not-executable" | "no-interpreter" };

export interface Explanation {
  /** `null` when the call would be refused before it could be decided. */
  readonly decision: Decision | null;
  readonly plan: Plan | null;
  readonly binding: string | null;
  readonly refusal: { readonly step: Step; readonly error: ErrorInfo } | null;
  /** Rules that would let the call, and others like it, run unasked; narrowest first. None where no rule should. */
  readonly suggestions: readonly RuleSuggestion[];
}

/** What people change and look at. Every change is recorded in the audit and holds for the next call of any process. */
export interface ControlPlane {
  readonly audit: Pick<AuditLog, "query" | "verify" | "exportLines">;
  readonly running: RunningCallRepository;
  readonly approvals: Pick<ApprovalRepository, "get" | "listPending">;
  readonly rules: Pick<RuleRepository, "list">;
  readonly tokens: Pick<TokenRepository, "list">;
  /** The identity of whoever holds the approver key: the person at this machine. */
  owner(): Promise<Caller>;
  /** The local owner's agent: who `serve --stdio` and `call` run as. Rejects with `BadNameError` as `createToken` does. */
  localAgent(agent: string): Promise<Caller>;
  /** The caller behind a token, or `null` for an unknown, expired or revoked one. */
  authenticate(token: string): Promise<Caller | null>;
  /** Who a bearer token of a request stands for: one of ours, or, where issuers are configured, one of theirs. */
  identify(token: string): Promise<Verified>;
  /** `grant`: with a yes, what is allowed from now on; written together with the answer, or neither is. */
  answer(
    id: string,
    verdict: "approve" | "deny",
    by: Caller,
    reason: string | null,
    grant?: GrantWish,
  ): Promise<AnswerResult>;
  /** Rules that came with an answer, of this workspace and of the user; also those whose time is over. Oldest first. */
  listGrants(): Promise<readonly StoredRule[]>;
  /** `false`: no rule of an answer has this id. */
  revokeGrant(id: string, by: Caller): Promise<boolean>;
  readonly tools: ToolControl;
  readonly secrets: SecretControl;
  readonly scrub: ScrubControl;
  readonly logins: LoginControl;
  readonly pins: PinControl;
  readonly access: AccessControl;
  readonly browser: BrowserControl;
  addRule(rule: NewRule, by: Caller): Promise<AddRuleResult>;
  removeRule(id: string, by: Caller): Promise<boolean>;
  mode(): Promise<{ readonly mode: Mode; readonly source: string }>;
  /** Of single agents and sessions; they win over the one of the workspace. */
  modes(): Promise<readonly ModeOverride[]>;
  /** `target`: one agent or one session instead of this workspace. `false`: there is no such session. */
  setMode(mode: Mode | null, by: Caller, target?: ModeTarget): Promise<boolean>;
  paused(): Promise<{ readonly reason: string } | null>;
  setPaused(paused: { readonly reason: string } | null, by: Caller): Promise<void>;
  /** The token's text is shown once and never stored. Rejects with `BadNameError` when nobody can be called like that. */
  createToken(
    token: Pick<StoredToken, "principal" | "agent" | "roles" | "expiresAt"> & Partial<Pick<StoredToken, "provider">>,
    by: Caller,
  ): Promise<{ readonly token: string; readonly stored: StoredToken }>;
  revokeToken(id: string, by: Caller): Promise<boolean>;
  cancelCall(callId: string, by: Caller): Promise<boolean>;
  recordAdmin(action: string, data: JsonObject, by: Caller): Promise<void>;
}

/** Tools that are managed by command: whitelist files of the user layer, and tools in the database. */
export interface ToolControl {
  /** What is in the database for this workspace; sealed values are never given out. */
  listStored(): Promise<readonly StoredTool[]>;
  /**
   * Checks a definition and puts it in place. TOML becomes a file of the user layer, written whole or not at all; JSON
   * becomes a custom tool in the database. `session`: it ends with that session.
   */
  save(request: SaveToolRequest, by: Caller): Promise<ToolChange>;
  /** Removes a user-layer file or a stored tool; says whether a tool of a lower layer is served again. */
  remove(name: string, audience: StoredTool["audience"], by: Caller): Promise<ToolChange>;
  setEnabled(name: string, audience: StoredTool["audience"], enabled: boolean, by: Caller): Promise<ToolChange>;
}

/** Named secrets, whom they are released to, and the key that they are sealed with. Values are never given out. */
export interface SecretControl {
  /** Every secret that is kept or bound here, by name; each place is asked who has it. */
  list(): Promise<readonly ListedSecret[]>;
  /** What a call of the tool would be given. @param host `null`: the one that the tool's author wrote, or its program */
  check(name: string, tool: string, host: string | null): Promise<SecretCheck>;
  /** Gives a value; what the secret was bound to stays, and the given bindings are added. */
  set(request: SetSecretRequest, by: Caller): Promise<SecretChange>;
  bind(request: BindSecretRequest, by: Caller): Promise<SecretChange>;
  unbind(request: BindSecretRequest, by: Caller): Promise<SecretChange>;
  /** Takes away the value and what it was bound to. */
  remove(target: SecretTarget, by: Caller): Promise<SecretChange>;
  /** Seals everything with a new key. Rejects with `SecretsKeyError` when that cannot be; then nothing changed. */
  rotate(by: Caller): Promise<Rotation>;
}

export interface SecretTarget {
  readonly name: string;
  /** Whether it is about this workspace alone; then it is also about the tools of the workspace's project. */
  readonly workspaceOnly: boolean;
}

export interface BindSecretRequest extends SecretTarget {
  /** Names or patterns, each with `layer:` before it where one layer alone is meant. */
  readonly tools: readonly string[];
  /** Where the tools may send it; none: it goes to their programs. */
  readonly hosts: readonly string[];
}

export interface SetSecretRequest extends BindSecretRequest {
  readonly value: string;
}

export type SecretChange =
  | {
      readonly ok: true;
      readonly name: string;
      /** `null`: every workspace. */
      readonly workspace: string | null;
      /** What `toolgate secrets` releases it to now; files may say more. */
      readonly bindings: readonly StoredBinding[];
      readonly isNew: boolean;
      /** What the person should know although it was done. @default none */
      readonly warnings?: readonly string[] | undefined;
    }
  | {
      readonly ok: false;
      readonly code: "validation" | "not_found" | "changed" | "unreadable";
      readonly message: string;
      readonly hint: string;
    };

export interface ListedSecret {
  readonly name: string;
  readonly bindings: readonly (StoredBinding & { readonly source: string })[];
  /** The first place that has it; `null`: none, or `problem` says why that cannot be told. */
  readonly place: string | null;
  readonly problem: string | null;
}

export interface SecretCheck {
  readonly isReleased: boolean;
  /** Whether the tool names it; `null`: there is no such tool. */
  readonly isUsed: boolean | null;
  /** Who bound it to the tool. */
  readonly binding: string | null;
  readonly place: string | null;
  /** Where it would be sent; `null`: it goes to a program. */
  readonly host: string | null;
  /** Why it is not released. */
  readonly error: { readonly code: string; readonly message: string; readonly hint: string } | null;
}

export interface SaveToolRequest {
  readonly text: string;
  readonly format: StoredTool["format"];
  readonly audience: StoredTool["audience"];
  /** The tool to change; its name cannot change with it. `null`: a new one. */
  readonly expectedName: string | null;
  /** Values for the tool's environment, sealed before they are stored; `null`: keep what is there. */
  readonly environment: Readonly<Record<string, string>> | null;
}

export type ToolChange =
  | {
      readonly ok: true;
      readonly name: string;
      /** Whom the tool is for; a definition may say so itself. */
      readonly audience: StoredTool["audience"];
      readonly id: string | null;
      readonly file: string | null;
      readonly restored: boolean;
    }
  | {
      readonly ok: false;
      readonly code: ToolChangeCode;
      readonly message: string;
      readonly hint: string;
      readonly issues: readonly ManifestIssue[];
    };

export type ToolChangeCode =
  /** The text is not TOML or JSON. */
  | "parse"
  /** It is, and declares no tool that could be served. */
  | "validation"
  | "name_changed"
  | "name_conflict"
  | "io"
  | "not_found"
  /** It is not of a layer that is managed here: built in, of a project, or given in code. */
  | "invalid_source"
  | "unknown_session";

export interface NewRule {
  readonly effect: "allow" | "ask" | "deny";
  /** `Tool` or `Tool(specifier)`. */
  readonly rule: string;
  readonly layer: StoredRule["layer"];
  readonly reason: string | null;
  /** Needed for the layer `session`, and for no other. @default none */
  readonly session?: string | null | undefined;
  /** ISO 8601. @default never */
  readonly expiresAt?: string | null | undefined;
}

/** What is to be allowed from now on: one of the suggestions of the question, or rules as a human edited them. */
export interface GrantWish extends Pick<ApprovalGrant, "scope" | "expiresAt"> {
  readonly what: { readonly suggestion: string } | { readonly rules: readonly string[] };
}

export type ModeTarget = { readonly agent: string } | { readonly session: string };

export type AddRuleResult =
  | { readonly ok: true; readonly id: string }
  /** The text is no rule; a rule that can match nothing would be a deny that denies nothing. */
  | { readonly ok: false; readonly message: string; readonly hint: string };

export type AnswerResult =
  | { readonly ok: true; readonly approval: Approval }
  | {
      readonly ok: false;
      readonly code: "UNKNOWN" | "OVER" | "NOT_APPROVER" | "OWN_CALL" | "GRANT_REFUSED";
      readonly message: string;
    };
