import type { Command } from "commander";
import type { RawCall } from "../../model/call.ts";
import type { Tool } from "../../model/tool.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { collect } from "../command-row.ts";
import { readCallArguments } from "./call-arguments.ts";
import type { CallArgumentOptions } from "./call-arguments.ts";

/** The agent that calls from the command line run as, unless another is named. */
const DEFAULT_AGENT = "cli";

export interface CallIdentityOptions extends CallArgumentOptions {
  readonly agent: string;
  readonly hint?: readonly string[];
}

/** The options of every command that describes a call. */
export function addCallOptions(command: Command): Command {
  return command
    .option("--args <json>", "arguments as a JSON object; @FILE or - to read it from a file or standard input")
    .option("--arg <name=value>", "one argument, taken verbatim; repeatable; a repeated name makes a list", collect)
    .option("--agent <name>", "the agent to call as", DEFAULT_AGENT)
    .option(
      "--hint <name=value>",
      "what the call says of itself, such as depth=1; can only narrow; repeatable",
      collect,
    );
}

/**
 * The call that the options describe. Arguments are read before the gate is opened. A tool read from a file must be
 * the one that is served under its name: a file is called only where it is declared.
 */
export async function describeCall(
  target: string | Tool,
  options: CallIdentityOptions,
  cli: Cli,
): Promise<(runtime: Runtime) => Promise<RawCall>> {
  const args = await readCallArguments(options, cli);
  return async (runtime) => {
    if (typeof target !== "string") refuseUnserved(target, runtime);
    const tool = typeof target === "string" ? target : target.name;
    const caller = await runtime.control.localAgent(options.agent);
    return { entry: "cli", tool, args, caller, hints: toHints(options.hint ?? []) };
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

function refuseUnserved({ name, definitionHash, origin }: Tool, { registry, config }: Runtime): void {
  const served = registry.snapshot.tools.get(name);
  if (served?.definitionHash === definitionHash) return;
  const folders = config.toolFolders.map(({ folder }) => folder).join(", ");
  const other = served === undefined ? "no tool of that name is served" : "another definition of that name is served";
  const hint =
    config.trust.kind === "untrusted"
      ? "this folder is not trusted, so its tools are left out: see `toolgate trust`"
      : `put the file into one of ${folders}`;
  throw new CliError("NOT_SERVED", `\`${name}\` of ${origin.file ?? "code"} is not served: ${other}`, { hint });
}
