import type { ToolHit } from "../../call/runtime.ts";
import { usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderTable } from "../output/table.ts";

interface SearchOptions {
  readonly limit: string;
  readonly agent: string;
}

/** The tools that fit some words best, of those that the agent is offered. */
export async function searchTools(cli: Cli, words: readonly string[], options: SearchOptions): Promise<ExitCode> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw usageError(`--limit takes a whole number from 1 to 1000, not \`${options.limit}\``);
  }
  return cli.withRuntime("all", async (runtime) => {
    const caller = await runtime.control.localAgent(options.agent);
    const hits = await runtime.searchTools(words.join(" "), caller, { limit });
    const found = hits.map(({ tool, score }) => {
      return { name: tool.name, description: tool.description, effect: tool.effect, group: tool.group, score };
    });
    cli.print(found, (screen) =>
      hits.length === 0
        ? ""
        : renderTable(
            [
              { title: "name", value: ({ tool }: ToolHit) => tool.name },
              { title: "effect", value: ({ tool }) => tool.effect },
              { title: "description", value: ({ tool }) => tool.description, shrinks: true },
            ],
            hits,
            screen,
          ),
    );
    if (hits.length === 0) cli.note("No tool fits. `toolgate tools list` shows all of them.");
    return EXIT.ok;
  });
}
