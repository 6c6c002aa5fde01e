import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { createRequest } from "./requests/create-request.ts";
import { listRequests } from "./requests/list-requests.ts";
import { reviewRequest } from "./requests/review-request.ts";
import type { ReviewOptions } from "./requests/review-request.ts";

const TOKEN = "as the holder of this token; - reads it from standard input";

export const defineRequests: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("requests create github --agent claude", "requests list", "requests approve 5e1f0c22 --for 8h"),
  );
  command
    .command("create <server>")
    .description("ask for an MCP server, for an agent or a user; somebody else reviews it")
    .option("--agent <name>", "the agent that it is for")
    .option("--user <name>", "or the user")
    .option("--tool <names>", "only these tools, as the server calls them; repeatable (default: all)", collect)
    .option("--reason <text>", "why, for whoever reviews it")
    .option("--token <token>", `ask ${TOKEN}`)
    .addHelpText(
      "after",
      examples('requests create github --agent claude --tool list_issues --reason "triage of the week"'),
    )
    .action(act(createRequest));
  command
    .command("list")
    .description("requests that wait for a review")
    .option("--all", "also those that were reviewed")
    .addHelpText("after", examples("requests list", "requests list --all --json"))
    .action(act(listRequests));
  command
    .command("approve <id>")
    .description("grant what was asked for, or less; the beginning of the id is enough")
    .option("--tool-allow <names>", "only these of the tools that were asked for", collect)
    .option("--for <duration>", "how long it holds, such as 8h (default: until it is revoked)")
    .option("--until <time>", "or until when, such as 2030-01-31T18:00:00Z")
    .option("--note <text>", "kept with the request")
    .option("--token <token>", `review ${TOKEN}`)
    .addHelpText(
      "after",
      examples("requests approve 5e1f0c22 --for 8h", "requests approve 5e1f0c22 --tool-allow list_issues"),
    )
    .action(act((cli, id: string, options: ReviewOptions) => reviewRequest(cli, "approve", id, options)));
  command
    .command("reject <id>")
    .description("grant nothing; the beginning of the id is enough")
    .option("--note <text>", "kept with the request")
    .option("--token <token>", `review ${TOKEN}`)
    .addHelpText("after", examples('requests reject 5e1f0c22 --note "ask for read-only tools"'))
    .action(act((cli, id: string, options: ReviewOptions) => reviewRequest(cli, "reject", id, options)));
};
