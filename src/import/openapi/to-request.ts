import type { HttpMethod } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Flat } from "../schema/flatten-schema.ts";
import type { CarriedInput } from "../schema/to-inputs.ts";
import { encodeName } from "./to-credentials.ts";
import type { Credentials } from "./to-credentials.ts";
import type { BodyKind, Place } from "./to-wanted.ts";

/** What a manifest may hold. */
const MAX_URL = 8000;
const MAX_HEADERS = 50;

interface RequestParts {
  readonly method: HttpMethod;
  readonly path: string;
  readonly base: string;
  readonly inputs: readonly CarriedInput<Place>[];
  readonly body: BodyKind | null;
  readonly sent: Credentials;
}

/** The `[http]` table of an operation. What the document calls things is encoded before it stands beside placeholders. */
export function toRequest({ method, path, base, inputs, body, sent }: RequestParts): Flat<JsonObject> {
  const at = (place: Place): readonly CarriedInput<Place>[] => inputs.filter((input) => input.place === place);
  const query = [...at("query").map(({ name, arg }) => `${encodeName(name)}={${arg}}`), ...sent.query].join("&");
  const url = `${base}${toPath(path, at("path"))}${query === "" ? "" : `?${query}`}`;
  const headers = [
    ...at("header").map(({ name, arg }) => [name, `{${arg}}`] as const),
    ...sent.headers,
    ...(body === "form" ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
  ];
  if (url.length > MAX_URL) return { ok: false, reason: "its address is too long" };
  if (headers.length > MAX_HEADERS) return { ok: false, reason: `it has more than ${MAX_HEADERS} headers` };
  const names = headers.map(([name]) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return { ok: false, reason: `the header \`${twice}\` would be sent twice` };
  const template = body === null ? null : toTemplate(body, at("body"));
  return {
    ok: true,
    value: {
      method,
      url,
      ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
      ...(template === null ? {} : { body_template: template }),
    },
  };
}

/** Segments are encoded around the placeholders; what was encoded already stays. */
function toPath(path: string, inputs: readonly CarriedInput<Place>[]): string {
  return path
    .split(/(\{[^{}]*\})/)
    .map((piece, index) => {
      if (index % 2 === 0) return encodeURI(piece.toWellFormed()).replace(/%25(?=[0-9A-Fa-f]{2})/g, "%");
      const input = inputs.find(({ name }) => `{${name}}` === piece);
      return input === undefined ? "" : `{${input.arg}}`;
    })
    .join("");
}

function toTemplate(kind: BodyKind, inputs: readonly CarriedInput<Place>[]): string {
  if (kind === "form") return inputs.map(({ name, arg }) => `${encodeName(name)}={${arg}}`).join("&");
  return `{${inputs.map(({ name, arg }) => `${JSON.stringify(name)}: {${arg}}`).join(", ")}}`;
}
