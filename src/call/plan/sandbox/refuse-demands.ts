import { Refused } from "../../../model/errors.ts";
import type { SandboxEngineName } from "../../../model/sandbox.ts";
import type { SandboxDemand } from "../../../sandbox/sandbox.ts";
import type { Confinement } from "../../../sandbox/wanted/choose-confinement.ts";
import { describeDemands, listLimitKeys } from "../../../sandbox/wanted/list-demands.ts";
import type { Demand } from "../../../sandbox/wanted/list-demands.ts";

export interface DemandGround {
  readonly engine: SandboxEngineName;
  readonly cannot: Readonly<Partial<Record<SandboxDemand, string>>>;
  /** Names of all variables that the program gets. */
  readonly variables: readonly string[];
}

/** @throws Refused for a limit or network that the engine cannot hold a program to, or a variable that would act on it */
export function refuseDemands(tool: string, wanted: Confinement, ground: DemandGround): void {
  const { limits, network } = wanted;
  const { cannot, engine, variables } = ground;
  const limited = listLimitKeys(limits);
  const demands: readonly (readonly [SandboxDemand, string, readonly Demand["key"][]])[] = [
    ["limits", "limits", limited],
    ["processes", "a limit on processes", limited.filter((key) => key === "processes")],
    ["hosts", "a network of single hosts", network.kind === "hosts" ? ["network"] : []],
  ];
  for (const [name, text, keys] of demands) {
    const reason = cannot[name];
    if (keys.length > 0 && reason !== undefined) {
      throw refuse(tool, `it demands ${text} (${describeKeys(keys, wanted)}), and ${reason}`);
    }
  }
  const acts = variables.find((name) => actsOnEngine(name, engine, network.kind === "hosts"));
  if (acts !== undefined) {
    throw refuse(tool, `the variable ${acts} would act on what confines it, before it is confined`);
  }
}

/** A limit that nobody set for this tool is one of all programs. */
function describeKeys(keys: readonly Demand["key"][], { demandedBy }: Confinement): string {
  const own = describeDemands(demandedBy.filter(({ key }) => keys.includes(key)));
  const common = keys.filter((key) => !demandedBy.some((demand) => demand.key === key)).map((key) => `\`${key}\``);
  return [own, common.length === 0 ? "" : `${common.join(" and ")} of \`[sandbox.limits]\``]
    .filter((text) => text !== "")
    .join(" and ");
}

/** Read by the loader of every program, so also by what starts the confinement from outside. */
const LOADER = /^(?:LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*)$/;
/** Read by Node.js, which is the bridge to the proxy of single hosts. */
const BRIDGE = /^(?:NODE_OPTIONS|NODE_PATH|NODE_REPL_.*|OPENSSL_.*|SSL_CERT_.*|UV_.*)$/;
/** Read by the clients of containers. */
const CLIENT =
  /^(?:DOCKER_.*|CONTAINER_.*|CONTAINERS_.*|PODMAN_.*|BUILDAH_.*|REGISTRY_.*|XDG_.*|STORAGE_.*|GOTRACEBACK|GODEBUG)$/;

function actsOnEngine(name: string, engine: SandboxEngineName, hasBridge: boolean): boolean {
  return LOADER.test(name) || (hasBridge && BRIDGE.test(name)) || (engine !== "bubblewrap" && CLIENT.test(name));
}

function refuse(tool: string, why: string): Refused {
  const message = `\`${tool}\` cannot be confined as declared: ${why}`;
  return new Refused("validate", "SANDBOX_UNAVAILABLE", message, {
    hint: "change its declaration or a row of `[sandbox]`; `toolgate doctor` says what this machine can do",
  });
}
