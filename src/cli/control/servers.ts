import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { addServer } from "./servers/add-server.ts";
import { loginServer, logoutServer } from "./servers/login-server.ts";
import { listServers } from "./servers/list-servers.ts";
import { retryServer } from "./servers/retry-server.ts";
import { testServer } from "./servers/test-server.ts";

export const defineServers: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("servers list", "servers test github", "servers add docs --url https://mcp.example.com/mcp"),
  );
  command
    .command("list")
    .description("the upstream MCP servers, what is known of their tools, and how they are for the gateway that runs")
    .addHelpText("after", examples("servers list", "servers list --json"))
    .action(act(listServers));
  command
    .command("test <server>")
    .description("connect to a server, list its tools, and say how that went")
    .option("--timeout <seconds>", "how long to wait (default: 30)")
    .addHelpText("after", examples("servers test github"))
    .action(act(testServer));
  command
    .command("retry <server>")
    .description("have the gateway that runs connect to a server now, instead of after its pause")
    .option("--timeout <seconds>", "how long to wait (default: 30)")
    .addHelpText("after", examples("servers retry github"))
    .action(act(retryServer));
  command
    .command("login <server>")
    .description("log in to a server in a browser; what comes of it is kept sealed and renewed by itself")
    .addHelpText("after", examples("servers login github"))
    .action(act(loginServer));
  command
    .command("logout <server>")
    .description("forget the login to a server")
    .addHelpText("after", examples("servers logout github"))
    .action(act(logoutServer));
  command
    .command("add <server> [command...]")
    .description("write a server into your configuration: a URL, or after `--` a program with its arguments")
    .option("--url <url>", "address of a server that speaks HTTP")
    .option("--env <name=value...>", "a variable of the program; `${NAME}` is one of Toolgate's own")
    .option("--header <name=value...>", "a header that is sent along; `${NAME}` as above")
    .option("--user", "into your own configuration instead of this project's")
    .addHelpText(
      "after",
      examples(
        "servers add docs --url https://mcp.example.com/mcp",
        "servers add files -- npx -y @modelcontextprotocol/server-filesystem .",
      ),
    )
    .action(act(addServer));
};
