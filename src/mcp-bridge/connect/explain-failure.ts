import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { EgressError } from "../../egress/client/to-fetch.ts";
import { showText } from "../../text/show-text.ts";
import { Refused } from "../../model/errors.ts";
import { SecretError } from "../../secrets/secret-source.ts";
import { UpstreamError } from "../upstream.ts";
import type { UpstreamFailure } from "../upstream.ts";
import { FORGOTTEN } from "./session.ts";

const MOST_CHARACTERS = 1000;

/** Words for what broke between here and a server: bounded, escaped, scrubbed. */
export function explainFailure(error: unknown, scrub: (text: string) => string): string {
  return showText(scrub(describe(error)), MOST_CHARACTERS);
}

/** The same with what to do, and what a program said. */
export function toFailure(error: unknown, scrub: (text: string) => string): UpstreamFailure {
  const reason = explainFailure(error, scrub);
  const hint = findHint(error);
  const said = error instanceof UpstreamError && error.said !== null ? scrub(error.said) : null;
  return { reason, ...(hint === null ? {} : { hint: scrub(hint) }), ...(said === null ? {} : { said }) };
}

function findHint(error: unknown): string | null {
  const own = findOwnError(error);
  if (own instanceof UpstreamError) return own.hint;
  if (error instanceof SecretError) return error.hint;
  if (error instanceof Refused) return error.info.hint;
  return own?.kind === "refused" ? "list the address in `[network] private` where it is meant" : null;
}

/** The same in one line with what to do, for whoever called a tool. */
export function explainCallFailure(error: unknown, scrub: (text: string) => string): string {
  if (findStatus(error) === 404) return `${FORGOTTEN} (HTTP 404), and is connected to again`;
  const { reason, hint } = toFailure(error, scrub);
  return showText(hint === undefined ? reason : `${reason}: ${hint}`, MOST_CHARACTERS);
}

/** Whether the server itself answered, if only to refuse: the connection is well then. */
export function isAnswer(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
}

/** Whether a server of 2026-07-28 found headers and body to disagree. */
export function isHeaderMismatch(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === -32020;
}

/** The status of an answer over HTTP that was no success. */
export function findStatus(error: unknown): number | null {
  return error instanceof SdkHttpError ? error.data.status : null;
}

function describe(error: unknown): string {
  const own = findOwnError(error);
  if (own !== null) return own.message;
  if (error instanceof ProtocolError) return `the server answered with an error: ${error.message} (${error.code})`;
  // The library gives what its checks found, many lines of JSON.
  if (error instanceof Error && error.name === "ZodError") return "what the server sent is no message of the protocol";
  if (error instanceof UnauthorizedError) return "the server asks for a login (HTTP 401)";
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return describeTimeout(error.data);
  const status = findStatus(error);
  if (status !== null) return `the server answered with HTTP ${status}${describeStatus(status)}`;
  return error instanceof Error ? error.message : String(error);
}

/** The library names what of its own ran out of time. */
function describeTimeout(data: unknown): string {
  const { timeout } = Object(data) as { readonly timeout?: unknown };
  return typeof timeout === "number"
    ? `it did not answer within ${timeout / 1000} seconds`
    : "it did not answer in time";
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return ", it does not accept the credentials";
  return status >= 300 && status < 400 ? ", a redirect to another place, which is not followed" : "";
}

/** The library wraps what the client for HTTP says, and what signs requests. */
function findOwnError(error: unknown): UpstreamError | EgressError | null {
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof UpstreamError || at instanceof EgressError) return at;
    at = at.cause;
  }
  return null;
}
