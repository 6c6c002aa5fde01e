import { toScanId } from "../../../evidence/evidence-place.ts";
import type { HttpBackend, TemplatePart } from "../../../model/backend.ts";
import type { ResolvedCall } from "../../../model/call.ts";
import type { ParamIssue, ParamSpec } from "../../../model/param.ts";
import type { HttpPlan } from "../../../model/plan.ts";
import type { Tool } from "../../../model/tool.ts";
import type { HttpValue, HttpValues } from "../../../template/http/http-values.ts";
import { renderRequest } from "../../../template/http/render-request.ts";
import type { Gate } from "../../gate.ts";
import { planParser } from "../../shape/parser/plan-parser.ts";
import type { CheckedArguments } from "../check-arguments.ts";
import { refuseArguments } from "../refuse-arguments.ts";

/** A call of an HTTP tool whose arguments fit. */
export interface HttpCall extends ResolvedCall {
  readonly backend: HttpBackend;
  readonly checked: CheckedArguments;
  readonly timeoutMs: number;
}

/** Fixes the request that will be sent, but for its secrets. @throws Refused for a value that has no form in its place */
export function planHttp(request: HttpCall, gate: Gate): HttpPlan {
  const { tool, call, backend, timeoutMs } = request;
  const injected = usesScanId(backend) ? { _scan_id: toScanId(call) } : {};
  const rendered = renderRequest(backend, toValues(request, injected));
  if (!rendered.ok) throw refuseArguments(tool, onePerParam(rendered.issues));
  const parser = planParser(tool, gate);
  return {
    kind: "http",
    method: backend.method,
    ...rendered.request,
    successStatus: backend.successStatus,
    errorStatus: backend.errorStatus,
    scopeChecked: takesHost(tool, backend),
    injected,
    ...(parser === null ? { paths: [] } : { parser, paths: [parser] }),
    timeoutMs,
    maxBodyBytes: tool.limits.maxStdoutBytes,
  };
}

/** The types whose values are JSON values of their own where no quotes stand around them; all others are texts. */
const OWN_JSON: ReadonlySet<ParamSpec["type"]> = new Set(["integer", "number", "port", "boolean"]);

function toValues({ tool, checked }: HttpCall, injected: Readonly<Record<string, string>>): HttpValues {
  const values = new Map<string, HttpValue>();
  for (const [name, text] of Object.entries(injected)) values.set(name, { text, json: text });
  for (const [name, { text }] of checked.texts) {
    const typed = checked.values[name];
    const isOwn = typeof typed === "number" || typeof typed === "boolean";
    values.set(name, { text, json: isOwn && OWN_JSON.has(typeOf(tool, name)) ? typed : text });
  }
  return values;
}

function typeOf({ input }: Tool, name: string): ParamSpec["type"] {
  const spec = input.kind === "params" ? input.params.find((param) => param.name === name) : undefined;
  return spec?.type ?? "text";
}

/** A host that the author listed needs no scope; one that the caller names does. */
function takesHost(tool: Tool, { url }: HttpBackend): boolean {
  return url.host.some((part) => part.kind === "param" && typeOf(tool, part.name) !== "enum");
}

function usesScanId({ url, headers, body }: HttpBackend): boolean {
  const texts = [url.path, url.query ?? [], ...headers.map(([, value]) => value), body?.parts ?? []];
  return texts.flat().some((part: TemplatePart | NonNullable<HttpBackend["body"]>["parts"][number]) => {
    return part.kind === "param" && part.name === "_scan_id";
  });
}

function onePerParam(issues: readonly ParamIssue[]): readonly ParamIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [issue.param, issue])).values()].toReversed();
}
