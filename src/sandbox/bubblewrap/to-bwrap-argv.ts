import type { PlannedSandbox } from "../../model/sandbox.ts";
import { toBridgeArguments } from "../../process/bridge/to-bridge-arguments.ts";
import type { PlaceLook } from "../look-at-place.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { hasAnyLimit } from "../wanted/combine-limits.ts";
import { toLimitedArgv } from "./to-limited-argv.ts";
import { toMounts } from "./to-mounts.ts";

/** What of bubblewrap and its companions this machine has. */
export interface BubblewrapTools {
  readonly bwrap: string;
  /** `null`: limits cannot be set. */
  readonly prlimit: string | null;
  /** Whether namespaces of its own can be kept from the program. */
  readonly canDisableNamespaces: boolean;
  /** Whether the real root runs it, to whom files of the kernel are open that only a mount can close. */
  readonly isRoot: boolean;
  /** Links of the system from a folder of programs to another one, as they are written. */
  readonly links: Readonly<Record<string, string>>;
  /** Whether places can be handed on open, so that a program that runs beside this one cannot exchange them meanwhile. */
  readonly canBindOpen: boolean;
  /** Whether the size of what is private can be limited. */
  readonly canLimitSize: boolean;
}

export interface BwrapOptions {
  readonly tools: BubblewrapTools;
  readonly look: PlaceLook;
  /** Whether descriptors from 3 on are there: to say whether the program began, and for the places. @default false */
  readonly hasDescriptors?: boolean;
}

export interface BwrapCommand {
  readonly argv: readonly string[];
  /** What has to be handed on open, as descriptors from 4 on. */
  readonly places: readonly string[];
  /** What is put in place under its own path. */
  readonly mounted: readonly string[];
}

const REPORTS_FD = 3;

/** The command that runs `argv` confined. Pure but for `look`; values of variables never stand in it. */
export function toBwrapArgv(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { tools, look, hasDescriptors = false }: BwrapOptions,
): BwrapCommand {
  const { network, limits } = planned;
  const isLimited = hasAnyLimit(limits);
  if (isLimited && tools.prlimit === null) throw new Error("limits were planned, and prlimit is missing");
  const mounted: string[] = [];
  const isOpen = hasDescriptors && tools.canBindOpen;
  const hold = (path: string): number | null => {
    const count = mounted.push(path);
    return isOpen ? REPORTS_FD + count : null;
  };
  const inner = [
    tools.bwrap,
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network.kind === "none" ? ["--unshare-net"] : []),
    ...(tools.canDisableNamespaces ? ["--disable-userns"] : []),
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
    ...(hasDescriptors ? ["--json-status-fd", String(REPORTS_FD)] : []),
    ...(isLimited ? ["--as-pid-1"] : []),
    ...toMounts(planned, place, { ...tools, look, hold }),
    ...["--chdir", place.cwd, "--"],
    ...toLimitedArgv(argv, limits, tools.prlimit ?? ""),
  ];
  const places = isOpen ? mounted : [];
  const handedOn = hasDescriptors ? 1 + places.length : 0;
  const bridge = { socket: place.proxySocket, bwrap: tools.bwrap, handedOn };
  return { argv: network.kind === "hosts" ? toBridged(inner, bridge) : inner, places, mounted };
}

/**
 * Around the confinement, a place without a network in which only the bridge to the proxy listens. The program sees
 * neither the bridge nor the proxy's socket, and no limit of its own slows them down.
 */
function toBridged(
  inner: readonly string[],
  { socket, bwrap, handedOn }: { readonly socket: string | null; readonly bwrap: string; readonly handedOn: number },
): readonly string[] {
  if (socket === null) throw new Error("hosts were planned, and there is no proxy");
  const outside = ["--unshare-user", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/"];
  return [bwrap, ...outside, "--", ...toBridgeArguments(inner, socket, handedOn)];
}
