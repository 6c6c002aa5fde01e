import { text as readText } from "node:stream/consumers";
import type { ControlPlane } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";

/** Who a given token stands for; `-` reads it from standard input. Ends the command for one that stands for nobody. */
export async function identify(token: string, control: ControlPlane, cli: Cli): Promise<Caller> {
  const caller = await control.authenticate(token === "-" ? (await readText(cli.input)).trim() : token);
  if (caller !== null) return caller;
  const hint =
    "`toolgate tokens list` shows which are valid; whoever answers for others needs one with the role `approver`";
  throw new CliError("UNAUTHENTICATED", "the token is unknown, expired or revoked", { hint, exitCode: EXIT.refused });
}
