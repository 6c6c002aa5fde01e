import path from "node:path";
import type { PlannedSandbox, ResourceLimits } from "../../model/sandbox.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { PlaceLook } from "../look-at-place.ts";
import { arrangePlaces } from "../places/arrange-places.ts";
import type { ArrangedPlace } from "../places/arrange-places.ts";
import type { ConfinedPlace } from "../sandbox.ts";

export interface ContainerClient {
  readonly engine: "docker" | "podman";
  /** Absolute. */
  readonly file: string;
  readonly uid: number;
  readonly gid: number;
}

/** Where the workspace stands in every container. */
const WORKSPACE = "/workspace";
/** What the image has its own of. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(["PATH", "HOME", "TMPDIR"]);
const PROCESSES = 256;

/**
 * The command that runs `argv` in a container. The workspace is mounted twice, as `/workspace`, where the program works,
 * and under its own name, so that paths among the arguments still lead there. Variables are handed on by name.
 */
export function toContainerArgv(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { client, look }: { readonly client: ContainerClient; readonly look: PlaceLook },
): readonly string[] {
  if (planned.image === null) throw new Error("a container was planned without an image");
  const { shown, covered } = arrangePlaces(
    planned,
    { ...place, visible: place.cwd === "/" ? [] : [place.cwd] },
    { look, isVisible: () => false },
  );
  const root = findRoot(place.cwd, shown);
  const cwd = path.posix.join(WORKSPACE, path.posix.relative(root, place.cwd));
  const mounts = [...shown, ...covered].flatMap((one) => toMounts(one, root));
  const variables = place.environment.filter((name) => !OWN_VARIABLES.has(name));
  const [program = "", ...args] = argv;
  return [
    client.file,
    ...["run", "--rm", "--interactive", "--init", "--pull=never", "--name", toContainerName(place.callId)],
    ...["--network", planned.network.kind === "all" ? "bridge" : "none"],
    ...["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--user", `${client.uid}:${client.gid}`],
    // Without it, podman of an ordinary user takes the number for somebody else's.
    ...(client.engine === "podman" && client.uid !== 0 ? ["--userns", "keep-id"] : []),
    ...toLimits(planned.limits),
    ...["--tmpfs", "/tmp:rw,nosuid,nodev,mode=1777", "--tmpfs", "/run:rw,noexec,nosuid,nodev"],
    ...mounts,
    ...variables.flatMap((name) => ["--env", name]),
    ...["--workdir", cwd],
    ...["--entrypoint", shown.some((one) => isWithin(program, one.path)) ? program : path.posix.basename(program)],
    planned.image,
    ...args,
  ];
}

/** A name that the call's id makes, for the engine to find it again. */
export function toContainerName(callId: string): string {
  return `toolgate-${callId.replaceAll(/[^A-Za-z0-9_.-]/g, "-")}`;
}

/** The outermost shown folder around the working folder. */
function findRoot(cwd: string, shown: readonly ArrangedPlace[]): string {
  return shown.find(({ path: root, access }) => access !== "empty" && isWithin(cwd, root))?.path ?? cwd;
}

function toMounts(one: ArrangedPlace, root: string): readonly string[] {
  const inside = isWithin(one.path, root) ? [path.posix.join(WORKSPACE, path.posix.relative(root, one.path))] : [];
  return [...inside, one.path].flatMap((target) => ["--mount", toMount(one, target)]);
}

function toMount({ path: source, access, kind }: ArrangedPlace, target: string): string {
  if (access === "empty" && kind === "folder") return toFields("type=tmpfs", `dst=${target}`);
  const from = access === "empty" ? "/dev/null" : source;
  return toFields("type=bind", `src=${from}`, `dst=${target}`, ...(access === "write" ? [] : ["readonly"]));
}

/** Engines read this as one line of CSV. */
function toFields(...fields: readonly string[]): string {
  return fields.map((field) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}

function toLimits({ memoryBytes, processes, fileBytes, cpuSeconds }: ResourceLimits): readonly string[] {
  return [
    ...["--pids-limit", String(processes ?? PROCESSES)],
    // A program that crashes would leave its memory, secrets included, in the workspace.
    ...["--ulimit", "core=0:0"],
    ...(memoryBytes === null ? [] : ["--memory", String(memoryBytes), "--memory-swap", String(memoryBytes)]),
    ...(fileBytes === null ? [] : ["--ulimit", `fsize=${fileBytes}:${fileBytes}`]),
    ...(cpuSeconds === null ? [] : ["--ulimit", `cpu=${cpuSeconds}:${cpuSeconds}`]),
  ];
}
