import type { Runtime } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import type { Outcome } from "../../../model/outcome.ts";

/** What an upstream server answered, with links that its clients can follow through this gateway. */
export function showOutcomeLinks(outcome: Outcome, caller: Caller, { offers }: Pick<Runtime, "offers">): Outcome {
  const { content, forUser, evidence } = outcome;
  const server = evidence?.upstream?.server;
  if (server === undefined) return outcome;
  return {
    ...outcome,
    content: offers.showLinks(content, server, caller),
    ...(forUser === undefined ? {} : { forUser: offers.showLinks(forUser, server, caller) }),
  };
}
