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
  /** Whether the size of what is private can be limited. */
  readonly canLimitSize: boolean;
}

export interface BwrapOptions {
  readonly tools: BubblewrapTools;
  readonly look: PlaceLook;
  /** Whether descriptor 3 is there, to say whether the program began. @default false */
  readonly reportsExit?: boolean;
}

/** The command that runs `argv` confined. Pure but for `look`; values of variables never stand in it. */
export function toBwrapArgv(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { tools, look, reportsExit = false }: BwrapOptions,
): readonly string[] {
  const { network, limits } = planned;
  const isLimited = hasAnyLimit(limits);
  if (isLimited && tools.prlimit === null) throw new Error("limits were planned, and prlimit is missing");
  const inner = [
    tools.bwrap,
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network.kind === "none" ? ["--unshare-net"] : []),
    ...(tools.canDisableNamespaces ? ["--disable-userns"] : []),
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
    ...(reportsExit ? ["--json-status-fd", "3"] : []),
    ...(isLimited ? ["--as-pid-1"] : []),
    ...toMounts(planned, place, look, tools),
    ...["--chdir", place.cwd, "--"],
    ...toLimitedArgv(argv, limits, tools.prlimit ?? ""),
  ];
  return network.kind === "hosts"
    ? toBridged(inner, { socket: place.proxySocket, bwrap: tools.bwrap, reportsExit })
    : inner;
}

/**
 * Around the confinement, a place without a network in which only the bridge to the proxy listens. The program sees
 * neither the bridge nor the proxy's socket, and no limit of its own slows them down.
 */
function toBridged(
  inner: readonly string[],
  {
    socket,
    bwrap,
    reportsExit,
  }: { readonly socket: string | null; readonly bwrap: string; readonly reportsExit: boolean },
): readonly string[] {
  if (socket === null) throw new Error("hosts were planned, and there is no proxy");
  const outside = ["--unshare-user", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/"];
  return [bwrap, ...outside, "--", ...toBridgeArguments(inner, socket, reportsExit)];
}
