import type { BrowserProgram } from "../../../model/backend.ts";
import { isDomainPattern } from "../../../scope/domain.ts";
import { parseIp } from "../../../scope/parse-ip.ts";
import { showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { SCOPE_SHAPE } from "./browser-shape.ts";

type BrowserScope = Pick<BrowserProgram, "allowedDomains" | "blockedDomains" | "allowExternal">;

/** Reads `[browser.scope]`. A blocked domain stays blocked whatever else allows it; without a scope nothing is allowed. */
export function readScope(source: TableSource | undefined, log: IssueLog): BrowserScope {
  const read = readTable(source ?? { table: {}, path: ["browser", "scope"] }, SCOPE_SHAPE, log);
  const { allowed_domains: allowedDomains = [], blocked_domains: blockedDomains = [] } = read;
  checkDomains(allowedDomains, "allowed_domains", log);
  checkDomains(blockedDomains, "blocked_domains", log);
  for (const [index, domain] of allowedDomains.entries()) {
    if (!blockedDomains.includes(domain)) continue;
    const place = { path: ["browser", "scope", "allowed_domains", index], part: "value" } as const;
    addWarning(
      log,
      "no-effect",
      place,
      `"${showText(domain)}" is blocked as well, and stays blocked`,
      "Keep it in one list.",
    );
  }
  const scope = { allowedDomains, blockedDomains, allowExternal: read.allow_external ?? false };
  const isBroken = read.allowed_domains === undefined && source?.table["allowed_domains"] !== undefined;
  if (allowedDomains.length === 0 && !isBroken && !scope.allowExternal) {
    const place = { path: ["browser", "scope"], part: "key" } as const;
    const message = "no domain is allowed, so the browser can open no page";
    addWarning(log, "empty-scope", place, message, 'Add [browser.scope] with `allowed_domains = ["app.example.com"]`.');
  }
  return scope;
}

function checkDomains(domains: readonly string[], key: string, log: IssueLog): void {
  for (const [index, domain] of domains.entries()) {
    const place = { path: ["browser", "scope", key, index], part: "value" } as const;
    if (!isDomainPattern(domain) && parseIp(domain) === null) {
      const message = `"${showText(domain)}" is not a domain`;
      const hint =
        "Write a name such as app.example.com, or *.example.com for every name below it; no scheme, port or path.";
      addError(log, "bad-domain", place, message, hint);
    } else if (domains.indexOf(domain) < index) {
      addError(log, "duplicate-value", place, `"${showText(domain)}" is listed twice`, "Keep one of the two.");
    }
  }
}
