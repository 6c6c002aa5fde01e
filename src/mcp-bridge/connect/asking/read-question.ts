import { ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { canAsk } from "../../../model/question.ts";
import type { ClientAbilities, Question } from "../../../model/question.ts";
import { isDeeper } from "../../is-deeper.ts";
import { describeNotGiven } from "./given-abilities.ts";
import { isForm } from "./is-form.ts";
import { readSampling } from "./read-sampling.ts";

export type ReadQuestion =
  | { readonly kind: "put"; readonly question: Question }
  /** Nothing that may be shown to a person, who therefore does not want it. */
  | { readonly kind: "decline" }
  /** `reason` is for the caller, who did not choose the server's words; `code` is the protocol's. */
  | {
      readonly kind: "refuse";
      readonly code: ProtocolErrorCode.MethodNotFound | ProtocolErrorCode.InvalidParams;
      readonly reason: string;
      /** What the client would have to be able to answer; absent: nothing would help. */
      readonly needs?: Partial<ClientAbilities>;
    };

/** A client answers so what it did not declare. */
const NOT_FOUND = ProtocolErrorCode.MethodNotFound;
const INVALID = ProtocolErrorCode.InvalidParams;

/** What a server calls its question stands in the record of the call; without a name the client gets another. */
const MAX_KEY = 200;
const MAX_MESSAGE = 4000;
const MAX_URL = 4096;
const MAX_SCHEMA_BYTES = 64 * 1024;
/** Far more than any form or message has; what comes next would read it to its end. */
const MAX_DEPTH = 200;

/** What a server asks its client in the middle of a call, in whatever revision. @param client what this server was given of it */
export function readQuestion(
  server: McpServer,
  client: ClientAbilities,
  { method, params }: { readonly method: JsonValue | undefined; readonly params: JsonObject },
  name?: string,
): ReadQuestion {
  const key = name !== undefined && name.length <= MAX_KEY ? name : undefined;
  if (isDeeper(params, MAX_DEPTH)) {
    const reason = `what the server asked is nested more than ${MAX_DEPTH} deep`;
    return { kind: "refuse", code: INVALID, reason };
  }
  switch (method) {
    case "elicitation/create":
      return readPerson(server.name, params, key);
    case "sampling/createMessage":
      return server.sampling === true ? readModel(server.name, client, params, key) : notGiven("sampling", server);
    case "roots/list":
      return server.roots === true ? readFolders(server.name, client, key) : notGiven("roots", server);
    default:
      return {
        kind: "refuse",
        code: NOT_FOUND,
        reason: `the server asked for ${showMethod(method)}, which Toolgate does not give to servers`,
      };
  }
}

function readPerson(server: string, params: JsonObject, key: string | undefined): ReadQuestion {
  const { mode = "form", message, requestedSchema: schema, url } = params;
  if (typeof message !== "string" || message.length > MAX_MESSAGE) return { kind: "decline" };
  if (mode === "url") {
    if (typeof url !== "string" || url.length > MAX_URL || !isSafeEndpoint(url)) return { kind: "decline" };
    return { kind: "put", question: { key, kind: "url", server, message, url } };
  }
  if (mode !== "form" || !isObject(schema) || JSON.stringify(schema).length > MAX_SCHEMA_BYTES || !isForm(schema)) {
    return { kind: "decline" };
  }
  return { kind: "put", question: { key, kind: "form", server, message, schema } };
}

function readModel(server: string, client: ClientAbilities, raw: JsonObject, key: string | undefined): ReadQuestion {
  const params = readSampling(raw);
  if (params === null) {
    const reason = "what the server sent as `sampling/createMessage` is none, or too long";
    return { kind: "refuse", code: INVALID, reason };
  }
  const question: Question = { key, kind: "sampling", server, params };
  if (canAsk(client, question)) return { kind: "put", question };
  return {
    kind: "refuse",
    code: client.sampling ? INVALID : NOT_FOUND,
    reason: client.sampling
      ? "the server wants to give tools to the client's model, and the client does not take any"
      : "the server asked for the client's model, and the client has none to ask",
    needs: { sampling: true, samplingTools: client.sampling },
  };
}

function readFolders(server: string, client: ClientAbilities, key: string | undefined): ReadQuestion {
  if (client.roots) return { kind: "put", question: { key, kind: "roots", server } };
  const reason = "the server asked for the client's folders, and the client does not tell them";
  return { kind: "refuse", code: NOT_FOUND, reason, needs: { roots: true } };
}

function notGiven(what: "sampling" | "roots", server: McpServer): ReadQuestion {
  return { kind: "refuse", code: NOT_FOUND, reason: describeNotGiven(what, server) };
}

function showMethod(method: JsonValue | undefined): string {
  return typeof method === "string" ? JSON.stringify(method.slice(0, 100)) : "something without a method";
}
