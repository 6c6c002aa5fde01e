import { parseAgent } from "../arguments/parse-agent.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { addAudienceOptions } from "./audience.ts";
import { deleteTool, restoreTool, switchTool } from "./change-tool.ts";
import { addEnvironmentOptions } from "./environment-values.ts";
import { listToolGroups, listTools } from "./list-tools.ts";
import { searchTools } from "./search-tools.ts";
import { createTool, updateTool } from "./save-tool.ts";
import { printSchema, showTool } from "./show-tool.ts";

export const defineTools: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("tools list", "tools show repo.log", "tools create trim.toml"));
  command
    .command("list")
    .description("the tools that an agent is offered")
    .option("--all", "also those that are switched off, denied, or that nothing here can run")
    .option("--group <name>", "only those of this group, such as fs")
    .addHelpText("after", examples("tools list", "tools list --all --json", "tools list --group fs"))
    .action(act(listTools));
  command
    .command("groups")
    .description("every group of tools, and which tools are in it")
    .addHelpText("after", examples("tools groups"))
    .action(act(listToolGroups));
  command
    .command("show <name>")
    .description("everything about one tool: parameters, what it runs, limits, where it stands")
    .option("--analyse", "what it can possibly do instead: reach, parameter space, weak spots")
    .addHelpText("after", examples("tools show repo.log", "tools show repo.log --analyse"))
    .action(act(showTool));
  command
    .command("search <words...>")
    .description("the tools that fit some words best, of those that an agent is offered")
    .option("--limit <count>", "at most so many", "10")
    .option("--agent <name>", "the agent to search as", parseAgent, "cli")
    .addHelpText("after", examples("tools search commit history", "tools search --limit 3 video --json"))
    .action(act(searchTools));
  command
    .command("schema <name>")
    .description("the JSON Schema of what a caller may send")
    .addHelpText("after", examples("tools schema repo.log"))
    .action(act(printSchema));
  defineSaving(command, act);
  defineChanging(command, act);
};

const defineSaving: DefineCommand = (command, act) => {
  const create = command
    .command("create <file>")
    .description("check a definition and put it in place: your own tool, or one of an agent or a session");
  addEnvironmentOptions(addAudienceOptions(create))
    .addHelpText(
      "after",
      examples(
        "tools create trim.toml",
        "tools create dns.json --agent cursor --env API_KEY",
        "tools create - --session 3f2c… < probe.toml",
      ),
    )
    .action(act(createTool));
  const update = command
    .command("update <name> <file>")
    .description("put another definition in place of a tool's; its name stays, and so do its values");
  addEnvironmentOptions(addAudienceOptions(update))
    .addHelpText("after", examples("tools update ffmpeg.trim trim.toml", "tools update dns dns.json --env-from .env"))
    .action(act(updateTool));
};

const defineChanging: DefineCommand = (command, act) => {
  addAudienceOptions(command.command("delete <name>").description("remove a tool that was created"))
    .addHelpText("after", examples("tools delete ffmpeg.trim", "tools delete dns --agent cursor"))
    .action(act(deleteTool));
  addAudienceOptions(command.command("enable <name>").description("switch a tool on"))
    .addHelpText("after", examples("tools enable ffmpeg.trim"))
    .action(act(switchTool(true)));
  addAudienceOptions(command.command("disable <name>").description("switch a tool off; it stays declared"))
    .addHelpText("after", examples("tools disable ffmpeg.trim"))
    .action(act(switchTool(false)));
  command
    .command("restore <name>")
    .description("remove the tool of yours that stands in front of a built-in one")
    .addHelpText("after", examples("tools restore fs.read"))
    .action(act(restoreTool));
};
