import { validateAgentName } from "../../control/validate-names.ts";

/** `--agent`, looked at while the command line is read: no gateway is asked for anything in a bad name. @throws BadNameError */
export function parseAgent(name: string): string {
  validateAgentName(name);
  return name;
}
