import { addError } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { TomlDocument, TomlPath } from "../../manifest/toml/toml-document.ts";
import { compilePattern } from "../../params/pattern.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { SandboxRow, SecretBinding } from "../config.ts";
import { coversForeignNames } from "./covers-foreign-names.ts";
import type { ConfigData } from "./config-data.ts";
import type { OutputData, SandboxToolData } from "./executing-data.ts";
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
  /** Names of the scrubbing patterns that are shipped. */
  readonly shippedPatterns: readonly string[];
}

/** Reads `[[sandbox.tools]]` and `[[secrets.bind]]`, and checks `[output]`. What cannot be used goes to the log. */
export function toExecuting(data: ConfigData, source: ExecutingSource): ExecutingRows {
  checkPatterns(data.output, source);
  return {
    sandbox: (data.sandbox?.tools ?? []).map((row, index) => ({
      ...toRow(row),
      source: locate(["sandbox", "tools", index], source),
    })),
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

function checkPatterns({ patterns = [], patterns_off: off = [] }: OutputData = {}, source: ExecutingSource): void {
  const { log, shippedPatterns } = source;
  for (const [index, name] of off.entries()) {
    if (shippedPatterns.includes(name)) continue;
    const message = `there is no scrubbing pattern "${showText(name)}"${suggestNearest(name, shippedPatterns)}`;
    const place = { path: ["output", "patterns_off", index], part: "value" } as const;
    addError(log, "unknown-pattern", place, message, `Patterns are: ${shippedPatterns.join(", ")}.`);
  }
  const names = new Set(shippedPatterns);
  for (const [index, { name, pattern }] of patterns.entries()) {
    const path = ["output", "patterns", index];
    if (names.has(name)) {
      const message = `the name "${showText(name)}" is taken by another pattern`;
      addError(log, "duplicate-name", { path: [...path, "name"], part: "value" }, message, "Take another name.");
    }
    names.add(name);
    checkPattern(pattern, [...path, "pattern"], log);
  }
}

function checkPattern(pattern: string, path: TomlPath, log: IssueLog): void {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) {
    const hint = "Patterns are RE2: no look-around, no back-references.";
    addError(
      log,
      "bad-pattern",
      { path, part: "value" },
      `\`pattern\` cannot be used: ${showText(compiled.message)}`,
      hint,
    );
  } else if (compiled.matches("")) {
    const hint = "Say at least one character that has to be there: `x+` instead of `x*`.";
    addError(log, "bad-pattern", { path, part: "value" }, "`pattern` cannot be used: it fits an empty text", hint);
  }
}
