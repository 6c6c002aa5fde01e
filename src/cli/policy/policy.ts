import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EVAL_NOTES, evaluatePolicy } from "./eval.ts";
import { generatePolicies } from "./generate.ts";
import { REPLAY_NOTES, replayPolicy } from "./replay.ts";
import { printCedarSchema } from "./schema.ts";
import { TEST_NOTES, testPolicy } from "./test-policy.ts";

export const definePolicy: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("policy test rules.jsonl", "policy replay --since 30d --with candidate"));
  command
    .command("eval")
    .description("decide written-down calls, one line each; nothing runs")
    .requiredOption("--input <file>", "lines of cases; - for standard input")
    .addHelpText("after", `${EVAL_NOTES}${examples("policy eval --input cases.jsonl")}`)
    .action(act(evaluatePolicy));
  command
    .command("test <files...>")
    .description("hold what is expected of written-down calls against the policy of this moment")
    .addHelpText("after", `${TEST_NOTES}${examples("policy test rules.jsonl")}`)
    .action(act(testPolicy));
  command
    .command("generate <files...>")
    .description("write Cedar policies to begin with, from the risk tiers of tool files")
    .addHelpText("after", examples("policy generate tools/*.clad.toml > policies/baseline.cedar"))
    .action(act(generatePolicies));
  command
    .command("schema [files...]")
    .description("print the Cedar schema of the tools of this workspace, or of tool files")
    .addHelpText("after", examples("policy schema > policies/tools.cedarschema"))
    .action(act(printCedarSchema));
  command
    .command("replay")
    .description("decide the calls of the past once more, under other rules, and say what would change")
    .option("--since <time>", "calls from then on: an ISO 8601 time, or how long ago, such as 2h", "7d")
    .option("--until <time>", "and before then (default: now)")
    .option("--with <folder>", "a folder whose toolgate.toml and policies stand in for the project's")
    .option("--tool <name>", "only of this tool; * stands for any characters")
    .option("--agent <name>", "only of this agent")
    .option("--limit <count>", "stop after so many calls")
    .option("--examples <count>", "how many calls to show of each kind", "3")
    .option("--fail-on-change", "end with 1 when something would change")
    .addHelpText("after", `${REPLAY_NOTES}${examples(...REPLAY_EXAMPLES)}`)
    .action(act(replayPolicy));
};

const REPLAY_EXAMPLES = ["policy replay --since 30d --with candidate", "policy replay --tool 'shell.*' --json"];
