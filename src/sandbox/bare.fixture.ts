import { NO_RESOURCE_LIMITS } from "../model/sandbox.ts";
import type { PlannedSandbox } from "../model/sandbox.ts";
import type { ConfinedPlace } from "./sandbox.ts";

/** A confinement that lets nothing be written and no network be reached. */
export const BARE_SANDBOX: PlannedSandbox = {
  profile: "isolated",
  engine: "bubblewrap",
  image: null,
  writable: [],
  readable: [],
  network: { kind: "none" },
  limits: NO_RESOURCE_LIMITS,
};

/** A place that shows and hides nothing of its own. */
export const BARE_PLACE: ConfinedPlace = {
  callId: "c",
  cwd: "/",
  visible: [],
  hidden: [],
  fixed: [],
  guarded: [],
  environment: [],
  proxySocket: null,
};
