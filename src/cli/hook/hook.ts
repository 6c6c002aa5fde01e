import { HOOK_AGENT_NAMES } from "../../hooks/agent-names.ts";
import type { HookAgentName } from "../../hooks/agent-names.ts";
import { findHookAgent } from "../../hooks/hook-agents.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import type { ExitCode } from "../exit-codes.ts";
import { changeHook } from "./change-hook.ts";
import type { ChangeOptions } from "./change-hook.ts";
import { answerHook } from "./start-hook.ts";

export const defineHook: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("hook install claude-code", "hook install cursor --user --approvals", "hook uninstall claude-code"),
  );
  for (const agent of HOOK_AGENT_NAMES) {
    command
      .command(agent)
      .description(`answer one event of ${findHookAgent(agent)?.title ?? agent} from standard input`)
      .option("--approvals", "wait for Toolgate's approvals instead of letting the agent ask")
      .addHelpText("after", examples(`hook ${agent} < event.json`))
      .action(act((cli: Cli, options: { readonly approvals?: boolean }) => answer(cli, agent, options)));
  }
  for (const verb of ["install", "uninstall"] as const) {
    const inner = command
      .command(verb)
      .description(
        verb === "install" ? "put the hook into an agent's settings, shown first" : "take it out again, shown first",
      )
      .argument("<agent>", HOOK_AGENT_NAMES.join(", "))
      .option("--project", "the agent's settings of this project (default)")
      .option("--user", "the agent's settings of this person, for all projects")
      .option("--print", "only show what would change")
      .option("--yes", "write without being asked, having read what is shown");
    if (verb === "install") inner.option("--approvals", "let the hook wait for Toolgate's approvals");
    inner
      .addHelpText("after", examples(`hook ${verb} claude-code`, `hook ${verb} cursor --user --yes`))
      .action(act((cli: Cli, agent: string, options: ChangeOptions) => changeHook(cli, verb, agent, options)));
  }
};

async function answer(cli: Cli, agent: HookAgentName, options: { readonly approvals?: boolean }): Promise<ExitCode> {
  const { cwd, env, configPath: config } = cli;
  return (await answerHook({ agent, approvals: options.approvals === true, config, cwd, env })) === 0 ? 0 : 2;
}
