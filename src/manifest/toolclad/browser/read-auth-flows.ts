import { BROWSER_INDICATORS } from "../../../model/backend.ts";
import type { BrowserAuthFlow, BrowserProgram } from "../../../model/backend.ts";
import { findForbiddenCharacter } from "../../../params/characters.ts";
import { matchDomain } from "../../../scope/domain.ts";
import { parseUrl } from "../../../scope/parse-url.ts";
import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { AUTH_FLOW_SHAPE } from "./browser-shape.ts";
import type { AuthFlowTable } from "./browser-shape.ts";
import { checkMfa } from "./check-mfa.ts";

type BrowserScope = Pick<BrowserProgram, "allowedDomains" | "blockedDomains" | "allowExternal">;

/** Reads `[browser.auth_flows.NAME]`: how the gateway logs in, so that no caller ever holds the account. */
export function readAuthFlows(
  source: TableSource | undefined,
  scope: BrowserScope,
  log: IssueLog,
): readonly BrowserAuthFlow[] {
  if (source === undefined) return [];
  return Object.keys(source.table).flatMap((name) => {
    const path = [...source.path, name];
    const table = source.table[name];
    if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
      const message = `\`${showText(name)}\` cannot be the name of a service`;
      addError(
        log,
        "bad-name",
        { path, part: "key" },
        message,
        "Use A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
      );
      return [];
    }
    if (isTable(table)) return readFlow(name, { table, path }, scope, log) ?? [];
    reportType("a table with a `login_url`", table ?? "", path, log);
    return [];
  });
}

function readFlow(name: string, source: TableSource, scope: BrowserScope, log: IssueLog): BrowserAuthFlow | null {
  const read = readTable(source, AUTH_FLOW_SHAPE, log);
  const { path } = source;
  if (read.login_url !== undefined) checkLoginUrl(read.login_url, scope, [...path, "login_url"], log);
  for (const key of ["username_selector", "password_selector", "submit_selector", "mfa_selector"] as const) {
    if (read[key] !== undefined) checkLine(read[key], [...path, key], log);
  }
  for (const key of ["secret_ref", "mfa_secret_ref"] as const) {
    if (read[key] !== undefined) checkSecret(read[key], [...path, key], log);
  }
  const successIndicator = readIndicator(read.success_indicator, [...path, "success_indicator"], log);
  checkMfa(read, path, log);
  return successIndicator === null ? null : toFlow(name, read, successIndicator);
}

function toFlow(
  name: string,
  read: AuthFlowTable,
  successIndicator: BrowserAuthFlow["successIndicator"],
): BrowserAuthFlow {
  return {
    name,
    loginUrl: read.login_url ?? "",
    usernameSelector: read.username_selector ?? "",
    passwordSelector: read.password_selector ?? "",
    submitSelector: read.submit_selector ?? "",
    successIndicator,
    secretRef: read.secret_ref ?? "",
    mfaHandler: read.mfa_handler ?? null,
    mfaSelector: read.mfa_selector ?? null,
    mfaSecretRef: read.mfa_secret_ref ?? null,
  };
}

/** A password is typed into this page, so it must be one that the browser may open at all. */
function checkLoginUrl(text: string, scope: BrowserScope, path: TomlPath, log: IssueLog): void {
  const place = { path, part: "value" } as const;
  const url = parseUrl(text);
  if (url === null || !["http", "https"].includes(url.scheme)) {
    const message = `"${showText(text)}" is not an absolute http or https URL`;
    addError(log, "bad-url", place, message, "Write it as https://host/path, without user name or placeholders.");
    return;
  }
  const covers = (domain: string): boolean => domain === url.host || matchDomain(url.host, domain);
  const isBlocked = scope.blockedDomains.some(covers);
  if (!isBlocked && (scope.allowExternal || scope.allowedDomains.some(covers))) return;
  const message = `the login page is on ${url.host}, which [browser.scope] ${isBlocked ? "blocks" : "does not allow"}`;
  addError(
    log,
    "outside-scope",
    { ...place, fragment: url.host },
    message,
    isBlocked ? null : "Add it to `allowed_domains`.",
  );
}

function checkLine(text: string, path: TomlPath, log: IssueLog): void {
  const hidden = findForbiddenCharacter(text, false);
  if (text.trim() !== "" && text.length <= 1000 && hidden === null) return;
  const message = hidden === null ? "a selector has 1 to 1000 characters" : `the selector holds ${hidden}`;
  addError(log, "bad-selector", { path, part: "value" }, message, "Write a CSS selector of one line.");
}

function checkSecret(text: string, path: TomlPath, log: IssueLog): void {
  if (/^[A-Za-z0-9_]{1,64}$/.test(text)) return;
  const message = "a secret's name is 1 to 64 of A-Z a-z 0-9 _; its value never stands in a manifest";
  addError(log, "bad-name", { path, part: "value" }, message, "Name a stored secret.");
}

function readIndicator(
  text: string | undefined,
  path: TomlPath,
  log: IssueLog,
): BrowserAuthFlow["successIndicator"] | null {
  if (text === undefined) return null;
  const kind = BROWSER_INDICATORS.find((known) => text.startsWith(`${known}=`));
  const value = kind === undefined ? "" : text.slice(kind.length + 1);
  if (kind !== undefined && value.trim() !== "" && findForbiddenCharacter(value, false) === null)
    return { kind, value };
  const message = `"${showText(text)}" does not say how a login is recognised`;
  const hint = `Write ${BROWSER_INDICATORS.map((known) => `${known}=…`).join(", ")}.`;
  addError(log, "bad-indicator", { path, part: "value" }, message, hint);
  return null;
}
