import { hash } from "node:crypto";
import type { Html } from "./html.ts";
import { STYLE } from "./pages/style.ts";

const STYLE_HASH = hash("sha256", STYLE, "base64");

/** Nothing runs, nothing is loaded, nothing frames it, nothing keeps it; forms go to this server alone. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  // With `no-referrer`, browsers would not say where a form comes from.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cache-control": "no-store",
};

export function respondPage(status: number, page: Html, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { "content-type": "text/html; charset=utf-8" };
  return new Response(page.markup, { status, headers: { ...HEADERS, ...type, ...headers } });
}

/** Leads on with a GET. @param path of this server */
export function redirect(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location: path, ...headers } });
}
