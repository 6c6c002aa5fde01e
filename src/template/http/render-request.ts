import type { HttpBackend } from "../../model/backend.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { HttpPlan, PlannedText } from "../../model/plan.ts";
import type { HttpValues } from "./http-values.ts";
import { BODY_TYPES, renderBody } from "./render-body.ts";
import { renderHeaders } from "./render-headers.ts";
import { renderUrl } from "./render-url.ts";

export type RenderedRequest = Pick<HttpPlan, "url" | "host" | "port" | "headers" | "body">;

/** Many services refuse a request that does not say who sends it. */
const AGENT = "toolgate";

/**
 * Puts the values of a call into its request. Each is encoded for its place and never looked into, so it stays data; one
 * that cannot be data where it stands is an issue. Secrets stay places.
 */
export function renderRequest(
  backend: HttpBackend,
  values: HttpValues,
):
  | { readonly ok: true; readonly request: RenderedRequest }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] } {
  const broken = [...values].filter(([, { text }]) => !text.isWellFormed());
  if (broken.length > 0) return { ok: false, issues: broken.map(([param]) => ({ ...HALF, param })) };
  const url = renderUrl(backend.url, values);
  const { headers, issues } = renderHeaders(backend.headers, values);
  if (!url.ok || issues.length > 0) return { ok: false, issues: [...(url.ok ? [] : [url.issue]), ...issues] };
  const body = backend.body === null ? null : renderBody(backend.body, values);
  const added = addHeaders(headers, backend, body);
  return { ok: true, request: { ...url.part, headers: added, body } };
}

const HALF = { code: "characters", message: "Expected a text, got one with half of a character in it." } as const;

function addHeaders(
  headers: HttpPlan["headers"],
  { body }: HttpBackend,
  sent: PlannedText | null,
): HttpPlan["headers"] {
  const added: (readonly [string, PlannedText])[] = [];
  const add = (name: string, text: string): void => {
    if (!headers.some(([known]) => known === name)) added.push([name, [{ kind: "text", text }]]);
  };
  if (body !== null && sent !== null) add("content-type", BODY_TYPES[body.kind]);
  add("user-agent", AGENT);
  return [...headers, ...added];
}
