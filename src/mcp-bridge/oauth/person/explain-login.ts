import { showText } from "../../../text/show-text.ts";
import { UpstreamError } from "../../upstream.ts";

/** Words for what only a person can do. */
export function needsLogin(name: string, isOver: boolean): UpstreamError {
  const message = isOver ? "its login is over" : "it asks for a login (HTTP 401)";
  return new UpstreamError(message, `log in: toolgate servers login ${name}`);
}

/** It names somebody else than at the login. Nothing of the old login is shown to the new one. */
export function movedElsewhere(name: string, before: string, now: string): UpstreamError {
  const message =
    `it takes logins of ${showText(now, 200)} now, and no longer those of ${showText(before, 200)}, ` +
    "where somebody logged in";
  const hint = `if that is meant, log in there: toolgate servers login ${name}; if not, give \`issuer\` in its \`auth\``;
  return new UpstreamError(message, hint);
}

/** The login is good for less than what was tried. */
export function needsMore(
  name: string,
  scopes: readonly string[],
  { wasAsked, granted }: { readonly wasAsked: boolean; readonly granted: string | null },
): UpstreamError {
  const shown = showText(scopes.join(" "), 200);
  if (wasAsked) {
    const message = `it wants a login for \`${shown}\`, which was asked for at the login`;
    return granted === null
      ? new UpstreamError(`${message}, and does not take it`, "ask whoever runs it")
      : new UpstreamError(`${message}: ${showText(granted, 200)} was granted`, "ask whoever runs it who may have it");
  }
  const message = `its login is not for \`${shown}\`, which this needs (HTTP 403)`;
  return new UpstreamError(message, `log in again, which asks for it: toolgate servers login ${name}`);
}

/** The operator's list is all that is ever asked for. */
export function notListed(scopes: readonly string[], listed: readonly string[]): UpstreamError {
  const message = `it wants a login for \`${showText(scopes.join(" "), 200)}\`; \`scopes\` of its \`auth\` lists ${listed.join(", ")}`;
  return new UpstreamError(message, "add it there where it is meant");
}

/** It refused for want of scopes, and named none that could be asked for. */
export function unsaid(): UpstreamError {
  const message = "its login is not enough for this (HTTP 403), and it does not say what would be";
  return new UpstreamError(message, "ask whoever runs it");
}
