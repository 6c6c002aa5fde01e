import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { toAbilities, toCapabilities } from "../../../model/client-capabilities.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ClientAbilities } from "../../../model/question.ts";
import { describeNotGiven, toOffered } from "./given-abilities.ts";

/** A call that its client cannot see through, for a server needs more of it than it was told that it can. */
export class Incapable extends Error {
  /** As the protocol has it, of what Toolgate knows and nothing else; `null`: no client could change it. */
  readonly required: JsonObject | null;

  constructor(reason: string, needs: Partial<ClientAbilities> | null) {
    super(reason);
    this.name = "Incapable";
    this.required = needs === null ? null : toCapabilities(needs);
  }
}

/** As a number: servers have codes of their own. */
const MISSING: number = ProtocolErrorCode.MissingRequiredClientCapability;

/** What a server of 2026-07-28 said when it missed something of the client; `null`: it said something else. */
export function findIncapable(error: unknown, server: McpServer, client: ClientAbilities): Incapable | null {
  if (error instanceof Incapable) return error;
  if (!(error instanceof ProtocolError) || error.code !== MISSING) return null;
  const { requiredCapabilities } = (error.data ?? {}) as { readonly requiredCapabilities?: unknown };
  const required = Object.entries(toAbilities(requiredCapabilities)) as [keyof ClientAbilities, boolean][];
  const missing = required.flatMap(([name, isRequired]) => (isRequired && !client[name] ? [name] : []));
  const offered = toOffered(server);
  if (missing.length === 0) return null;
  const kept = missing.filter((name) => !offered[name]).map((name) => (name === "roots" ? "roots" : "sampling"));
  if (kept.length > 0) return new Incapable(describeNotGiven(kept[0] ?? "sampling", server), null);
  const needs = Object.fromEntries(missing.map((name) => [name, true]));
  return new Incapable("the server needs a client that can do more", { ...needs, ...implied(missing) });
}

function implied(missing: readonly (keyof ClientAbilities)[]): Partial<ClientAbilities> {
  return missing.includes("samplingTools") ? { sampling: true } : {};
}
