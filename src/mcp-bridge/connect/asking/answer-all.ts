import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { toObject } from "../../../model/json.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ClientAbilities } from "../../../model/question.ts";
import type { RunningCall } from "../running-call.ts";
import { answerQuestion } from "./answer-question.ts";
import { Incapable } from "./incapable.ts";
import { readQuestion } from "./read-question.ts";
import type { ReadQuestion } from "./read-question.ts";

/** What a person is asked at once at most: whoever is asked too much says yes to anything. */
const MAX_QUESTIONS = 16;

/**
 * Answers the `inputRequests` of a server, or none of them. @throws Incapable for what the client would have to be able to
 * answer, and Error for what it would not help with
 */
export async function answerAll(server: McpServer, requests: JsonObject, running: RunningCall): Promise<JsonObject> {
  const all = Object.entries(requests);
  if (all.length > MAX_QUESTIONS) {
    throw new Error(`the server asked ${all.length} questions at once; at most ${MAX_QUESTIONS} are put to a client`);
  }
  const asked = all.map(([key, request]) => {
    const { method, params = {} }: JsonObject = toObject(request);
    const given = { method, params: toObject(params) };
    return { key, read: readQuestion(server, running.client, given, key) };
  });
  refuse(asked.flatMap(({ read }) => (read.kind === "refuse" ? [read] : [])));
  // Together: a client that cannot be asked in between gets all of them with one answer.
  const answers = asked.map(async ({ key, read }) => [key, await answer(read, running)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

type Refused = Extract<ReadQuestion, { kind: "refuse" }>;

/** What nothing would help with first. */
function refuse(refused: readonly Refused[]): void {
  const hopeless = refused.find(({ needs }) => needs === undefined);
  if (hopeless !== undefined) throw new Error(hopeless.reason);
  const [first] = refused;
  if (first !== undefined) throw new Incapable(first.reason, merge(refused));
}

function merge(refused: readonly Refused[]): Partial<ClientAbilities> {
  return Object.fromEntries(refused.flatMap(({ needs = {} }) => Object.entries(needs).filter(([, needed]) => needed)));
}

async function answer(read: ReadQuestion, running: RunningCall): Promise<JsonObject> {
  if (read.kind !== "put") return { action: "decline" };
  const answered = await answerQuestion(read.question, running);
  if (answered !== null) return answered;
  const what = read.question.kind === "roots" ? "folders" : "model";
  throw new Error(`the server asked for the client's ${what}, and the client declined`);
}
