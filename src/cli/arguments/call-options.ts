import type { Command } from "commander";
import type { RawCall } from "../../model/call.ts";
import type { Tool } from "../../model/tool.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { CallRequest } from "../../server/local/forward/call-wire.ts";
import { isServed, toRawCall } from "../../server/local/forward/to-raw-call.ts";
import { CliError } from "../cli-error.ts";
import { collect } from "../command-row.ts";
import type { CallArgumentOptions } from "./call-arguments.ts";
import { parseAgent } from "./parse-agent.ts";

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
    .option(
      "--arg <name=value>",
      "one argument, read as the type that the tool declares; repeatable; a repeated name makes a list",
      collect,
    )
    .option("--agent <name>", "the agent to call as", parseAgent, DEFAULT_AGENT)
    .option(
      "--hint <name=value>",
      "what the call says of itself, such as depth=1; can only narrow; repeatable",
      collect,
    );
}

/**
 * The call that was read from the command line, made in this process. A tool read from a file must be the one that is served
 * under its name: a file is called only where it is declared.
 */
export async function describeCall(
  target: string | Tool,
  request: CallRequest,
  agent: string,
  runtime: Runtime,
): Promise<RawCall> {
  if (typeof target !== "string" && !isServed(request, runtime)) refuseUnserved(target, runtime);
  return toRawCall(request, agent, runtime);
}

function refuseUnserved({ name, origin }: Tool, { registry, config }: Runtime): never {
  const served = registry.snapshot.tools.get(name);
  const folders = config.toolFolders.map(({ folder }) => folder).join(", ");
  const other = served === undefined ? "no tool of that name is served" : "another definition of that name is served";
  const hint =
    config.trust.kind === "untrusted"
      ? "this folder is not trusted, so its tools are left out: see `toolgate trust`"
      : `put the file into one of ${folders}`;
  throw new CliError("NOT_SERVED", `\`${name}\` of ${origin.file ?? "code"} is not served: ${other}`, { hint });
}
