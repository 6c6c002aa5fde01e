import { addError } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { TomlDocument, TomlPath } from "../../manifest/toml/toml-document.ts";
import { checkGrant } from "../../manifest/checks/confine/check-grant.ts";
import { showText } from "../../text/show-text.ts";
import type { SandboxRow, SecretBinding } from "../config.ts";
import { coversForeignNames } from "./covers-foreign-names.ts";
import type { ConfigData } from "./data/config-data.ts";
import type { SandboxToolData } from "./data/executing-data.ts";
import { toLabel } from "./label.ts";
import { toResourceLimits } from "./to-resource-limits.ts";

/** What a file says of confinement and secrets, row by row and with places. */
export interface ExecutingRows {
  readonly sandbox: readonly SandboxRow[];
  readonly bindings: readonly SecretBinding[];
}

export interface ExecutingSource {
  readonly layer: "user" | "project";
  readonly document: TomlDocument;
  readonly log: IssueLog;
}

/** Reads `[[sandbox.tools]]` and `[[secrets.bind]]`. What cannot be used goes to the log. */
export function toExecuting(data: ConfigData, source: ExecutingSource): ExecutingRows {
  return {
    sandbox: (data.sandbox?.tools ?? []).map((written, index): SandboxRow => {
      const path = ["sandbox", "tools", index];
      const row = toRow(written);
      if (row.profile !== "none") checkGrants(row, path, source.log);
      return { ...row, source: locate(path, source) };
    }),
    bindings: (data.secrets?.bind ?? []).map(({ secret, tools, hosts = [] }, index): SecretBinding => {
      const path = ["secrets", "bind", index];
      const list = typeof tools === "string" ? [tools] : tools;
      const toPath = (entry: number): TomlPath => [...path, "tools", ...(typeof tools === "string" ? [] : [entry])];
      for (const [entry, tool] of list.entries()) refuseForeign(tool, toPath(entry), source.log);
      return { secret, tools: list, hosts, layer: source.layer, source: locate(path, source) };
    }),
  };
}

function locate(path: TomlPath, { layer, document }: ExecutingSource): string {
  return `${toLabel(layer)}:${document.locate({ path, part: "value" }).line}`;
}

function checkGrants({ writable, readable }: Omit<SandboxRow, "source">, path: TomlPath, log: IssueLog): void {
  const by = "operator";
  for (const [index, text] of writable.entries()) {
    checkGrant({ text, access: "write", by, path: [...path, "writable"], index }, log);
  }
  for (const [index, text] of readable.entries()) {
    checkGrant({ text, access: "read", by, path: [...path, "readable"], index }, log);
  }
}

function toRow({
  tool,
  profile,
  writable = [],
  readable = [],
  network,
  ...limits
}: SandboxToolData): Omit<SandboxRow, "source"> {
  return {
    tool,
    profile: profile ?? null,
    writable,
    readable,
    network:
      network === undefined
        ? null
        : typeof network === "boolean"
          ? { kind: network ? "all" : "none" }
          : network.length === 0
            ? { kind: "none" }
            : { kind: "hosts", hosts: network.map((host) => host.toLowerCase()) },
    limits: toResourceLimits(limits),
    onlyNarrows: false,
  };
}

/** Whoever adds a tool under such a name would be given the secret. */
function refuseForeign(tool: string, path: TomlPath, log: IssueLog): void {
  if (!coversForeignNames(tool.slice(tool.indexOf(":") + 1))) return;
  const message = `a secret for \`${showText(tool)}\` would go to tools that anybody adds under such a name`;
  const hint = "Name the tools, or write a whole beginning that ends in `.`, `_` or `-`, such as `github.*`.";
  addError(log, "unanchored-glob", { path, part: "value" }, message, hint);
}
