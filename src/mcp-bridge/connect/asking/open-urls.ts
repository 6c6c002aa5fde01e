import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { toObject } from "../../../model/json.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { Question } from "../../../model/question.ts";
import type { RunningCall } from "../running-call.ts";
import { answerQuestion } from "./answer-question.ts";
import type { Completions } from "./await-completion.ts";
import { readQuestion } from "./read-question.ts";
import { withCompletion } from "./with-completion.ts";

/** The error of 2025-11-25 for it, as a number: servers have codes of their own. */
const URL_REQUIRED: number = ProtocolErrorCode.UrlElicitationRequired;
/** A server that wants more than this opened wants something else. */
const MAX_URLS = 4;

/**
 * Where a server refused a call because a person has to open a URL first: has the client open it. Whether the call is worth
 * another attempt.
 */
export async function openUrls(
  error: unknown,
  server: McpServer,
  running: RunningCall,
  completions: Completions,
): Promise<boolean> {
  const wanted = readUrls(error, server, running, completions);
  if (wanted === null || !running.client.url) return false;
  for (const { question } of wanted) {
    const answer = await answerQuestion(question, running);
    if (answer?.["action"] !== "accept") return false;
  }
  // To have opened it is not to be done with it.
  await running.during(() =>
    completions.wait(
      wanted.map(({ id }) => id),
      running.signal,
    ),
  );
  return !running.signal.aborted;
}

interface WantedUrl {
  readonly id: string;
  readonly question: Question;
}

function readUrls(
  error: unknown,
  server: McpServer,
  { client }: RunningCall,
  completions: Completions,
): readonly WantedUrl[] | null {
  if (!(error instanceof ProtocolError) || error.code !== URL_REQUIRED) return null;
  const { elicitations } = (error.data ?? {}) as { readonly elicitations?: unknown };
  if (!Array.isArray(elicitations) || elicitations.length === 0 || elicitations.length > MAX_URLS) return null;
  const wanted = elicitations.flatMap((one: JsonValue) => {
    const params = toObject(one);
    const read = readQuestion(server, client, { method: "elicitation/create", params: { ...params, mode: "url" } });
    const id = params["elicitationId"];
    if (read.kind !== "put" || typeof id !== "string") return [];
    return [{ id, question: withCompletion(read.question, params, completions) }];
  });
  return wanted.length === elicitations.length ? wanted : null;
}
