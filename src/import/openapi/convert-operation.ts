import type { JsonObject } from "../../model/json.ts";
import { cleanText } from "../document/clean-text.ts";
import { textAt } from "../document/members.ts";
import type { Dropped, Generated } from "../import-result.ts";
import { renderManifest } from "../render-manifest.ts";
import { toInputs } from "../schema/to-inputs.ts";
import type { Operation } from "./operation.ts";
import type { OpenApiOptions } from "./convert-openapi.ts";
import { NO_CREDENTIALS, toCredentials } from "./to-credentials.ts";
import type { Credentials } from "./to-credentials.ts";
import { toOutput } from "./to-output.ts";
import { toRequest } from "./to-request.ts";
import { toServer } from "./to-server.ts";
import { toBody, toParameters } from "./to-wanted.ts";

interface NamedOperation extends Operation {
  readonly name: string;
  readonly group: string | null;
}

/** The manifest of one operation, or why there is none. */
export function convertOperation(
  operation: NamedOperation,
  document: JsonObject,
  { server: given, source }: OpenApiOptions,
): Generated {
  const { id, method, path, name } = operation;
  const refuse = (reason: string, hint: string | null = null): Generated => ({
    files: [],
    dropped: [{ source: id, what: "the operation", reason, hint }],
  });
  const server = toServer([operation.operation, operation.item, document], given);
  if (!server.ok) return refuse(server.reason, "give the address with --server https://…");
  const parameters = toParameters(operation, document);
  const body = toBody(operation, document);
  const problem = parameters.problem ?? body.problem ?? findPathProblem(path);
  if (problem !== null) return refuse(problem, "describe it in a manifest by hand, or leave it out");
  const carried = toInputs([...parameters.inputs, ...body.inputs], id, document);
  if (carried.problem !== null) return refuse(carried.problem, "describe it in a manifest by hand, or leave it out");
  const credentials = toCredentials(document, operation.operation, server.value.host);
  const sent = credentials.ok ? credentials.value : NO_CREDENTIALS;
  const request = toRequest({ method, path, base: server.value.base, inputs: carried.inputs, body: body.kind, sent });
  if (!request.ok) return refuse(request.reason);
  const shown = toDescription(operation);
  const output = toOutput(operation, document);
  const text = renderManifest({
    remarks: [
      `Made by \`toolgate import\` from ${source}: ${method} ${path}.`,
      ...sent.secrets.flatMap((secret) => [
        `Needs the secret ${secret.name}: ${secret.what}.`,
        `toolgate secrets set ${secret.name} --tool ${name} --host ${new URL(server.value.base).hostname}`,
      ]),
    ],
    tool: {
      name,
      description: shown.text,
      ...(operation.group === null ? {} : { group: operation.group }),
      ...toRisk(method),
    },
    args: Object.fromEntries(carried.inputs.map(({ arg, table }) => [arg, table])),
    backend: { http: request.value },
    output: output.table,
  });
  const dropped = [
    ...reportServer(source, server.value.fixed),
    ...reportCredentials(id, credentials.ok ? null : credentials.reason, sent),
    ...(shown.change === null ? [] : [toHidden(id, shown.change)]),
    ...parameters.dropped,
    ...body.dropped,
    ...carried.dropped,
    ...output.dropped,
  ];
  return { files: [{ name: `${name}.clad.toml`, text, tools: [name], source: id }], dropped };
}

/** A reader may look like one and not be one, so nothing counts as `read` until a person says so. */
function toRisk(method: Operation["method"]): JsonObject {
  if (method === "GET" || method === "HEAD") return { risk_tier: "low", effect: "write" };
  if (method === "DELETE") return { risk_tier: "high", effect: "destructive", human_approval: true };
  return { risk_tier: "medium", effect: "write" };
}

function findPathProblem(path: string): string | null {
  if (!path.startsWith("/")) return "its path does not begin with a slash";
  return /[?#]/.test(path) ? "its path holds a query or a fragment" : null;
}

function toDescription({ operation, method, path }: Operation): ReturnType<typeof cleanText> {
  const said = [textAt(operation, "summary"), textAt(operation, "description")].filter((text) => text !== null);
  const cleaned = cleanText([...new Set(said)].join("\n\n"));
  return cleaned.text === "" ? { ...cleaned, text: cleanText(`${method} ${path}`).text } : cleaned;
}

/** About the document: it is the same for most of its operations. */
function reportServer(source: string, fixed: readonly string[]): readonly Dropped[] {
  const reason = "a caller must not choose the host";
  return fixed.map((what) => ({ source, what: `a server variable: ${what}`, reason, hint: "edit `url` for another" }));
}

function reportCredentials(id: string, reason: string | null, { query }: Credentials): readonly Dropped[] {
  const missing = "add an Authorization header with `{_secret:NAME}` by hand; until then calls go without";
  if (reason !== null) return [{ source: id, what: "how callers identify themselves", reason, hint: missing }];
  if (query.length === 0) return [];
  const what = "that its key is kept out of the address";
  return [{ source: id, what, reason: "the service wants it in the query, which servers log", hint: null }];
}

function toHidden(id: string, change: string): Dropped {
  const reason = "it cannot be seen, but a model reads it";
  return { source: id, what: `${change} of its description`, reason, hint: "read what it says before an agent does" };
}
