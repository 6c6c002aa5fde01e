import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { generatePolicies } from "./generate.ts";
import { printCedarSchema } from "./schema.ts";

export const definePolicy: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("policy generate nmap_scan.clad.toml"));
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
};
