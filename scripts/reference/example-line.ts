import type { Facts } from "../../src/model/facts.ts";
import type { PolicyRequest, PathUse } from "../../src/policy/policy.ts";
import { toLexicalFacts } from "../../src/policy/to-lexical-facts.ts";
import { analyzeCommand } from "../../src/shell/analyze-command.ts";

/** A workspace `/w`, a home `/home/me`, and programs that are what their names say. */
export const EXAMPLE_FACTS: Facts = toLexicalFacts({ ownFolders: ["/home/me/.config/toolgate"] });

const TOOL = { layer: "builtin", humanApproval: false } as const;
const CALLER = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;

/** A command line as `shell.exec` is asked to run it. */
export function toLineRequest(text: string): PolicyRequest {
  const value = { kind: "shell", name: "command", text, line: analyzeCommand(text) } as const;
  const specifier = { ok: true, text, values: [value] } as const;
  const call = { args: { command: text }, specifier, paths: [], session: null, depth: 0 };
  return { tool: { ...TOOL, name: "shell.exec", effect: "write" }, caller: CALLER, call };
}

/** A file tool pointed at a path. */
export function toFileRequest(name: string, path: string, use: PathUse): PolicyRequest {
  const specifier = { ok: true, text: path, values: [{ kind: "path", name: "path", text: path }] } as const;
  const call = { args: { path }, specifier, paths: [{ param: "path", path, use }], session: null, depth: 0 };
  return { tool: { ...TOOL, name, effect: "edit", pathUse: use }, caller: CALLER, call };
}
