import type { JsonObject } from "./json.ts";

/** Where a call was when it ended. */
export type Step =
  "receive" | "resolve" | "validate" | "authorise" | "approve" | "execute" | "shape-output" | "record" | "respond";

/** Every way a call can end without success. The sentence says what the code means to a caller. */
export const ERROR_CODES = {
  MALFORMED_CALL: "The request is not a call: a tool name and an argument object are needed.",
  UNAUTHENTICATED: "No valid credential came with the request.",
  FORBIDDEN: "The credential does not have the role that this needs.",
  CREDENTIAL_REVOKED: "The credential was revoked while its call was under way, so the call was ended.",
  ARGUMENTS_TOO_LARGE: "The arguments are larger than the limit.",
  UNKNOWN_TOOL: "No tool of that name is visible to this caller.",
  TOOL_DISABLED: "The tool is declared but switched off.",
  TOOL_CHANGED: "The tool's definition changed while the call was under way.",
  TOOL_QUARANTINED: "The upstream server defines the tool differently than it was accepted; a human has to look at it.",
  BACKEND_UNAVAILABLE: "The tool is declared, but this gateway has nothing that could run it.",
  UNKNOWN_SESSION: "No session of that name belongs to this caller.",
  INVALID_ARGUMENTS: "One or more arguments do not fit the tool's parameters.",
  PROGRAM_NOT_FOUND: "The tool's program is not installed where Toolgate looks.",
  PROGRAM_NOT_EXECUTABLE: "The tool's program is there but cannot be executed.",
  WORKING_FOLDER_MISSING: "The tool's working folder does not exist.",
  REPOSITORY_REFUSED: "The git repository leads out of the workspace or cannot be judged.",
  DENIED: "The policy refuses this call.",
  PAUSED: "An operator has paused all calls.",
  RATE_LIMITED: "A limit on calls is used up; the message says when the next one fits.",
  TOO_DEEP: "Calls are nested, or agents delegated, more deeply than the limit allows.",
  TOO_MANY_CALLS: "As many calls as the limit allows are running.",
  DRAINING: "This gateway is shutting down and takes no new calls.",
  APPROVAL_DENIED: "A human refused this call.",
  APPROVAL_TIMEOUT: "No human answered in time.",
  APPROVAL_CANCELLED: "The call ended while it waited for a human.",
  APPROVAL_STALE: "The approval does not fit this call: it was used, expired, or is for something else.",
  AUDIT_UNAVAILABLE: "The call could not be recorded, so it was not run.",
  CLIENT_CAPABILITY_MISSING: "The call needs its client to answer something that the client did not say it can.",
  SECRET_UNAVAILABLE: "A value that the tool needs is kept sealed and cannot be opened, so nothing was run.",
  SECRET_MISSING: "A secret that the tool names is nowhere to be found, so nothing was run.",
  SECRET_NOT_BOUND: "A secret that the tool names was not given to this tool and host, so nothing was run.",
  SANDBOX_UNAVAILABLE:
    "The tool has to be confined and this machine has nothing to confine it with, so nothing was run.",
  PATH_CHANGED: "A path points somewhere else than when it was checked.",
  SPAWN_FAILED: "The operating system would not start the program.",
  EXIT_NONZERO: "The program ended with a status other than zero.",
  KILLED_BY_SIGNAL: "The program was ended by a signal.",
  TIMEOUT: "The call took longer than its limit and was ended.",
  CANCELLED: "The call was cancelled and ended.",
  RUNNER_LOST: "The process that runs programs died; everything it ran was ended.",
  OUTPUT_LIMIT: "The tool wrote more than the operator's limit and was ended.",
  NETWORK_REFUSED: "The request, or an answer that sent it elsewhere, led to a place that it may not reach.",
  NETWORK_FAILED: "The other side could not be reached, or broke off.",
  HTTP_CLIENT_ERROR: "The other side refused the request: a status of the class 4xx.",
  HTTP_SERVER_ERROR: "The other side failed: a status of the class 5xx.",
  HTTP_UNEXPECTED_STATUS: "The answer's status is none that the tool takes for success.",
  UPSTREAM_UNAVAILABLE: "The upstream server is not connected, so nothing was sent to it.",
  UPSTREAM_FAILED: "The upstream server broke off or answered against the protocol; it may have done its work.",
  UPSTREAM_TOOL_ERROR: "The upstream server says that its tool failed.",
  PARSER_FAILED: "The tool's own parser program failed, so its output cannot be handed on.",
  EVIDENCE_UNAVAILABLE: "The files of evidence that the tool has to leave could not be written.",
  HANDLER_FAILED: "The tool's handler threw an error.",
  OUTPUT_UNPARSABLE: "The output is not in the format that the tool declares.",
  OUTPUT_SCHEMA: "The output does not fit the schema that the tool declares.",
  INTERNAL: "Toolgate failed unexpectedly; the log has the cause under the id given.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An error as a caller, a log and the audit see it. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  /** What was expected and what came. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
  readonly details: JsonObject;
}

/** Thrown by a step to end the call; caught once, in `recorded`. Not a failure of Toolgate but an answer. */
export class Refused extends Error {
  readonly info: ErrorInfo;
  readonly step: Step;

  constructor(step: Step, code: ErrorCode, message: string, extra: { hint?: string; details?: JsonObject } = {}) {
    super(message);
    this.name = "Refused";
    this.step = step;
    this.info = { code, message, hint: extra.hint ?? null, details: extra.details ?? {} };
  }
}
