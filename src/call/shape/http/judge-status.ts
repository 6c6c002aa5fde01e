import type { ErrorCode, ErrorInfo } from "../../../model/errors.ts";
import type { EvidenceStatus } from "../../../model/outcome.ts";
import type { HttpPlan } from "../../../model/plan.ts";
import { listSecrets } from "../../execute/open-secrets.ts";
import { findRetryHint } from "./retry-hint.ts";

export interface JudgedStatus {
  readonly status: EvidenceStatus;
  /** `null`: the status means success. */
  readonly error: ErrorInfo | null;
}

/** Whether an answer's status is what the tool calls success, and otherwise whose fault it is. */
export function judgeStatus(plan: HttpPlan, status: number, headers: Readonly<Record<string, string>>): JudgedStatus {
  if (isSuccess(plan, status)) return { status: "success", error: null };
  const [word, code] = classify(status);
  // Importing the module by name would read all of Node's HTTP client at every start.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[status];
  const said = name === undefined ? String(status) : `${status} ${name}`;
  const wanted = code === "HTTP_UNEXPECTED_STATUS" ? ", which the tool does not take for success" : "";
  const message = `${plan.host} answered ${said} to the ${plan.method} request${wanted}`;
  const hint = findRetryHint(headers["retry-after"]) ?? findHint(plan, status);
  return { status: word, error: { code, message, hint, details: { status } } };
}

function isSuccess({ successStatus, errorStatus }: HttpPlan, status: number): boolean {
  if (successStatus.length > 0) return successStatus.includes(status);
  return errorStatus.length > 0 ? !errorStatus.includes(status) : status >= 200 && status <= 299;
}

function classify(status: number): readonly [EvidenceStatus, ErrorCode] {
  if (status >= 400 && status <= 499) return ["client_error", "HTTP_CLIENT_ERROR"];
  if (status >= 500 && status <= 599) return ["server_error", "HTTP_SERVER_ERROR"];
  return ["error", "HTTP_UNEXPECTED_STATUS"];
}

function findHint(plan: HttpPlan, status: number): string | null {
  if (status === 401 || status === 403) {
    const names = listSecrets(plan).map((name) => `\`${name}\``);
    return names.length === 0
      ? "it wants a credential, and the tool sends none: that is for whoever declared the tool"
      : `it did not accept the credential: whoever declared the tool checks the secret ${names.join(", ")}`;
  }
  if (status === 404 || status === 410) return "look at the arguments that stand in the URL";
  if (status === 429) return "it was asked too often: wait before calling again";
  if (status >= 400 && status <= 499) return "the body says what is wrong; correct the arguments and call again";
  if (status >= 500 && status <= 599) return "the same call may work later";
  return "the tool's `success_status` and `error_status` say what counts as success";
}
