import type { Runtime } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { plural } from "../output/issues.ts";
import { isProgramThere } from "./check-machine.ts";
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

/** Mistakes in tool files, and programs that are not installed. */
export function checkTools({ registry, config }: Runtime, searchPath: string | undefined): readonly Finding[] {
  const { tools, issues } = registry.snapshot;
  const errors = issues.filter(({ severity }) => severity === "error").length;
  const broken =
    errors === 0 ? [] : [fail("tools", `${plural(errors, "mistake")} in tool files`, "`toolgate validate` shows them")];
  const missing = [...tools.values()].flatMap(({ name, enabled, backend }) => {
    if (!enabled || backend.kind !== "command") return [];
    if (isProgramThere(backend.binary, searchPath, config.workspace)) return [];
    return [warn("tools", `\`${backend.binary}\` of ${name} is not installed`, "install it, or switch the tool off")];
  });
  const found = [...broken, ...missing];
  return found.length > 0 ? found : [ok("tools", `${plural(tools.size, "tool")}, every program is there`)];
}
