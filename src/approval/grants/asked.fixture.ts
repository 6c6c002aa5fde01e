import type { Facts } from "../../model/facts.ts";
import type { PolicyRequest, RequestedCall, SpecifierValue } from "../../policy/policy.ts";
import { toLexicalFacts } from "../../policy/to-lexical-facts.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import type { AskedRequest } from "./stored-request.ts";

interface Change {
  readonly tool?: Partial<PolicyRequest["tool"]>;
  readonly call?: Partial<RequestedCall>;
  readonly asked?: Partial<AskedRequest>;
}

/** A command line that was asked about. */
export function askLine(text: string, change: Change = {}): AskedRequest {
  const tool = { name: "shell.exec", aliases: ["Bash"], effect: "write" } as const;
  return ask([{ kind: "shell", name: "command", text, line: analyzeCommand(text) }], {
    ...change,
    tool: { ...tool, ...change.tool },
  });
}

/** A tool with one value as its specifier that was asked about; `null`: a tool without one. */
export function askValue(value: Exclude<SpecifierValue, { kind: "shell" }> | null, change: Change = {}): AskedRequest {
  return ask(value === null ? null : [value], change);
}

function ask(values: readonly SpecifierValue[] | null, { tool, call, asked }: Change): AskedRequest {
  const text = values?.map((value) => value.text).join(":") ?? "";
  const paths = values
    ?.filter(({ kind }) => kind === "path")
    .map((value) => ({ param: value.name, path: value.text, use: "write" }) as const);
  const request: PolicyRequest = {
    tool: { name: "notes.write", layer: "user", effect: "write", humanApproval: false, ...tool },
    caller: { tenant: "local", principal: "ada", agent: "claude", roles: ["agent"], credential: "token-1" },
    call: {
      args: {},
      specifier: values === null ? null : { ok: true, text, values },
      paths: paths ?? [],
      session: "s1",
      depth: 0,
      ...call,
    },
  };
  const facts: Facts = toLexicalFacts({ home: "/home/ada", roots: ["/home/ada/project"] });
  return { request, facts, code: "ASK_BY_DEFAULT", cut: false, ...asked };
}
