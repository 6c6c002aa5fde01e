import { Refused } from "../../../model/errors.ts";
import type { SandboxEngineName } from "../../../model/sandbox.ts";
import type { SandboxDemand } from "../../../sandbox/sandbox.ts";
import type { Confinement } from "../../../sandbox/wanted/choose-confinement.ts";
import { hasAnyLimit } from "../../../sandbox/wanted/combine-limits.ts";

export interface DemandGround {
  readonly engine: SandboxEngineName;
  readonly cannot: Readonly<Partial<Record<SandboxDemand, string>>>;
  /** Names of all variables that the program gets. */
  readonly variables: readonly string[];
}

/** @throws Refused for a limit or network that the engine cannot hold a program to, or a variable that would act on it */
export function refuseDemands(tool: string, { limits, network }: Confinement, ground: DemandGround): void {
  const { cannot, engine, variables } = ground;
  const demands: readonly (readonly [boolean, SandboxDemand, string])[] = [
    [hasAnyLimit(limits), "limits", "limits"],
    [limits.processes !== null, "processes", "a limit on processes"],
    [network.kind === "hosts", "hosts", "a network of single hosts"],
  ];
  for (const [isDemanded, name, text] of demands) {
    const reason = cannot[name];
    if (isDemanded && reason !== undefined) throw refuse(tool, `it demands ${text}, and ${reason}`);
  }
  const acts = variables.find((name) => actsOnEngine(name, engine, network.kind === "hosts"));
  if (acts !== undefined) {
    throw refuse(tool, `the variable ${acts} would act on what confines it, before it is confined`);
  }
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
