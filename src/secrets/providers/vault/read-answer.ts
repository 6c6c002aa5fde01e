import type { EgressResult } from "../../../egress/egress.ts";
import type { SecretError } from "../../secret-source.ts";
import { MAX_SECRET_LENGTH } from "../secret-provider.ts";
import type { FoundSecret } from "../secret-provider.ts";
import type { VaultConfig } from "./create-vault-provider.ts";
import { unavailable } from "./vault-error.ts";
import { isObject } from "../../../model/json.ts";

type Answer = Extract<EgressResult, { kind: "answered" }>;
type Members = Readonly<Record<string, unknown>>;

/** What an answer says. Nothing that it holds gets into a message. @throws SecretError unless it has the secret, or says that there is none */
export function readAnswer(answer: Answer, url: string, config: VaultConfig): FoundSecret {
  const { status } = answer;
  if (status !== 200 && status !== 404) throw toError(status, url, config);
  if (answer.bodyBytes > answer.body.length) throw unavailable(`the answer of ${url} is too long`, ASK_WHAT_ANSWERS);
  const members = parse(answer.body);
  if (members === null) throw unavailable(`${url} answered ${status} with something else than JSON`, ASK_WHAT_ANSWERS);
  return status === 200 ? readValue(members, url, config) : readAbsence(members, url, config);
}

const ASK_WHAT_ANSWERS = "See whether a Vault answers there, and no proxy or another service.";

function readValue(members: Members, url: string, { version }: VaultConfig): FoundSecret {
  const outer = toMembers(members["data"]);
  const data = version === 2 ? toMembers(outer?.["data"]) : outer;
  if (data === null) {
    const other = version === 2 ? 1 : 2;
    throw unavailable(`${url} answered in another form`, `Is it a KV engine of version ${other}? Say \`version\` so.`);
  }
  const value = Object.hasOwn(data, "value") ? data["value"] : undefined;
  if (typeof value === "string" && value !== "" && value.length <= MAX_SECRET_LENGTH) return { kind: "found", value };
  const hint = `Its field \`value\` must be a text of 1 to ${MAX_SECRET_LENGTH} characters.`;
  throw unavailable(`what ${url} keeps has no field \`value\` that could be used`, hint);
}

/** 404 is a secret that is not there, and also a path that leads to no engine: then nothing can be said of the secret. */
function readAbsence({ data, errors, warnings }: Members, url: string, { mount, version }: VaultConfig): FoundSecret {
  const isDeleted = toMembers(toMembers(data)?.["metadata"]) !== null;
  if (isDeleted) return { kind: "absent", note: "its newest version was deleted" };
  if (isFilled(warnings)) {
    const hint = `Is \`${mount}\` a KV engine of version ${version === 2 ? 1 : 2}? Say \`version\` so.`;
    throw unavailable(`${url} is no path of its engine`, hint);
  }
  if (isFilled(errors)) throw unavailable(`${url} leads to no engine`, `Is there a KV engine at \`${mount}\`?`);
  return { kind: "absent", note: null };
}

function toError(status: number, url: string, { namespace }: VaultConfig): SecretError {
  const message = `${url} answered ${status}`;
  if (status === 403 || status === 401) {
    const where = namespace === null ? "" : ` in the namespace \`${namespace}\``;
    return unavailable(message, `Its token is over, or its policy lets it not read this${where}.`);
  }
  if (status === 429) return unavailable(message, "It is asked too often: try again later, or raise its limit.");
  if (status === 503) return unavailable(message, "It is sealed, or down for maintenance: unseal it.");
  if (status >= 500) return unavailable(message, "It failed: its own log says why.");
  if (status >= 300 && status < 400) {
    return unavailable(
      message,
      "It sends elsewhere, and a token is not sent after it: write the address that answers.",
    );
  }
  return unavailable(message, "See `url`, `mount`, `path`, `version` and `namespace`.");
}

function parse(body: Uint8Array): Members | null {
  try {
    return toMembers(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

function toMembers(value: unknown): Members | null {
  return isObject(value) ? value : null;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
