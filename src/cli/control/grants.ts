import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { addGrant } from "./grants/add-grant.ts";
import { listGrants } from "./grants/list-grants.ts";
import { revokeGrant } from "./grants/revoke-grant.ts";

export const defineGrants: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples(
      "grants list",
      "grants add github --agent claude --tool-allow 'list_*' --for 8h",
      "grants revoke 76de5ec9",
    ),
  );
  command
    .command("list")
    .description("rules that came with approvals, and who may use which MCP servers; here and everywhere")
    .addHelpText("after", examples("grants list", "grants list --json"))
    .action(act(listGrants));
  command
    .command("add <server>")
    .description("say what an agent or a user may use of an MCP server, in place of what was said before")
    .option("--agent <name>", "the agent that it is for, as its token names it")
    .option("--user <name>", "or the user, whatever agent works for them: the principal")
    .option("--tool-allow <names>", "only these tools, as the server calls them; `*` for any characters", collect)
    .option("--tool-deny <names>", "never these tools, whatever else allows them", collect)
    .option(
      "--override <key=value>",
      "a key of the server said otherwise: timeout_seconds, lower than its own",
      collect,
    )
    .option("--for <duration>", "how long it holds, such as 8h (default: until it is revoked)")
    .option("--until <time>", "or until when, such as 2030-01-31T18:00:00Z")
    .option("--off", "nothing of the server, until another grant takes its place")
    .addHelpText("after", examples(...ADD_EXAMPLES))
    .action(act(addGrant));
  command
    .command("revoke <id>")
    .description("take one back, from the next call on; the beginning of the id is enough, or SERVER/NAME")
    .addHelpText("after", examples("grants revoke 76de5ec9", "grants revoke github/claude"))
    .action(act(revokeGrant));
};

const ADD_EXAMPLES = [
  "grants add github --agent claude --for 8h",
  "grants add github --agent claude --tool-allow 'list_*,get_*' --tool-deny get_secret",
  "grants add github --user ada --off",
];
