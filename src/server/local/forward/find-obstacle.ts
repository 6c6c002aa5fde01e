import type { Config } from "../../../config/config.ts";
import { findAgentProblem } from "../../../control/validate-names.ts";
import { SERVER_INFO } from "../../mcp/server-info.ts";
import type { ForwardGreeting, ForwardHead } from "./forward-wire.ts";

/** What a gateway goes by, as it was when it started. */
export interface GatewaySettings extends Pick<ForwardHead, "configFile" | "userConfigFile" | "settings" | "trustsAll"> {
  readonly trust: Config["trust"]["kind"];
  /** Whether this process stays when its own client goes: only then may others rely on it. */
  readonly takesConnections: boolean;
}

/**
 * Why a gateway must not act for the program that asks; `null`: it may. Whoever would decide by something else than the
 * gateway does is not to be judged by it. Questions about the gateway itself are answered wherever the folder is the same.
 */
export function findObstacle(head: ForwardHead, gateway: GatewaySettings): ForwardGreeting {
  if (head.version !== SERVER_INFO.version) {
    return decline(`the gateway is version ${SERVER_INFO.version}, this is ${head.version}`);
  }
  const isSame = head.configFile === gateway.configFile && head.userConfigFile === gateway.userConfigFile;
  if (!isSame) return decline("the gateway runs with another configuration");
  if (head.speaks === "servers") return { ok: true, reason: null };
  if (!gateway.takesConnections) {
    // Beside an editor that has a process of its own, every call would say so.
    return decline(head.speaks === "call" ? null : "the process that answers serves one client of its own");
  }
  const problem = findAgentProblem(head.agent);
  if (problem !== null) return decline(problem);
  if (head.trustsAll !== gateway.trustsAll) {
    return decline(
      `TOOLGATE_TRUST=1 is set ${head.trustsAll ? "here and not for" : "for"} the gateway${head.trustsAll ? "" : " and not here"}`,
    );
  }
  if (head.settings !== gateway.settings) {
    return decline(
      "the gateway was started before the configuration was changed; it takes it up when it is started again",
    );
  }
  return gateway.trust === "untrusted"
    ? decline("the gateway was started before this folder was trusted")
    : { ok: true, reason: null };
}

function decline(reason: string | null): ForwardGreeting {
  return { ok: false, reason };
}
