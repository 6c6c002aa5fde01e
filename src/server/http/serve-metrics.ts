import type { IncomingMessage } from "node:http";
import type { Runtime } from "../../call/runtime.ts";
import type { Role } from "../../model/caller.ts";
import { errorResponse } from "./error-response.ts";

const MAY: readonly Role[] = ["metrics", "admin"];

/**
 * The numbers for Prometheus, to a token with the role `metrics` or `admin`. A token that may call tools is none: what
 * scrapes has no business calling, and an agent none with how many calls others make.
 */
export async function serveMetrics({ headers }: IncomingMessage, runtime: Runtime): Promise<Response> {
  const { metrics } = runtime;
  if (metrics === null) {
    const message = "numbers are served with `[telemetry] metrics = true`, which is not configured";
    return errorResponse({ status: 404, message, reason: "NOT_FOUND" });
  }
  const token = /^bearer +([\w.~+/=-]+)$/iu.exec(headers.authorization ?? "")?.[1];
  if (token === undefined) {
    const message =
      "expected the header `Authorization: Bearer <token>`; `toolgate tokens create --role metrics` makes one";
    return refused(401, message, "UNAUTHENTICATED", "Bearer");
  }
  const found = await runtime.control.identify(token);
  if (!found.ok) return refused(401, found.message, "UNAUTHENTICATED", 'Bearer error="invalid_token"');
  if (!found.caller.roles.some((role) => MAY.includes(role))) {
    const message = "reading the numbers needs a token with the role `metrics`";
    return refused(403, message, "FORBIDDEN", 'Bearer error="insufficient_scope"');
  }
  const { contentType, text } = await metrics.render();
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
}

function refused(status: 401 | 403, message: string, reason: string, challenge: string): Response {
  return errorResponse({ status, message, reason, headers: { "www-authenticate": challenge } });
}
