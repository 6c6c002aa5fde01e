import type { Runtime } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { plural } from "../output/issues.ts";
import { fail, ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Whether everybody's evidence still fits together. */
export async function checkAudit({ control }: Runtime): Promise<Finding> {
  const verified = await control.audit.verify();
  if (verified.ok) return ok("audit", `${plural(verified.records, "record")}, nothing altered`);
  const advice = "keep a copy of the data folder; `toolgate audit verify` has the details";
  return fail("audit", `record ${verified.seq}: ${verified.kind}: ${verified.message}`, advice);
}

export function checkTrust({ config }: Runtime): Finding {
  switch (config.trust.kind) {
    case "trusted":
      return ok("trust", `${config.workspace} is trusted`);
    case "none":
      return ok("trust", "no project folder here");
    case "untrusted": {
      const why = config.trust.reason === "changed" ? "changed since it was trusted" : "is not trusted";
      return warn("trust", `${config.workspace} ${why}`, "look at `toolgate trust`; until then its tools are left out");
    }
  }
}

/** A scope file is needed as soon as a tool takes a target. */
export function checkScope({ config, registry }: Runtime): Finding {
  const { file, scope, required } = config.scope;
  if (scope !== null) return ok("scope", `targets are limited by ${file ?? "the configuration"}`);
  const needing = [...registry.snapshot.tools.values()].filter(takesTarget).map(({ name }) => name);
  if (needing.length === 0) return ok("scope", "no scope file, and no tool needs one");
  const names = needing.join(", ");
  if (!required) return warn("scope", `no scope file: any target goes for ${names}`, "write scope/scope.toml");
  return warn("scope", `no scope file: every call of ${names} is refused`, "write scope/scope.toml with their targets");
}

function takesTarget({ input }: Tool): boolean {
  if (input.kind !== "params") return false;
  return input.params.some((param) => param.type === "scope_target" || (param.type === "url" && param.scopeCheck));
}

/** Mistakes in tool files, and programs that calls would not find. */
export function checkTools(runtime: Pick<Runtime, "registry" | "findProgram">): readonly Finding[] {
  const { tools, issues } = runtime.registry.snapshot;
  const errors = issues.filter(({ severity }) => severity === "error").length;
  const broken =
    errors === 0 ? [] : [fail("tools", `${plural(errors, "mistake")} in tool files`, "`toolgate validate` shows them")];
  const found = [...broken, ...[...tools.values()].flatMap((tool) => checkProgram(tool, runtime))];
  return found.length > 0 ? found : [ok("tools", `${plural(tools.size, "tool")}, every program is there`)];
}

function checkProgram({ name, enabled, backend }: Tool, { findProgram }: Pick<Runtime, "findProgram">): Finding[] {
  if (!enabled || backend.kind !== "command") return [];
  const place = findProgram(backend.binary);
  if (place.found) return [];
  const [what, advice] = UNUSABLE[place.reason];
  return [warn("tools", `\`${backend.binary}\` of ${name} ${what}`, advice)];
}

const UNUSABLE = {
  missing: [
    "is not where calls look: on PATH, outside the folders that tools may write",
    "install it, or name it by its absolute path in the tool, or switch the tool off",
  ],
  "not-executable": ["may not be executed by this user", "give it execute permission"],
  "no-interpreter": ["is a text file without a `#!` line", "begin it with `#!` and the interpreter's path"],
} as const;

/** What is known of upstream servers; none is connected to for that. */
export async function checkServers({ config, control }: Runtime): Promise<readonly Finding[]> {
  const names = config.mcpServers.filter(({ enabled }) => enabled).map(({ name }) => name);
  if (names.length === 0) return [];
  const pinned = (await control.pins.list()).filter(({ isConfigured }) => isConfigured);
  const unseen = names.filter((name) => !pinned.some(({ server }) => server === name));
  const waiting = pinned
    .filter(
      ({ server, pins }) =>
        names.includes(server) && pins.some((pin) => pin.state !== "accepted" && !pin.isRefused && !pin.isLeftOut),
    )
    .map(({ server }) => server);
  return [
    ok("mcp servers", `${plural(names.length, "MCP server")} declared: ${names.join(", ")}`),
    ...unseen.map((name) =>
      warn("mcp servers", `${name} was never connected to`, `\`toolgate servers test ${name}\` says whether it can be`),
    ),
    ...waiting.map((name) =>
      warn(
        "mcp servers",
        `${name} changed what it offers`,
        `\`toolgate pin diff ${name}\` shows it; accept or refuse it`,
      ),
    ),
  ];
}

/** Nothing but a look: Toolgate itself works without. */
export function checkGit({ findProgram }: Pick<Runtime, "findProgram">): Finding {
  return findProgram("git").found
    ? ok("git", "git is installed")
    : warn("git", "git is not installed where calls look", "install it if tools use it");
}
