import { readlinkSync } from "node:fs";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { findTrustedProgram } from "../find-trusted-program.ts";
import { lookAtPlace } from "../look-at-place.ts";
import type { EngineState, SandboxProbe } from "../sandbox.ts";
import { explainFailure } from "./explain-failure.ts";
import { toBwrapArgv } from "./to-bwrap-argv.ts";
import { SYSTEM_LINKS } from "./system-places.ts";
import type { BubblewrapTools } from "./to-bwrap-argv.ts";

export interface PreparedBubblewrap {
  readonly state: EngineState;
  /** `null`: it cannot be used. */
  readonly tools: BubblewrapTools | null;
}

/** Finds bubblewrap and runs `true` in it the way that programs will be run. */
export async function prepareBubblewrap(
  probe: SandboxProbe,
  workspaceRoots: readonly string[],
): Promise<PreparedBubblewrap> {
  if (process.platform !== "linux") {
    const reason = `bubblewrap needs Linux, and this is ${process.platform}`;
    return failed(reason, 'use a container: `[sandbox] engine = "podman"` or `"docker"`');
  }
  const bwrap = findTrustedProgram("bwrap", workspaceRoots);
  if (bwrap === null) return failed("bubblewrap (the program bwrap) is not installed", INSTALL);
  const { code, stdout, stderr } = await probe([bwrap, "--version"]);
  const version = /(\d+)\.(\d+)[.\d]*/.exec(stdout);
  if (code !== 0 || version === null) return failed(explainFailure(stderr).reason, INSTALL);
  const help = await probe([bwrap, "--help"]);
  const minor = Number(version[1]) * 1000 + Number(version[2]);
  const tools: BubblewrapTools = {
    bwrap,
    prlimit: findTrustedProgram("prlimit", workspaceRoots),
    canDisableNamespaces: minor >= DISABLES_NAMESPACES,
    isRoot: process.getuid?.() === 0,
    links: readLinks(),
    // Some systems have it in older versions, too.
    canBindOpen: help.stdout.includes("--ro-bind-fd FD"),
    canLimitSize: minor >= LIMITS_SIZE,
  };
  const tried = await probe(toBwrapArgv([TRUE], TRIAL, TRIAL_PLACE, { tools, look: lookAtPlace }).argv);
  if (tried.code !== 0) {
    const { reason, hint } = explainFailure(tried.stderr);
    return failed(reason, hint);
  }
  return {
    state: { ok: true, engine: "bubblewrap", file: bwrap, version: version[0], cannot: findGaps(tools) },
    tools,
  };
}

function readLinks(): BubblewrapTools["links"] {
  const links = SYSTEM_LINKS.filter((path) => lookAtPlace(path) === "link");
  return Object.fromEntries(links.map((path) => [path, readlinkSync(path)]));
}

/** Since 0.8 and 0.7. */
const DISABLES_NAMESPACES = 8;
const LIMITS_SIZE = 7;

const INSTALL = "install it with the packages of this system: apt-get install bubblewrap, dnf install bubblewrap";

const TRUE = "/bin/true";
const TRIAL: PlannedSandbox = {
  profile: "isolated",
  engine: "bubblewrap",
  image: null,
  writable: [],
  readable: [],
  network: { kind: "none" },
  limits: NO_RESOURCE_LIMITS,
};
const TRIAL_PLACE = {
  callId: "probe",
  cwd: "/",
  visible: [],
  hidden: [],
  fixed: [],
  guarded: [],
  environment: [],
  proxySocket: null,
} as const;

function failed(reason: string, hint: string): PreparedBubblewrap {
  return { state: { ok: false, engine: "bubblewrap", reason, hint }, tools: null };
}

function findGaps({ prlimit, isRoot }: BubblewrapTools): Extract<EngineState, { ok: true }>["cannot"] {
  return {
    ...(prlimit === null ? { limits: "the program prlimit is missing (apt-get install util-linux)" } : {}),
    // The kernel counts no processes of the real root, whatever namespace they are in.
    ...(isRoot ? { processes: "the system does not count processes of root: run Toolgate as an ordinary user" } : {}),
  };
}
