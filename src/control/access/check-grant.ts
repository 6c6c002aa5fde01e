import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { findForbiddenCharacter } from "../../params/characters.ts";
import type { ServerOverrides } from "../../storage/upstream-repositories.ts";
import { showText } from "../../text/show-text.ts";
import type { AccessRefusal, WantedAccess, WantedGrant } from "./access-control.ts";

const MAX_PATTERNS = 1000;
const MAX_NAME = 128;
const MAX_SUBJECT = 200;

/** What is wrong with a subject and lists of tools; `null`: nothing. An empty entry would not be what anybody meant. */
export function findGrantProblem(
  { subject, toolAllow }: Pick<WantedAccess, "subject" | "toolAllow">,
  toolDeny: readonly string[] = [],
): AccessRefusal | null {
  const isNamed = subject.name !== "" && subject.name.length <= MAX_SUBJECT && isPlain(subject.name);
  if (!isNamed) return refuse(`no ${subject.kind} can have the name ${JSON.stringify(showText(subject.name))}`);
  const bad = [...toolAllow, ...toolDeny].find((name) => name === "" || name.length > MAX_NAME || !isPlain(name));
  if (bad !== undefined) {
    return refuse(`${JSON.stringify(showText(bad))} is no tool's name: 1 to ${MAX_NAME} characters, none hidden`);
  }
  const most = Math.max(toolAllow.length, toolDeny.length);
  return most > MAX_PATTERNS ? refuse(`a list has ${most} entries; at most ${MAX_PATTERNS} are taken`) : null;
}

/** @returns a refusal for an end that is no time to come */
export function findExpiryProblem(expiresAt: string | null, now: Date): AccessRefusal | null {
  if (expiresAt === null || Date.parse(expiresAt) > now.getTime()) return null;
  return refuse(`the grant would end at ${showText(expiresAt)}, which is not a time to come`);
}

/** Only what narrows a server can be said otherwise. */
export function readOverrides(
  given: WantedGrant["overrides"],
  { timeoutMs }: McpServer,
): ServerOverrides | AccessRefusal {
  const unknown = Object.keys(given).find((key) => key !== "timeout_seconds");
  if (unknown !== undefined) {
    return refuse(`a grant cannot say \`${showText(unknown)}\` otherwise; it can say \`timeout_seconds\``);
  }
  const { timeout_seconds: seconds } = given;
  if (seconds === undefined) return {};
  const most = timeoutMs / 1000;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 1 && seconds < most) {
    return { timeout_seconds: seconds };
  }
  const shown = showText(JSON.stringify(seconds));
  return refuse(`\`timeout_seconds\` must be a whole number from 1 and lower than the server's ${most}, not ${shown}`);
}

function refuse(message: string): AccessRefusal {
  return { ok: false, code: "BAD_GRANT", message, hint: "`toolgate grants add --help` shows what a grant can say" };
}

function isPlain(text: string): boolean {
  return findForbiddenCharacter(text, false) === null;
}
