/**
 * How far a program is confined. `none`: not at all. `read-only`: sees the disk, writes nowhere. `workspace`: writes in the
 * workspace and its session's folder. `isolated`: sees the system's programs and its working folder, and writes in its
 * session's folder. Each but `none` has no network, a private `/tmp`, and never sees keys, passwords and Toolgate's own files.
 */
export const SANDBOX_PROFILES = ["none", "read-only", "workspace", "isolated"] as const;
export type SandboxProfile = (typeof SANDBOX_PROFILES)[number];

/** What confines: `bubblewrap` with namespaces of this machine, the others with a container. */
export const SANDBOX_ENGINES = ["bubblewrap", "docker", "podman"] as const;
export type SandboxEngineName = (typeof SANDBOX_ENGINES)[number];

/** `hosts`: only those, and only through the gateway's own proxy; entries as in a scope: `api.example.com`, `*.example.com`. */
export type SandboxNetwork =
  { readonly kind: "none" | "all" } | { readonly kind: "hosts"; readonly hosts: readonly string[] };

/** What a program and all that it starts may use at most; `null`: no limit of its own. */
export interface ResourceLimits {
  /** Address space of each process. */
  readonly memoryBytes: number | null;
  readonly processes: number | null;
  /** Of each file that is written. */
  readonly fileBytes: number | null;
  /** Processor time of each process. */
  readonly cpuSeconds: number | null;
}

/** What a declaration says about confinement; what is `null` or empty is left to the configuration. */
export interface SandboxSpec {
  readonly profile: SandboxProfile | null;
  /** Written besides what the profile lets; absolute, relative to the workspace root, or beginning with `~/` or `$SESSION_DIR/`. */
  readonly writable: readonly string[];
  /** Read besides what the profile lets. */
  readonly readable: readonly string[];
  readonly network: SandboxNetwork | null;
  readonly limits: ResourceLimits;
}

/** The confinement that a plan fixes. */
export interface PlannedSandbox {
  readonly profile: Exclude<SandboxProfile, "none">;
  readonly engine: SandboxEngineName;
  /** Of a container. */
  readonly image: string | null;
  /** Absolute, links followed; the profile's own folders too. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** Granted ones of both that do not exist, and are left out as long as they do not. @default none */
  readonly missing?: readonly string[] | undefined;
  readonly network: SandboxNetwork;
  readonly limits: ResourceLimits;
}

export const NO_RESOURCE_LIMITS: ResourceLimits = {
  memoryBytes: null,
  processes: null,
  fileBytes: null,
  cpuSeconds: null,
};
