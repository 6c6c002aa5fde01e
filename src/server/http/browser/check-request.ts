import type { IncomingMessage } from "node:http";

/**
 * Whether a person's own browser asks for a page: as a page, not as a part of another one. Programs that say nothing of
 * that pass; they have no cookie to lose.
 */
export function isNavigation({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const destination = headers["sec-fetch-dest"] ?? "document";
  const purpose = headers["sec-purpose"] ?? headers["purpose"] ?? "";
  return destination === "document" && !String(purpose).includes("prefetch");
}

/** Whether somewhere else a link to here was followed: then browsers keep the cookie back. */
export function isFromElsewhere({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["sec-fetch-site"] === "cross-site";
}

/** Whether a form of our own page was sent. That a foreign `Origin` is refused was seen to; here one has to be there. */
export function isOwnForm({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const { origin, "content-type": type = "" } = headers;
  const site = headers["sec-fetch-site"] ?? "same-origin";
  return origin !== undefined && site === "same-origin" && /^application\/x-www-form-urlencoded(?:;|$)/i.test(type);
}
