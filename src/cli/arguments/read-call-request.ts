import type { Tool } from "../../model/tool.ts";
import type { CallRequest } from "../../server/local/forward/call-wire.ts";
import type { Cli } from "../cli.ts";
import { parsePairs, readWhole, refuseTwice } from "./call-arguments.ts";
import type { CallIdentityOptions } from "./call-options.ts";

export interface CallLimits {
  readonly timeoutMs: number | null;
  readonly hold: boolean;
}

/** The call that the options describe, whoever makes it. A tool that was read from a file has to be the one that is served. */
export async function readCallRequest(
  target: string | Tool,
  options: CallIdentityOptions,
  cli: Cli,
  { timeoutMs, hold }: CallLimits = { timeoutMs: null, hold: true },
): Promise<CallRequest> {
  const args = await readWhole(options, cli);
  const texts = parsePairs(options.arg ?? []);
  refuseTwice(args, texts);
  const isName = typeof target === "string";
  return {
    tool: isName ? target : target.name,
    args,
    texts,
    hints: toHints(options.hint ?? []),
    timeoutMs,
    hold,
    definitionHash: isName ? null : target.definitionHash,
  };
}

/** Checked where every call is checked; `allow` given more than once makes a list. */
function toHints(given: readonly string[]): unknown {
  const pairs = given.map((text) => [text.split("=", 1)[0] ?? "", text.slice(text.indexOf("=") + 1)] as const);
  const allow = pairs.flatMap(([name, value]) => (name === "allow" ? [value] : []));
  const others = pairs.filter(([name]) => name !== "allow").map(([name, value]) => [name, toHintValue(name, value)]);
  return { ...Object.fromEntries(others), ...(allow.length === 0 ? {} : { allow }) };
}

function toHintValue(name: string, value: string): string | number | boolean {
  if (name === "depth" && /^\d+$/.test(value)) return Number(value);
  return name === "leaf" && /^(?:true|false)$/.test(value) ? value === "true" : value;
}
